/**
 * Rules of machine type, CAs, features and logging.
 *
 * @module
 */
import { OS_FEATURES } from "../../os_versions/mod.ts";
import { ROLES } from "../../pki/roles.ts";
import { didYouMean } from "../../output/nearest.ts";
import { parseGoUrl } from "../load/go_url.ts";
import { quoted } from "../problem.ts";
import { machineConfig } from "../schema/machine.ts";
import { loggingDestination } from "../schema/system.ts";
import { allowedValuesOf } from "../schema/allowed_values.ts";
import type { Report } from "./report.ts";
import type { Cursor } from "./cursor.ts";

/** The type of a machine in its cluster. */
export type MachineType = "init" | "controlplane" | "worker" | "unknown";

const TYPES = allowedValuesOf(machineConfig, "type");
const LOG_FORMATS = allowedValuesOf(loggingDestination, "format");

/** Returns and checks `machine.type`; legacy names of workers are accepted. */
export function checkType(machine: Cursor, report: Report): MachineType {
  const cursor = machine.at("type");
  const { text } = cursor;
  if (text === "init" || text === "controlplane" || text === "worker") return text;
  if (cursor.isInvalid) return "unknown";
  if (text === "" || text === "join") {
    const message = cursor.isPresent
      ? `machine type ${quoted(text)} defaults to a worker`
      : "missing machine type defaults to a worker";
    report.warning(cursor, message, 'use "worker"');
    return "worker";
  }
  report.error(
    cursor,
    `unknown machine type ${quoted(text)}`,
    didYouMean(text, TYPES) ?? "use controlplane or worker",
  );
  return "unknown";
}

/** Reports whether machines of a type run the control plane. */
export function isControlPlane(type: MachineType): boolean {
  return type === "init" || type === "controlplane";
}

/** Checks `machine.ca`, `machine.acceptedCAs`, and on workers the key of `cluster.ca`. */
export function checkAuthorities(root: Cursor, type: MachineType, report: Report): void {
  const ca = root.atPath("machine", "ca");
  const accepted = root.atPath("machine", "acceptedCAs");
  const hasAccepted = accepted.items.length > 0;
  const clusterKey = root.atPath("cluster", "ca", "key");
  if (!report.isFirst) {
    if (!ca.isPresent && !(hasAccepted && !isControlPlane(type))) {
      report.error(
        ca,
        isControlPlane(type)
          ? '"ca" is required on control planes'
          : '"ca" or "acceptedCAs" is required',
        "take it from the cluster's secrets",
      );
    } else if (isControlPlane(type) && !ca.at("key").isNonEmpty) {
      report.error(
        ca.at("key"),
        '"key" is required on control planes',
        "take it from the cluster's secrets",
      );
    }
  }
  if (type !== "worker" || report.isFirst) return;
  if (ca.at("key").isNonEmpty) {
    report.errorAtKey(ca.at("key"), "CA key is not allowed on workers", "remove it");
  }
  if (ca.isPresent && !ca.at("crt").isNonEmpty && !hasAccepted) {
    report.error(ca, '"crt" or "acceptedCAs" is required', "take it from the cluster's secrets");
  }
  if (clusterKey.isNonEmpty) {
    report.errorAtKey(clusterKey, "CA key is not allowed on workers", "remove it");
  }
}

/** Checks `machine.features`. */
export function checkFeatures(machine: Cursor, type: MachineType, report: Report): void {
  const features = machine.at("features");
  if (
    report.mode === "container" && !report.isFirst && !report.knows({ since: "v1.14" })
  ) {
    const dns = features.at("hostDNS");
    for (const name of ["enabled", "forwardKubeDNSToHost"]) {
      const cursor = dns.at(name);
      if (cursor.isTrue) continue;
      report.error(
        cursor,
        `"${name}" must be true in mode container`,
        "set it to true",
      );
    }
  }
  const access = features.at("kubernetesTalosAPIAccess");
  if (!access.at("enabled").isTrue) return;
  if (!features.at("rbac").isTrue && !report.knows({ since: "v1.12" })) {
    report.error(
      features.at("rbac"),
      '"kubernetesTalosAPIAccess" requires "rbac"',
      "set it to true",
    );
  }
  if (type === "worker") {
    report.error(
      access.at("enabled"),
      '"kubernetesTalosAPIAccess" is not allowed on workers',
      "set it to false or remove the section",
    );
  }
  const newer: readonly string[] = OS_FEATURES.newRoles.names;
  const roles = ROLES.filter((role) => report.knows({ since: "v1.13" }) || !newer.includes(role));
  for (const role of access.at("allowedRoles").items) {
    if ((roles as readonly string[]).includes(role.text)) continue;
    report.error(
      role,
      `unknown role ${quoted(role.text)}`,
      didYouMean(role.text, roles) ?? `use ${roles.join(", ")}`,
    );
  }
}

/** Checks `machine.logging`. */
export function checkLogging(machine: Cursor, report: Report): void {
  for (const destination of machine.atPath("logging", "destinations").items) {
    const endpoint = destination.at("endpoint");
    if (!endpoint.isPresent) {
      report.error(
        endpoint,
        '"endpoint" is required',
        "use a URL such as tcp://192.0.2.1:5044/",
      );
    } else if (typeof endpoint.value === "string") {
      const url = parseGoUrl(endpoint.text);
      const [host, scheme] = typeof url === "string" ? ["", ""] : [url.host, url.scheme];
      if (host === "") {
        report.error(endpoint, "no host in the URL", "use a URL such as tcp://192.0.2.1:5044/");
      }
      if (scheme !== "tcp" && scheme !== "udp") {
        report.error(
          endpoint,
          `unsupported URL scheme ${quoted(scheme)}`,
          "use tcp:// or udp://",
        );
      }
    }
    const format = destination.at("format");
    if (LOG_FORMATS.includes(format.text)) continue;
    report.error(
      format,
      format.isPresent ? `unknown log format ${quoted(format.text)}` : '"format" is required',
      `use ${LOG_FORMATS.join(" or ")}`,
    );
  }
}

/** Checks `persist`. */
export function checkPersist(root: Cursor, report: Report): void {
  const persist = root.at("persist");
  if (persist.isFalse && !report.isFirst) {
    report.error(persist, '"persist: false" is not supported', "remove it");
  }
}
