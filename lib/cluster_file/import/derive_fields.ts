/**
 * Reads the fields of a cluster file from configurations of nodes.
 *
 * @module
 */
import {
  type ConfigDocument,
  type Data,
  isList,
  isMap,
  type Value,
} from "../../machineconfig/data.ts";
import type { YamlMap } from "../../yaml/mod.ts";
import { MAIN } from "../../machineconfig/schema/documents.ts";
import { IMAGE_FACTORY, installerImage, PUBLISHED_INSTALLER } from "../../os_versions/mod.ts";

/** A node to import. */
export interface ImportedNode {
  /** Host name in its configuration, else as discovered, else the name of its file. */
  readonly name: string;
  readonly addresses: readonly string[];
  /** Version that it runs; undefined: the tag of its installer image. */
  readonly osVersion: string | undefined;
  readonly documents: readonly ConfigDocument[];
  /** Fields of `os` that define its image, instead of those that the image shows. */
  readonly os?: Data;
  /** Patches that follow those that make the documents, as items of a cluster file. */
  readonly patches?: OrderedPatches;
}

/** Patches of a node by the level that declares them; each level in order. */
export interface OrderedPatches {
  readonly cluster: readonly YamlMap[];
  readonly group: readonly YamlMap[];
  readonly node: readonly YamlMap[];
}

/** Fields of one node that a cluster file has fields for. */
export interface NodeFields {
  readonly role: "controlplane" | "worker";
  readonly os: { readonly version: string; readonly image: Data };
  readonly kubernetesVersion: string;
  readonly install: Data;
  readonly endpoint: string;
  readonly clusterName: string;
  readonly dnsDomain: string;
  readonly certSans: readonly string[];
  readonly discovery: boolean;
  readonly allowScheduling: boolean;
}

/** Returns the host name in a configuration; undefined without one. */
export function hostnameOf(documents: readonly ConfigDocument[]): string | undefined {
  const [name] = [
    textAt(dataOf(documents, "HostnameConfig"), "hostname"),
    textAt(mainOf(documents), "machine", "network", "hostname"),
  ].filter((text) => text !== "");
  return name;
}

/** Returns the fields of a node. */
export function fieldsOf({ documents, osVersion, os }: ImportedNode): NodeFields {
  const main = mainOf(documents);
  const kubelet = textAt(main, "machine", "kubelet", "image") ||
    textAt(dataOf(documents, "KubeletConfig"), "image");
  const unattended = dataOf(documents, "UnattendedInstallConfig");
  const image = textAt(main, "machine", "install", "image") ||
    textAt(unattended, "installer", "image");
  const cluster = dataOf(documents, "KubeClusterConfig");
  const selector = valueAt(main, "machine", "install", "diskSelector");
  const match = textAt(unattended, "provisioning", "diskSelector", "match");
  const disk = textAt(main, "machine", "install", "disk") ||
    /^disk\.dev_path == "([^"]*)"$/.exec(match)?.[1] || "";
  const sans = valueAt(main, "machine", "certSANs");
  return {
    role: textAt(main, "machine", "type") === "worker" ? "worker" : "controlplane",
    os: { version: osVersion ?? tagOf(image), image: os ?? imageFields(image) },
    kubernetesVersion: tagOf(kubelet).replace(/^v/, ""),
    install: isMap(selector) && Object.keys(selector).length > 0
      ? { diskSelector: selector }
      : { disk },
    endpoint: textAt(main, "cluster", "controlPlane", "endpoint") || textAt(cluster, "endpoint"),
    clusterName: textAt(main, "cluster", "clusterName") || textAt(cluster, "clusterName"),
    dnsDomain: textAt(main, "cluster", "network", "dnsDomain") ||
      textAt(dataOf(documents, "KubeNetworkConfig"), "dnsDomain") || "cluster.local",
    certSans: isList(sans) ? sans.map(String) : [],
    discovery: valueAt(main, "cluster", "discovery", "enabled") === true ||
      documents.some(({ type }) => type.kind === "DiscoveryServiceConfig"),
    allowScheduling: valueAt(main, "cluster", "allowSchedulingOnControlPlanes") === true,
  };
}

/** Returns the fields of `os` that define an image. */
function imageFields(image: string): Data {
  const repository = image.replace(/@.*$/, "").replace(/:[^:/]*$/, "");
  if (repository === "" || repository === PUBLISHED_INSTALLER) return {};
  if (image === installerImage(tagOf(image))) return {};
  const [, factory, platform, secure, id] =
    /^([^/]+)\/(?:([a-z0-9]+)-)?installer(-secureboot)?\/([0-9a-f]{64})$/.exec(repository) ?? [];
  if (id === undefined) return { image: repository };
  return {
    schematic: id,
    ...(factory === undefined || factory === IMAGE_FACTORY ? {} : { factory }),
    ...(platform === undefined ? {} : { platform }),
    ...(secure === undefined ? {} : { secureBoot: true }),
  };
}

function tagOf(image: string): string {
  return /:([^:/@]+)(?:@.*)?$/.exec(image)?.[1] ?? "";
}

function mainOf(documents: readonly ConfigDocument[]): Data | undefined {
  return documents.find(({ type }) => type === MAIN)?.data;
}

function dataOf(documents: readonly ConfigDocument[], kind: string): Data | undefined {
  return documents.find(({ type }) => type.kind === kind)?.data;
}

function textAt(data: Data | undefined, ...path: readonly string[]): string {
  const value = valueAt(data, ...path);
  return typeof value === "string" ? value : "";
}

function valueAt(data: Data | undefined, ...path: readonly string[]): Value | undefined {
  return path.reduce<Value | undefined>((at, key) => isMap(at) ? at[key] : undefined, data);
}
