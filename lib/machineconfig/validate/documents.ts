/**
 * Rules of documents other than the main one. Nodes report the first error only; these report all.
 *
 * @module
 */
import { parseDuration } from "../../output/duration.ts";
import { type GoUrl, parseGoUrl } from "../load/go_url.ts";
import { quoted } from "../problem.ts";
import { volumeConfig } from "../schema/volumes.ts";
import { allowedValuesOf } from "../schema/allowed_values.ts";
import { splitHostPort } from "./addresses.ts";
import type { ConfigRelease } from "../schema/types.ts";
import type { Report } from "./report.ts";
import type { Cursor } from "./cursor.ts";
import { checkEncryption, checkMaintenance, checkProvisioning } from "./volumes.ts";

type Rules = (document: Cursor, report: Report) => void;

/** Minimum watchdog timeout. */
const MIN_WATCHDOG_TIMEOUT = "10s";

const VOLUMES = allowedValuesOf(volumeConfig, "name");

/** First releases of system volumes. */
const VOLUME_SINCE: Readonly<Record<string, ConfigRelease>> = {
  EPHEMERAL: "v1.8",
  IMAGECACHE: "v1.9",
  STATE: "v1.11",
  ETCD: "v1.14",
  CRI: "v1.14",
  KUBELET: "v1.14",
  LOG: "v1.14",
};

/** Rules by document kind. */
export const DOCUMENT_RULES: Readonly<Record<string, Rules>> = {
  SideroLinkConfig(document, report) {
    const url = document.at("apiUrl");
    const parsed = requireUrl(url, "https://example.com:8090", report);
    if (parsed === undefined) return;
    checkScheme(url, parsed, ["https", "grpc"], report);
    checkNoPath(url, parsed, report);
  },
  KmsgLogConfig(document, report) {
    requireValue(document.at("name"), "name", report);
    const url = document.at("url");
    const parsed = requireUrl(url, "tcp://192.0.2.1:5044", report);
    if (parsed === undefined) return;
    checkScheme(url, parsed, ["tcp", "udp"], report);
    checkNoPath(url, parsed, report);
    if (parsed.port === "") {
      report.error(url, "no port in the URL", "use a URL such as tcp://192.0.2.1:5044");
    }
  },
  EventSinkConfig(document, report) {
    const endpoint = document.at("endpoint");
    if (splitHostPort(endpoint.text) !== undefined) return;
    report.error(
      endpoint,
      endpoint.isPresent ? `invalid endpoint ${quoted(endpoint.text)}` : '"endpoint" is required',
      "use host:port, such as 192.0.2.1:8000",
    );
  },
  WatchdogTimerConfig(document, report) {
    requireValue(
      document.at("device"),
      "device",
      report,
      "use a path such as /dev/watchdog0",
    );
    const timeout = document.at("timeout");
    const time = timeout.text === "" ? 0 : parseDuration(timeout.text);
    if (time === 0 || time >= parseDuration(MIN_WATCHDOG_TIMEOUT)) return;
    report.error(
      timeout,
      `timeout ${quoted(timeout.text)} is too short`,
      `use ${MIN_WATCHDOG_TIMEOUT} or more`,
    );
  },
  NetworkRuleConfig(document, report) {
    requireValue(document.at("name"), "name", report);
    checkPorts(document.atPath("portSelector", "ports"), report);
    for (const rule of document.at("ingress").items) {
      requireValue(rule.at("subnet"), "subnet", report, "use CIDR notation, such as 192.0.2.0/24");
    }
  },
  ExtensionServiceConfig(document, report) {
    requireValue(document.at("name"), "name", report);
    const files = document.at("configFiles");
    if (files.items.length === 0 && document.at("environment").items.length === 0) {
      report.error(
        document,
        '"configFiles" or "environment" is required',
        "add files or environment variables",
      );
    }
    for (const file of files.items) {
      requireValue(file.at("content"), "content", report);
      requireValue(file.at("mountPath"), "mountPath", report);
    }
  },
  VolumeConfig(document, report) {
    const name = document.at("name");
    const names = VOLUMES.filter((volume) => report.knows({ since: VOLUME_SINCE[volume] }));
    if (!names.includes(name.text)) {
      report.error(
        name,
        name.isPresent ? `unknown volume ${quoted(name.text)}` : '"name" is required',
        `use ${names.join(" or ")}`,
      );
    }
    checkProvisioning(document.at("provisioning"), { isRequired: false }, report);
    checkEncryption(document.at("encryption"), report);
    checkMaintenance(document, report);
    if (name.text === "STATE" && document.at("provisioning").hasNonEmpty) {
      report.error(document.at("provisioning"), "not allowed for STATE", "remove it");
    }
  },
};

function requireValue(cursor: Cursor, field: string, report: Report, hint?: string): void {
  if (!cursor.isNonEmpty) report.error(cursor, `"${field}" is required`, hint);
}

/** Returns a decoded URL, or undefined for a missing or invalid one. */
function requireUrl(cursor: Cursor, example: string, report: Report): GoUrl | undefined {
  requireValue(cursor, String(cursor.path.at(-1)), report, `use a URL such as ${example}`);
  if (cursor.text === "") return undefined;
  const url = parseGoUrl(cursor.text);
  return typeof url === "string" ? undefined : url;
}

function checkScheme(cursor: Cursor, url: GoUrl, schemes: readonly string[], report: Report): void {
  if (schemes.includes(url.scheme)) return;
  const all = schemes.map((scheme) => `${scheme}://`).join(" or ");
  report.error(
    cursor,
    "unsupported URL scheme",
    `use ${all}`,
  );
}

function checkNoPath(cursor: Cursor, url: GoUrl, report: Report): void {
  if (url.path === "" || url.path === "/") return;
  report.error(cursor, "unexpected path in the URL", "remove the path");
}

function checkPorts(ports: Cursor, report: Report): void {
  if (ports.items.length === 0) {
    report.error(
      ports,
      '"ports" is required',
      "add ports or ranges, such as 443 or 8000-8080",
    );
  }
  const ranges: { cursor: Cursor; low: number; high: number; text: string }[] = [];
  for (const cursor of ports.items) {
    if (cursor.value === undefined) continue;
    const text = String(cursor.value);
    const [low, high = low] = text.split("-").map(Number) as [number, number?];
    if (low > high) {
      report.error(
        cursor,
        `invalid port range ${quoted(text)}: the end is less than the start`,
        `use ${high}-${low}`,
      );
    }
    const other = ranges.find((one) => low <= one.high && one.low <= high);
    if (other !== undefined) {
      report.error(
        cursor,
        `port range ${quoted(text)} overlaps with ${quoted(other.text)}`,
        "merge the ranges",
      );
    }
    ranges.push({ cursor, low, high, text });
  }
}
