/**
 * Rules of cluster discovery, and of the mesh that needs it.
 *
 * @module
 */
import { DOMAIN } from "../../distribution.ts";
import { parseGoUrl, shownUrl } from "../load/go_url.ts";
import { quoted } from "../problem.ts";
import { checkSubnetFilters } from "./addresses.ts";
import type { Report } from "./report.ts";
import type { Spot } from "./spot.ts";

/** `cluster.discovery`. */
export function checkDiscovery(top: Spot, report: Report): void {
  const cluster = top.at("cluster");
  // A section without an endpoint has been told about, and nothing else of it counts.
  if (!cluster.to("controlPlane", "endpoint").isThere) return;
  const discovery = cluster.at("discovery");
  const service = discovery.to("registries", "service");
  if (!discovery.at("enabled").isTrue || service.at("disabled").isTrue) return;
  checkService(service.at("endpoint"), report);
  needIdentity(cluster, "the discovery service", ", or disable the service", report);
}

function checkService(endpoint: Spot, report: Report): void {
  const { text } = endpoint;
  if (text === "") return;
  const hint = `write one like https://discovery.${DOMAIN}/`;
  // A fragment has no meaning here and is a part of the path.
  const url = parseGoUrl(text.replaceAll("#", "%23"));
  const problem = typeof url === "string"
    ? url
    : url.scheme === "" && !text.startsWith("/")
    ? "it has no scheme"
    : undefined;
  if (problem !== undefined || typeof url === "string") {
    report.error(endpoint, `${shownUrl(text)} is no URL: ${problem}`, hint);
    return;
  }
  if (report.isFirst && url.scheme !== "https") {
    report.error(endpoint, "the discovery service must be reached by https", hint);
  }
  if (url.path !== "" && url.path !== "/") {
    report.error(endpoint, `the URL has the path ${quoted(url.path)}`, "remove the path");
  }
}

/** What the mesh's WireGuard link needs for IPv6. */
const LOWEST_MTU = 1280;

/** `machine.network.kubespan`. */
export function checkMesh(top: Spot, report: Report): void {
  const mesh = top.to("machine", "network", "kubespan");
  if (!mesh.at("enabled").isTrue) return;
  const mtu = mesh.at("mtu");
  if (mtu.number !== 0 && mtu.number < LOWEST_MTU) {
    report.error(mtu, `the MTU is ${mtu.number}`, `use ${LOWEST_MTU} or more`);
  }
  const cluster = top.at("cluster");
  if (!cluster.to("discovery", "enabled").isTrue) {
    report.error(cluster.to("discovery", "enabled"), "KubeSpan needs discovery", "set it to true");
  }
  needIdentity(cluster, "KubeSpan", "", report);
  checkSubnetFilters(mesh.to("filters", "endpoints"), report);
}

/** `or` goes on with the hint. */
function needIdentity(cluster: Spot, who: string, or: string, report: Report): void {
  for (const name of ["id", "secret"]) {
    const spot = cluster.at(name);
    if (spot.isFilled) continue;
    const hint = `take it from the secrets of the cluster${or}`;
    report.error(spot, `${who} needs the cluster's ${name}`, hint);
  }
}
