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
import type { Cursor } from "./cursor.ts";

const DNS_NAME = /^([a-zA-Z0-9_][a-zA-Z0-9_-]{0,62})(\.[a-zA-Z0-9_][a-zA-Z0-9_-]{0,62})*[._]?$/;

/** Checks the section; without an endpoint, only that is reported. */
export function checkCluster(root: Cursor, type: MachineType, report: Report): void {
  const cluster = root.at("cluster");
  if (!cluster.isPresent) {
    report.error(
      cluster,
      '"cluster" is required',
      'add a "cluster" section with "controlPlane"',
    );
    return;
  }
  const controlPlane = cluster.at("controlPlane");
  const endpoint = controlPlane.at("endpoint");
  // Newer nodes have the endpoint in KubeClusterConfig.
  const isRequired = controlPlane.isPresent || !report.knows({ since: "v1.14" });
  if (!endpoint.isPresent && isRequired) {
    report.error(
      endpoint,
      '"endpoint" is required',
      "set a URL such as https://192.0.2.10:6443",
    );
    return;
  }
  if (typeof endpoint.value === "string") checkEndpoint(endpoint, report);
  const domain = cluster.atPath("network", "dnsDomain");
  const labels = domain.text.replaceAll(".", "").length;
  if (domain.text !== "" && (labels > 255 || !DNS_NAME.test(domain.text))) {
    report.error(
      domain,
      `invalid DNS name ${quoted(domain.text)}`,
      "use a name such as cluster.local",
    );
  }
  checkCloudProvider(cluster.at("externalCloudProvider"), report);
  checkEtcd(cluster.at("etcd"), type, report);
  checkInlineManifests(cluster.at("inlineManifests"), report);
  if (!report.isFirst) {
    for (const part of ["apiServer", "controllerManager", "scheduler"]) {
      for (const which of ["requests", "limits"]) {
        for (const [name, cursor] of cluster.atPath(part, "resources", which).entries) {
          if (name === "cpu" || name === "memory") continue;
          report.errorAtKey(cursor, `unknown resource ${quoted(name)}`, "use cpu and memory only");
        }
      }
    }
  }
}

function checkCloudProvider(provider: Cursor, report: Report): void {
  const manifests = provider.at("manifests");
  if (!provider.at("enabled").isTrue && manifests.items.length > 0) {
    report.error(
      manifests,
      '"manifests" requires "enabled: true"',
      'set "enabled: true" or remove "manifests"',
    );
    return;
  }
  for (const manifest of manifests.items) checkEndpoint(manifest, report);
}

function checkEtcd(etcd: Cursor, type: MachineType, report: Report): void {
  if (!etcd.isPresent) return;
  if (type === "worker" && !report.isFirst) {
    report.errorAtKey(etcd, '"etcd" is not allowed on workers', "remove it");
    return;
  }
  if (!etcd.at("ca").isPresent) {
    report.error(
      etcd.at("ca"),
      '"ca" is required',
      "take it from the cluster's secrets",
    );
  }
  const subnet = etcd.at("subnet");
  const advertised = etcd.at("advertisedSubnets");
  if (subnet.text !== "" && advertised.items.length > 0) {
    report.errorAtKey(
      subnet,
      '"subnet" and "advertisedSubnets" are mutually exclusive',
      'remove "subnet"',
    );
  } else if (subnet.text !== "") checkSubnetFilters(listOf(subnet), report);
  checkSubnetFilters(advertised, report);
  checkSubnetFilters(etcd.at("listenSubnets"), report);
}

/** Returns a string as a list of one. */
function listOf(cursor: Cursor): Pick<Cursor, "items"> {
  return { items: [cursor] };
}

function checkInlineManifests(manifests: Cursor, report: Report): void {
  const names = new Set<string>();
  for (const manifest of manifests.items) {
    const name = manifest.at("name");
    if (name.text.trim() === "") {
      report.error(name, '"name" is required', "set a unique name");
    }
    if (names.has(name.text)) {
      report.error(
        name,
        `duplicate manifest name ${quoted(name.text)}`,
        "rename one of them",
      );
    }
    names.add(name.text);
  }
}

const CNI_NAMES = allowedValuesOf(cniConfig, "name");

/** Checks `cluster.network.cni` of control planes. */
export function checkCni(root: Cursor, report: Report): void {
  const cni = root.atPath("cluster", "network", "cni");
  // Without the section, the plugin is Flannel; with it, the name is required.
  if (!cni.isPresent) return;
  const name = cni.at("name");
  const urls = cni.at("urls");
  const flannel = cni.atPath("flannel", "extraArgs");
  if (name.text === "") {
    report.error(name, '"name" is required', `use ${CNI_NAMES.join(", ")}`);
    return;
  }
  if (!report.checkAllowed(name, CNI_NAMES)) return;
  if (name.text !== "custom" && urls.items.length > 0) {
    report.errorAtKey(
      urls,
      `"urls" requires "name: custom", not "${name.text}"`,
      'remove "urls" or set "name: custom"',
    );
  }
  if (name.text === "custom") {
    if (urls.items.length === 0) {
      report.warning(
        urls,
        'no "urls" of the custom CNI plugin',
        'set "urls" or use "name: none"',
      );
    }
    for (const url of urls.items) checkEndpoint(url, report);
  }
  if (name.text !== "flannel" && flannel.items.length > 0 && !report.isFirst) {
    report.errorAtKey(
      flannel,
      `"flannel" requires "name: flannel", not "${name.text}"`,
      'remove "flannel"',
    );
  }
}
