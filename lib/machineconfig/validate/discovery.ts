/**
 * Rules of cluster discovery and KubeSpan.
 *
 * @module
 */
import { DOMAIN } from "../../distribution.ts";
import { parseGoUrl, shownUrl } from "../load/go_url.ts";
import { quoted } from "../problem.ts";
import { checkSubnetFilters } from "./addresses.ts";
import type { Report } from "./report.ts";
import type { Cursor } from "./cursor.ts";

/** Checks `cluster.discovery`. */
export function checkDiscovery(root: Cursor, report: Report): void {
  const cluster = root.at("cluster");
  // A missing endpoint is already reported, and suppresses all other rules of the section.
  if (!cluster.atPath("controlPlane", "endpoint").isPresent) return;
  const discovery = cluster.at("discovery");
  const service = discovery.atPath("registries", "service");
  if (!discovery.at("enabled").isTrue || service.at("disabled").isTrue) return;
  checkService(service.at("endpoint"), report);
  checkIdentity(cluster, "the discovery service", " or disable the service", report);
}

function checkService(endpoint: Cursor, report: Report): void {
  const { text } = endpoint;
  if (text === "") return;
  const hint = `use a URL such as https://discovery.${DOMAIN}/`;
  // Nodes treat a fragment as part of the path.
  const url = parseGoUrl(text.replaceAll("#", "%23"));
  const problem = typeof url === "string"
    ? url
    : url.scheme === "" && !text.startsWith("/")
    ? "no scheme"
    : undefined;
  if (problem !== undefined || typeof url === "string") {
    report.error(endpoint, `invalid URL ${shownUrl(text)}: ${problem}`, hint);
    return;
  }
  if (report.isFirst && url.scheme !== "https") {
    report.error(endpoint, "the discovery service requires https", hint);
  }
  if (url.path !== "" && url.path !== "/") {
    report.error(endpoint, `unexpected path ${quoted(url.path)} in the URL`, "remove the path");
  }
}

/** Minimum MTU of IPv6 (RFC 8200). */
const MIN_MTU = 1280;

/** Checks `machine.network.kubespan`. */
export function checkMesh(root: Cursor, report: Report): void {
  const mesh = root.atPath("machine", "network", "kubespan");
  if (!mesh.at("enabled").isTrue) return;
  const mtu = mesh.at("mtu");
  if (mtu.number !== 0 && mtu.number < MIN_MTU) {
    report.error(mtu, `MTU ${mtu.number} is too small`, `use ${MIN_MTU} or more`);
  }
  if (report.knows({ since: "v1.14" })) {
    // Discovery can be configured by other documents.
    checkSubnetFilters(mesh.atPath("filters", "endpoints"), report);
    return;
  }
  const cluster = root.at("cluster");
  if (!cluster.atPath("discovery", "enabled").isTrue) {
    report.error(
      cluster.atPath("discovery", "enabled"),
      "KubeSpan requires discovery",
      "set it to true",
    );
  }
  checkIdentity(cluster, "KubeSpan", "", report);
  checkSubnetFilters(mesh.atPath("filters", "endpoints"), report);
}

/** Checks `cluster.id` and `cluster.secret`; `alternative` is appended to the hint. */
function checkIdentity(
  cluster: Cursor,
  feature: string,
  alternative: string,
  report: Report,
): void {
  for (const name of ["id", "secret"]) {
    const cursor = cluster.at(name);
    if (cursor.isNonEmpty) continue;
    const hint = `take it from the cluster's secrets${alternative}`;
    report.error(cursor, `${feature} requires "cluster.${name}"`, hint);
  }
}
