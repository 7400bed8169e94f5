/**
 * Rules of the `cluster` section.
 *
 * @module
 */
import { quoted } from "../problem.ts";
import { cniConfig } from "../schema/cluster_network.ts";
import { allowedValuesOf } from "../schema/allowed_values.ts";
import { checkEndpoint, checkSubnetFilters } from "./addresses.ts";
import type { MachineType } from "./machine.ts";
import type { Report } from "./report.ts";
import type { Spot } from "./spot.ts";

const DNS_NAME = /^([a-zA-Z0-9_][a-zA-Z0-9_-]{0,62})(\.[a-zA-Z0-9_][a-zA-Z0-9_-]{0,62})*[._]?$/;

/** The whole section. Without an endpoint nothing else of it counts. */
export function checkCluster(top: Spot, type: MachineType, report: Report): void {
  const cluster = top.at("cluster");
  if (!cluster.isThere) {
    report.error(
      cluster,
      "the section of the cluster is missing",
      'add "cluster:" with "controlPlane:"',
    );
    return;
  }
  const endpoint = cluster.to("controlPlane", "endpoint");
  if (!endpoint.isThere) {
    report.error(
      endpoint,
      "the endpoint of the control plane is missing",
      "set one like https://192.0.2.10:6443",
    );
    return;
  }
  if (typeof endpoint.value === "string") checkEndpoint(endpoint, report);
  const domain = cluster.to("network", "dnsDomain");
  const labels = domain.text.replaceAll(".", "").length;
  if (domain.text !== "" && (labels > 255 || !DNS_NAME.test(domain.text))) {
    report.error(domain, `${quoted(domain.text)} is no DNS name`, "write one like cluster.local");
  }
  checkCloudProvider(cluster.at("externalCloudProvider"), report);
  checkEtcd(cluster.at("etcd"), type, report);
  checkInlineManifests(cluster.at("inlineManifests"), report);
  if (!report.isFirst) {
    for (const part of ["apiServer", "controllerManager", "scheduler"]) {
      for (const which of ["requests", "limits"]) {
        for (const [name, spot] of cluster.to(part, "resources", which).entries) {
          if (name === "cpu" || name === "memory") continue;
          report.unwanted(spot, `${quoted(name)} is no resource here`, "use cpu and memory only");
        }
      }
    }
  }
}

function checkCloudProvider(provider: Spot, report: Report): void {
  const manifests = provider.at("manifests");
  if (!provider.at("enabled").isTrue && manifests.items.length > 0) {
    report.error(
      manifests,
      "there are manifests of a cloud provider that is not enabled",
      'set "enabled: true", or remove them',
    );
    return;
  }
  for (const manifest of manifests.items) checkEndpoint(manifest, report);
}

function checkEtcd(etcd: Spot, type: MachineType, report: Report): void {
  if (!etcd.isThere) return;
  if (type === "worker" && !report.isFirst) {
    report.unwanted(etcd, "only control planes have etcd", "remove it");
    return;
  }
  if (!etcd.at("ca").isThere) {
    report.error(
      etcd.at("ca"),
      "etcd needs its authority",
      'set "ca" from the secrets of the cluster',
    );
  }
  const subnet = etcd.at("subnet");
  const advertised = etcd.at("advertisedSubnets");
  if (subnet.text !== "" && advertised.items.length > 0) {
    report.unwanted(subnet, "advertised subnets are set as well", "remove it");
  } else if (subnet.text !== "") checkSubnetFilters(listOf(subnet), report);
  checkSubnetFilters(advertised, report);
  checkSubnetFilters(etcd.at("listenSubnets"), report);
}

/** A single text as a list of one. */
function listOf(spot: Spot): Pick<Spot, "items"> {
  return { items: [spot] };
}

function checkInlineManifests(manifests: Spot, report: Report): void {
  const names = new Set<string>();
  for (const manifest of manifests.items) {
    const name = manifest.at("name");
    if (name.text.trim() === "") {
      report.error(name, "an inline manifest needs a name", "give it one that no other has");
    }
    if (names.has(name.text)) {
      report.error(
        name,
        `another inline manifest is called ${quoted(name.text)}`,
        "rename one of them",
      );
    }
    names.add(name.text);
  }
}

const CNI_NAMES = allowedValuesOf(cniConfig, "name");

/** `cluster.network.cni`, of control planes. */
export function checkCni(top: Spot, report: Report): void {
  const cni = top.to("cluster", "network", "cni");
  // Without the section it is flannel; within it the name must be there.
  if (!cni.isThere) return;
  const name = cni.at("name");
  const urls = cni.at("urls");
  const flannel = cni.to("flannel", "extraArgs");
  if (name.text === "") {
    report.error(name, "the name of the CNI is missing", `use one of ${CNI_NAMES.join(", ")}`);
    return;
  }
  if (!report.word(name, CNI_NAMES)) return;
  if (name.text !== "custom" && urls.items.length > 0) {
    report.unwanted(
      urls,
      `there are no URLs for the CNI "${name.text}"`,
      'remove them, or use "name: custom"',
    );
  }
  if (name.text === "custom") {
    if (urls.items.length === 0) {
      report.warning(
        urls,
        "a custom CNI without URLs installs nothing",
        'set "urls", or use "name: none"',
      );
    }
    for (const url of urls.items) checkEndpoint(url, report);
  }
  if (name.text !== "flannel" && flannel.items.length > 0 && !report.isFirst) {
    report.unwanted(
      flannel,
      `arguments of flannel mean nothing to the CNI "${name.text}"`,
      "remove them",
    );
  }
}
