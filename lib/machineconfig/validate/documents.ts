/**
 * Rules of the documents beside the main one. A node tells the first mistake of each only; here
 * all are told.
 *
 * @module
 */
import { parseDuration } from "../../output/duration.ts";
import { type GoUrl, parseGoUrl } from "../load/go_url.ts";
import { parseSize } from "../load/sizes.ts";
import { quoted } from "../problem.ts";
import { volumeConfig } from "../schema/volumes.ts";
import { allowedValuesOf } from "../schema/allowed_values.ts";
import { splitHostPort } from "./addresses.ts";
import { checkExpression } from "./expression/check.ts";
import type { Report } from "./report.ts";
import type { Spot } from "./spot.ts";

type Rules = (document: Spot, report: Report) => void;

/** The shortest time after which a watchdog may restart the machine. */
const SHORTEST_WATCHDOG = "10s";

const VOLUMES = allowedValuesOf(volumeConfig, "name");

/** Rules by kind; other kinds have none. */
export const DOCUMENT_RULES: Readonly<Record<string, Rules>> = {
  SideroLinkConfig(document, report) {
    const url = document.at("apiUrl");
    const parsed = needUrl(url, "https://example.com:8090", report);
    if (parsed === undefined) return;
    checkScheme(url, parsed, ["https", "grpc"], report);
    checkNoPath(url, parsed, report);
  },
  KmsgLogConfig(document, report) {
    need(document.at("name"), "the document needs a name", report);
    const url = document.at("url");
    const parsed = needUrl(url, "tcp://192.0.2.1:5044", report);
    if (parsed === undefined) return;
    checkScheme(url, parsed, ["tcp", "udp"], report);
    checkNoPath(url, parsed, report);
    if (parsed.port === "") {
      report.error(url, "the URL has no port", "write one like tcp://192.0.2.1:5044");
    }
  },
  EventSinkConfig(document, report) {
    const endpoint = document.at("endpoint");
    if (splitHostPort(endpoint.text) !== undefined) return;
    report.error(
      endpoint,
      endpoint.isThere
        ? `${quoted(endpoint.text)} is no host with a port`
        : "the endpoint is missing",
      "write one like 192.0.2.1:8000",
    );
  },
  WatchdogTimerConfig(document, report) {
    need(
      document.at("device"),
      "the device of the watchdog is missing",
      report,
      "write one like /dev/watchdog0",
    );
    const timeout = document.at("timeout");
    const time = timeout.text === "" ? 0 : parseDuration(timeout.text);
    if (time === 0 || time >= parseDuration(SHORTEST_WATCHDOG)) return;
    report.error(timeout, `${timeout.text} is too short`, `use ${SHORTEST_WATCHDOG} or more`);
  },
  NetworkRuleConfig(document, report) {
    need(document.at("name"), "the document needs a name", report);
    checkPorts(document.to("portSelector", "ports"), report);
    for (const rule of document.at("ingress").items) {
      need(rule.at("subnet"), "the subnet is missing", report, "write one like 192.0.2.0/24");
    }
  },
  ExtensionServiceConfig(document, report) {
    need(document.at("name"), "the document needs a name", report);
    const files = document.at("configFiles");
    if (files.items.length === 0 && document.at("environment").items.length === 0) {
      report.error(
        document,
        "there is nothing in it for the extension",
        'set "configFiles" or "environment"',
      );
    }
    for (const file of files.items) {
      need(file.at("content"), "the file has no content", report);
      need(
        file.at("mountPath"),
        "it is not said where the file is mounted",
        report,
        'set "mountPath"',
      );
    }
  },
  VolumeConfig(document, report) {
    const name = document.at("name");
    if (!VOLUMES.includes(name.text)) {
      report.error(
        name,
        name.isThere
          ? `${quoted(name.text)} is no volume that can be set up`
          : "the name is missing",
        `use ${VOLUMES.join(" or ")}`,
      );
    }
    const match = document.to("provisioning", "diskSelector", "match");
    for (
      const { severity, message, hint } of match.text === "" ? [] : checkExpression(match.text)
    ) {
      report[severity](match, message, hint);
    }
    const [min, max] = ["minSize", "maxSize"].map((size) => document.to("provisioning", size));
    const [low, high] = [parseSize(min!.text), parseSize(max!.text)];
    if (low !== undefined && high !== undefined && low > high) {
      report.error(
        min!,
        `${min!.text} is more than the greatest size, ${max!.text}`,
        "exchange them",
      );
    }
  },
};

function need(spot: Spot, problem: string, report: Report, hint?: string): void {
  if (!spot.isFilled) report.error(spot, problem, hint);
}

/** A URL that was read; a wrong one has been told about. */
function needUrl(spot: Spot, example: string, report: Report): GoUrl | undefined {
  need(spot, "the URL is missing", report, `write one like ${example}`);
  if (spot.text === "") return undefined;
  const url = parseGoUrl(spot.text);
  return typeof url === "string" ? undefined : url;
}

function checkScheme(spot: Spot, url: GoUrl, schemes: readonly string[], report: Report): void {
  if (schemes.includes(url.scheme)) return;
  const all = schemes.map((scheme) => `${scheme}://`).join(" or ");
  report.error(
    spot,
    `the URL does not start with ${all}`,
    `start it with ${schemes[0]}://`,
  );
}

function checkNoPath(spot: Spot, url: GoUrl, report: Report): void {
  if (url.path === "" || url.path === "/") return;
  report.error(spot, "the URL has a path", "remove the path");
}

function checkPorts(ports: Spot, report: Report): void {
  if (ports.items.length === 0) {
    report.error(
      ports,
      "it is not said which ports the rule is for",
      'add items such as "443" or "8000-8080"',
    );
  }
  const ranges: { spot: Spot; low: number; high: number; text: string }[] = [];
  for (const spot of ports.items) {
    if (spot.value === undefined) continue;
    const text = String(spot.value);
    const [low, high = low] = text.split("-").map(Number) as [number, number?];
    if (low > high) report.error(spot, `${text} ends before it starts`, `write ${high}-${low}`);
    const other = ranges.find((one) => low <= one.high && one.low <= high);
    if (other !== undefined) {
      report.error(spot, `${text} overlaps with ${other.text}`, "make one range of them");
    }
    ranges.push({ spot, low, high, text });
  }
}
