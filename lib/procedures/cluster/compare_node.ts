/**
 * Compares what a node runs with its declaration.
 *
 * @module
 */
import type { DeclaredNode } from "../../cluster_file/mod.ts";
import { type ConfigDocument, type Data, mergeData, type Value } from "../../machineconfig/data.ts";
import { decodeMachineConfig } from "../../machineconfig/load/mod.ts";
import { isSame as isSameDocument } from "../../machineconfig/patch/strategic.ts";
import { MAIN } from "../../machineconfig/schema/documents.ts";
import { releaseOfVersion } from "../../machineconfig/schema/releases.ts";
import { encodeConfig } from "../../machineconfig/encode/mod.ts";
import { type PredictedEffect, predictEffect } from "../../machineconfig/predict_effect.ts";
import type { Observation } from "./observe_nodes.ts";

/** A value that is declared and one that a node has. */
export interface Versions {
  readonly actual: string | undefined;
  readonly wanted: string;
}

/** The differences of a running node. */
export interface NodeDifferences {
  readonly os: Versions;
  /** ID of the schematic; `wanted` is empty for an image without one. */
  readonly schematic: Versions;
  /** Version of the kubelet without `v`. */
  readonly kubernetes: Versions;
  /** Fields of the configuration, without the versions of Kubernetes. */
  readonly fields: readonly PredictedEffect[];
  /** The configuration to apply, with the versions of Kubernetes that the node has. */
  readonly text: string;
}

/** The images whose tags the upgrade of Kubernetes sets, by document and path. */
const KUBERNETES_IMAGES: readonly (readonly [kind: string, ...path: string[]])[] = [
  [MAIN.kind, "machine", "kubelet", "image"],
  [MAIN.kind, "cluster", "apiServer", "image"],
  [MAIN.kind, "cluster", "controllerManager", "image"],
  [MAIN.kind, "cluster", "scheduler", "image"],
  [MAIN.kind, "cluster", "proxy", "image"],
  ["KubeletConfig", "image"],
  ["KubeAPIServerConfig", "image"],
  ["KubeControllerManagerConfig", "image"],
  ["KubeSchedulerConfig", "image"],
  ["KubeProxyConfig", "image"],
];

/** Compares a running node with its rendered documents. */
export function compareNode(
  node: DeclaredNode,
  wanted: readonly ConfigDocument[],
  { osVersion, schematic, config }: Extract<Observation, { kind: "running" }>,
  kubernetesVersion: string,
): NodeDifferences {
  const release = releaseOfVersion(osVersion);
  const { documents } = decodeMachineConfig(config, { release, isLenient: true });
  const toApply = withKubernetesOf(wanted, documents);
  const text = encodeConfig(toApply, { docs: false, examples: false });
  return {
    os: { actual: osVersion, wanted: node.osVersion },
    schematic: { actual: schematic, wanted: node.schematic ?? "" },
    kubernetes: { actual: kubeletVersion(documents), wanted: kubernetesVersion },
    fields: predictEffect(config, text, release),
    text,
  };
}

/** Reports whether nothing differs. An undeclared schematic is not a difference. */
export function isSame(differences: NodeDifferences): boolean {
  const { fields, kubernetes } = differences;
  return fields.length === 0 && !isUpgraded(differences) && kubernetes.actual === kubernetes.wanted;
}

/** Reports whether the image has another schematic than a declared one. */
export function isOtherSchematic({ actual, wanted }: Versions): boolean {
  return wanted !== "" && actual !== wanted;
}

/** Reports whether the node needs another image. */
export function isUpgraded({ os, schematic }: NodeDifferences): boolean {
  return os.actual !== os.wanted || isOtherSchematic(schematic);
}

/** Returns the version of the kubelet's image; undefined for the default of the node. */
function kubeletVersion(documents: readonly ConfigDocument[]): string | undefined {
  const images = documents.flatMap(({ type, data }) => {
    if (type.kind === "KubeletConfig") return [data["image"]];
    return type === MAIN ? [valueAt(data, ["machine", "kubelet", "image"])] : [];
  });
  const image = images.find((value) => typeof value === "string" && value !== "");
  return image === undefined ? undefined : splitImage(String(image)).tag.replace(/^v/, "");
}

/**
 * Returns the documents with the tags of Kubernetes images that the node has: the upgrade of
 * Kubernetes sets them on all nodes, in its own order.
 */
function withKubernetesOf(
  wanted: readonly ConfigDocument[],
  actual: readonly ConfigDocument[],
): ConfigDocument[] {
  return wanted.map((document) => {
    const own = actual.find((one) => isSameDocument(one, document));
    const images = KUBERNETES_IMAGES.filter(([kind]) => kind === document.type.kind);
    const data = images.reduce<Data>((data, [, ...path]) => {
      const [image, running] = [valueAt(data, path), valueAt(own?.data, path)];
      if (typeof image !== "string" || typeof running !== "string") return data;
      const isOther = splitImage(image).repository !== splitImage(running).repository;
      return isOther ? data : mergeData(data, nested(path, running));
    }, document.data);
    return { ...document, data };
  });
}

function nested(path: readonly string[], value: Value): Data {
  const [key = "", ...rest] = path;
  return { [key]: rest.length === 0 ? value : nested(rest, value) };
}

function splitImage(image: string): { readonly repository: string; readonly tag: string } {
  const [, repository = image, tag = ""] = /^(.*?)(?::([^:/@]*))?(?:@.*)?$/.exec(image) ?? [];
  return { repository, tag };
}

function valueAt(value: Value | undefined, path: readonly string[]): Value | undefined {
  return path.reduce<Value | undefined>(
    (at, key) =>
      typeof at === "object" && at !== null && !Array.isArray(at)
        ? (at as { readonly [name: string]: Value })[key]
        : undefined,
    value,
  );
}
