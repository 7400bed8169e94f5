/**
 * Renders the machine configuration of a declared node.
 *
 * The order: what the contract generates, the fields of the cluster file, then the patches of the
 * cluster, of the group and of the node. Later ones win.
 *
 * @module
 */
import type { ConfigDocument, Data } from "../machineconfig/data.ts";
import { hasFeature, render, type Rendered } from "../machineconfig/generate/mod.ts";
import { generateMachine } from "../machineconfig/generate/generate_machine.ts";
import { applyPatches, type Patch, readPatch } from "../machineconfig/patch/mod.ts";
import { releaseOfVersion } from "../machineconfig/schema/releases.ts";
import { API_VERSION } from "../machineconfig/schema/header.ts";
import type { SecretsBundle } from "../pki/secrets_bundle.ts";
import type { DeclaredCluster, DeclaredNode } from "./types.ts";

/** The documents of a node after each step. */
export interface ConfigLayer {
  /** Origin of the step: `generated`, or file and line. */
  readonly origin: string;
  readonly documents: readonly ConfigDocument[];
}

/**
 * Returns the documents of a node after each step; the last ones are its configuration.
 *
 * @throws {OsctlError} of kind `input` when a patch cannot be applied, with its place.
 */
export function layersOf(
  cluster: DeclaredCluster,
  node: DeclaredNode,
  bundle: SecretsBundle,
): readonly ConfigLayer[] {
  const release = releaseOfVersion(node.osVersion);
  const generated = generate(cluster, node, bundle);
  const layers: ConfigLayer[] = [{ origin: "generated", documents: generated }];
  const add = (origin: string, patch: Patch) => {
    const documents = applyPatches(layers.at(-1)!.documents, [patch], { release });
    layers.push({ origin, documents });
  };
  const fields = fieldsOf(cluster, node);
  if (fields.length > 0) {
    const text = fields.map((document) => JSON.stringify(document)).join("\n---\n");
    add(node.origin, readPatch(text, { name: node.origin, release }));
  }
  for (const { origin, patch } of node.patches) add(origin, patch);
  if (cluster.adapt !== undefined) {
    layers.push({ origin: "local cluster", documents: cluster.adapt(layers.at(-1)!.documents) });
  }
  return layers;
}

/**
 * Returns the configuration of a node as text, and warnings about it.
 *
 * @throws {OsctlError} of kind `input` when a patch cannot be applied, or for what nodes reject.
 */
export function renderNode(
  cluster: DeclaredCluster,
  node: DeclaredNode,
  bundle: SecretsBundle,
): Rendered {
  const layers = layersOf(cluster, node, bundle);
  return render(layers.at(-1)!.documents, {
    name: node.name,
    release: releaseOfVersion(node.osVersion),
    unpatched: layers[0]!.documents,
    docs: false,
    examples: false,
  });
}

function generate(
  cluster: DeclaredCluster,
  node: DeclaredNode,
  bundle: SecretsBundle,
): readonly ConfigDocument[] {
  const { podSubnets, serviceSubnets, dnsDomain, cni } = cluster.network;
  return generateMachine({
    type: node.role,
    clusterName: cluster.name,
    endpoint: cluster.endpoint.text,
    kubernetesVersion: cluster.kubernetesVersion,
    dnsDomain,
    ...(cni === undefined ? {} : { cni }),
    allowSchedulingOnControlPlanes: cluster.allowSchedulingOnControlPlanes,
    installDisk: node.disk,
    installImage: node.installImage,
    hostname: cluster.setHostnames ? node.name : "",
    subnets: {
      ...(podSubnets === undefined ? {} : { podSubnets }),
      ...(serviceSubnets === undefined ? {} : { serviceSubnets }),
    },
    interfaces: [],
    additionalSans: cluster.certSans,
    discovery: cluster.discovery,
  }, { bundle, contract: cluster.contract });
}

/** Returns the documents that the fields of a node add to the generated ones. */
function fieldsOf(cluster: DeclaredCluster, node: DeclaredNode): Data[] {
  const { contract, vip } = cluster;
  const isControlPlane = node.role === "controlplane";
  const isSeparate = hasFeature("separateDocuments", contract);
  const hasTaints = Object.keys(node.taints).length > 0;
  const labels = Object.keys(node.labels).length === 0 ? {} : { labels: node.labels };
  const taints = hasTaints && isControlPlane ? { taints: node.taints } : {};
  const registered = hasTaints && !isControlPlane
    ? { extraConfig: { registerWithTaints: taintList(node.taints) } }
    : {};
  const install = node.diskSelector === undefined ? {} : {
    install: { diskSelector: node.diskSelector, image: node.installImage },
  };
  const address = isControlPlane && vip !== undefined ? vip : undefined;
  const interfaces = address !== undefined && !hasFeature("networkDocuments", contract)
    ? { network: { interfaces: [{ interface: address.interface, vip: { ip: address.address } }] } }
    : {};
  const machine: Data = isSeparate ? { ...install } : {
    ...install,
    ...interfaces,
    ...("labels" in labels ? { nodeLabels: labels.labels } : {}),
    ...("taints" in taints ? { nodeTaints: taints.taints } : {}),
    ...("extraConfig" in registered ? { kubelet: registered } : {}),
  };
  const documents: Data[] = Object.keys(machine).length === 0 ? [] : [{ machine }];
  const add = (kind: string, data: Data) => {
    if (Object.keys(data).length === 0) return;
    documents.push({ apiVersion: API_VERSION, kind, ...data });
  };
  if (isSeparate) {
    add("KubeNodeConfig", { ...labels, ...taints });
    add("KubeletConfig", registered);
  }
  if (address !== undefined && hasFeature("networkDocuments", contract)) {
    add("Layer2VIPConfig", { name: address.address, link: address.interface });
  }
  return documents;
}

/** Returns taints as the kubelet takes them at registration. */
function taintList(taints: Readonly<Record<string, string>>): Data[] {
  return Object.entries(taints).map(([key, text]) => {
    const [, value = "", effect = ""] = /^(.*):([^:]*)$/.exec(text) ?? [];
    return { key, ...(value === "" ? {} : { value }), effect };
  });
}
