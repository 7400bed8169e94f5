/**
 * The record and the specification of a planned cluster.
 *
 * @module
 */
import { NODE_API_PORT } from "../../distribution.ts";
import { toUrlHost } from "../../pki/ip.ts";
import { type ClusterRecord, isControlPlane, type ProvisionerSystem } from "../types.ts";
import { clusterFiles, type ClusterSpec } from "./cluster_spec.ts";
import { hasDirectIo } from "./disks.ts";
import { needsKms } from "./machine_settings.ts";
import { bridgeName, planTap } from "./network.ts";
import type { QemuPlan } from "./plan_machines.ts";
import type { HostFacts } from "./preflight.ts";

/** Returns the record of a cluster whose creation starts now. */
export function toRecord(
  { cluster, disks, request, published }: QemuPlan,
  createdAt: number,
): ClusterRecord {
  const { flags } = request;
  const gateway = cluster.vip ?? cluster.network.gateways[0]!;
  const host = toUrlHost(gateway);
  return {
    name: cluster.name,
    provisioner: "qemu",
    phase: "creating",
    createdAt,
    network: cluster.network,
    nodes: cluster.nodes.map((node) => ({
      name: node.name,
      type: node.type,
      address: node.addresses[0]!,
      addresses: node.addresses,
      port: NODE_API_PORT,
      nanoCpus: node.nanoCpus,
      memory: node.memory,
      disk: disks[isControlPlane(node) ? "controlPlane" : "worker"][0]!.size,
    })),
    apiPort: flags.controlPlanePort,
    kubernetesEndpoint: published === undefined
      ? `https://${host}:${cluster.apiPort}`
      : `https://127.0.0.1:${published.kubernetes}`,
    ca: "",
  };
}

/** Returns the specification for the background process. */
export async function toSpec(
  plan: QemuPlan,
  { facts, pxeFile }: { readonly facts: HostFacts; readonly pxeFile: string },
  system: ProvisionerSystem,
): Promise<ClusterSpec> {
  const { cluster, chaos, published, folder } = plan;
  const { flags } = plan.request;
  const { network, apiPort } = cluster;
  const nodes = cluster.nodes.map(({ name }, index) => ({
    name,
    tap: planTap(cluster.name, name, index),
  }));
  const controlPlanes = (port: number) =>
    cluster.nodes.filter(isControlPlane)
      .map(({ addresses }) => ({ hostname: addresses[0]!, port }));
  const publish = (port: number, target: number) => ({
    listen: { hostname: "0.0.0.0", port },
    upstreams: controlPlanes(target),
  });
  return {
    name: cluster.name,
    network: {
      bridge: bridgeName(cluster.name),
      cidrs: network.cidrs,
      gateways: network.gateways,
      mtu: network.mtu,
      taps: nodes.map(({ tap }) => tap),
      noMasquerade: flags.noMasqueradeCidrs,
      chaos,
    },
    nodes,
    forwards: [
      {
        listen: { hostname: network.gateways[0]!, port: apiPort },
        upstreams: controlPlanes(apiPort),
      },
      ...published === undefined ? [] : [
        publish(published.node, NODE_API_PORT),
        publish(published.kubernetes, apiPort),
      ],
    ],
    kms: needsKms(flags),
    pxe: pxeFile === ""
      ? undefined
      : { folder: clusterFiles(folder).tftp, file: pxeFile, script: flags.ipxeBootScript },
    emulator: facts.emulator,
    hasDirectIo: await hasDirectIo(folder, system),
    rootlessPorts: published === undefined ? undefined : [published.node, published.kubernetes],
  };
}
