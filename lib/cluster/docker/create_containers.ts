/**
 * Creates the network and the containers of a cluster.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import type { ClusterPlan, CreateRequest, MachineConfigs, PlannedNode } from "../types.ts";
import { toContainer, toUserData } from "./container.ts";
import type { EngineClient } from "./engine.ts";
import { clusterLabels, MTU_OPTION } from "./objects.ts";
import type { PublishedPort } from "./ports.ts";
import { settleAll } from "../../async/settle_all.ts";

/** A request for containers. */
export interface ContainersRequest {
  readonly create: CreateRequest;
  readonly plan: ClusterPlan;
  /** Name of the image in the engine. */
  readonly image: string;
  /** Ports of the first control plane. */
  readonly ports: readonly PublishedPort[];
  readonly configs: MachineConfigs;
}

/** Creates and starts the containers of all nodes, in parallel. */
export async function createContainers(
  engine: EngineClient,
  { create: { flags, release }, plan, image, ports, configs }: ContainersRequest,
  signal: AbortSignal,
): Promise<void> {
  // Requests are not canceled: the engine would complete them after the removal.
  const complete = new AbortController().signal;
  // A node that waits for its configuration is not created after the failure of another.
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const createOne = async (node: PlannedNode, index: number) => {
    const config = configs.isInjected ? await injectedConfig(configs, node.name) : undefined;
    const body = toContainer(node, {
      cluster: plan.name,
      image,
      release,
      config,
      ports: index === 0 ? ports : [],
      disableIpv6: flags.dockerDisableIpv6,
    });
    stop.throwIfAborted();
    const { Id } = await engine.request<{ Id: string }>("POST", "/containers/create", {
      query: { name: node.name },
      json: body,
      signal: complete,
    });
    stop.throwIfAborted();
    await engine.request("POST", `/containers/${Id}/start`, { signal: complete });
  };
  await settleAll(plan.nodes.map(async (node, index) => {
    try {
      await createOne(node, index);
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  }));
}

/** Creates the network of a cluster. */
export async function createNetwork(engine: EngineClient, plan: ClusterPlan): Promise<void> {
  await engine.request("POST", "/networks/create", {
    json: {
      Name: plan.name,
      CheckDuplicate: true,
      Labels: clusterLabels(plan.name),
      IPAM: { Config: [{ Subnet: plan.network.cidr }] },
      Options: { [MTU_OPTION]: String(plan.network.mtu) },
    },
    // Not canceled: the engine would complete it after the removal.
    signal: new AbortController().signal,
  });
}

/** Returns the configuration of a node, without comments when it is too large for a variable. */
async function injectedConfig(configs: MachineConfigs, node: string): Promise<string> {
  const text = await configs.textOf(node);
  if (toUserData(text) !== undefined) return text;
  const plain = await configs.textOf(node, { comments: false });
  if (toUserData(plain) !== undefined) return plain;
  throw new OsctlError("input", `the configuration of ${node} is too large for a container`, {
    hint: "use --skip-injecting-config with --with-apply-config",
  });
}
