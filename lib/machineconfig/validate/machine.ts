/**
 * Rules of the machine as a whole: its type, its authorities, what depends on the mode.
 *
 * @module
 */
import { ROLES } from "../../pki/roles.ts";
import { didYouMean } from "../../output/nearest.ts";
import { parseGoUrl } from "../load/go_url.ts";
import { quoted } from "../problem.ts";
import { machineConfig } from "../schema/machine.ts";
import { loggingDestination } from "../schema/system.ts";
import { allowedValuesOf } from "../schema/allowed_values.ts";
import type { Report } from "./report.ts";
import type { Spot } from "./spot.ts";

/** What a machine does in its cluster. */
export type MachineType = "init" | "controlplane" | "worker" | "unknown";

const TYPES = allowedValuesOf(machineConfig, "type");
const LOG_FORMATS = allowedValuesOf(loggingDestination, "format");

/** Reads and checks `machine.type`; older names of workers are fine. */
export function checkType(machine: Spot, report: Report): MachineType {
  const spot = machine.at("type");
  const { text } = spot;
  if (text === "init" || text === "controlplane" || text === "worker") return text;
  if (spot.isWrong) return "unknown";
  if (text === "" || text === "join") {
    const found = spot.isThere
      ? `${quoted(text)} is taken for a worker`
      : "it is missing, which makes a worker";
    report.warning(spot, found, 'write "worker"');
    return "worker";
  }
  report.error(
    spot,
    `${quoted(text)} is no machine type`,
    didYouMean(text, TYPES) ?? "use controlplane or worker",
  );
  return "unknown";
}

/** Whether machines of a type run the control plane. */
export function isControlPlane(type: MachineType): boolean {
  return type === "init" || type === "controlplane";
}

/** `machine.ca`, `machine.acceptedCAs`, and of workers the key of `cluster.ca`. */
export function checkAuthorities(top: Spot, type: MachineType, report: Report): void {
  const ca = top.to("machine", "ca");
  const accepted = top.to("machine", "acceptedCAs");
  const hasAccepted = accepted.items.length > 0;
  const clusterKey = top.to("cluster", "ca", "key");
  if (!report.isFirst) {
    if (!ca.isThere && !(hasAccepted && !isControlPlane(type))) {
      report.error(
        ca,
        isControlPlane(type)
          ? "a control plane needs the authority of the node API"
          : "there is neither an authority of the node API nor an accepted one",
        'set "ca" from the secrets of the cluster',
      );
    } else if (isControlPlane(type) && !ca.at("key").isFilled) {
      report.error(
        ca.at("key"),
        "a control plane needs the key of the authority",
        'set "key" beside "crt"',
      );
    }
  }
  if (type !== "worker" || report.isFirst) return;
  if (ca.at("key").isFilled) {
    report.unwanted(ca.at("key"), "a worker must not have the authority's key", "remove it");
  }
  if (ca.isThere && !ca.at("crt").isFilled && !hasAccepted) {
    report.error(ca, "a worker needs a certificate to trust", 'set "crt", or "acceptedCAs"');
  }
  if (clusterKey.isFilled) {
    report.unwanted(clusterKey, "a worker must not have the authority's key", "remove it");
  }
}

/** `machine.features`. */
export function checkFeatures(machine: Spot, type: MachineType, report: Report): void {
  const features = machine.at("features");
  if (report.mode === "container" && !report.isFirst) {
    const dns = features.at("hostDNS");
    for (const name of ["enabled", "forwardKubeDNSToHost"]) {
      const spot = dns.at(name);
      if (spot.isTrue) continue;
      report.error(
        spot,
        "a container reaches its cluster's DNS through the host only",
        "set it to true",
      );
    }
  }
  const access = features.at("kubernetesTalosAPIAccess");
  if (!access.at("enabled").isTrue) return;
  if (!features.at("rbac").isTrue) {
    report.error(
      features.at("rbac"),
      "access from Kubernetes to the node API needs roles",
      "set it to true",
    );
  }
  if (type === "worker") {
    report.error(
      access.at("enabled"),
      "only control planes can give Kubernetes access to the node API",
      "set it to false, or remove the section",
    );
  }
  for (const role of access.at("allowedRoles").items) {
    if ((ROLES as readonly string[]).includes(role.text)) continue;
    report.error(
      role,
      `there is no role ${quoted(role.text)}`,
      didYouMean(role.text, ROLES) ?? `roles are ${ROLES.join(", ")}`,
    );
  }
}

/** `machine.logging`. */
export function checkLogging(machine: Spot, report: Report): void {
  for (const destination of machine.to("logging", "destinations").items) {
    const endpoint = destination.at("endpoint");
    if (!endpoint.isThere) {
      report.error(
        endpoint,
        "a destination of logs needs an endpoint",
        "set one like tcp://192.0.2.1:5044/",
      );
    } else if (typeof endpoint.value === "string") {
      const url = parseGoUrl(endpoint.text);
      const [host, scheme] = typeof url === "string" ? ["", ""] : [url.host, url.scheme];
      if (host === "") {
        report.error(endpoint, "the endpoint has no host", "write one like tcp://192.0.2.1:5044/");
      }
      if (scheme !== "tcp" && scheme !== "udp") {
        report.error(
          endpoint,
          `logs go to tcp:// or udp://, not to ${quoted(scheme)}`,
          "start the URL with tcp:// or udp://",
        );
      }
    }
    const format = destination.at("format");
    if (LOG_FORMATS.includes(format.text)) continue;
    report.error(
      format,
      format.isThere
        ? `there is no log format ${quoted(format.text)}`
        : "the log format is missing",
      `write ${LOG_FORMATS.join(" or ")}`,
    );
  }
}

/** `persist`. */
export function checkPersist(top: Spot, report: Report): void {
  const persist = top.at("persist");
  if (persist.isFalse && !report.isFirst) {
    report.error(persist, "a configuration that is not kept is not supported", "remove it");
  }
}
