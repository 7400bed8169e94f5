/**
 * Reads the machine configurations that a command changes.
 *
 * @module
 */
import type { NodeClient } from "../../client/mod.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import { OS_VERSION } from "../../distribution.ts";
import { describeVersionSkew, readNodeTags } from "../../node/version/version_skew.ts";
import { type NodeReleases, toReleases } from "../../node/machine_config/mod.ts";
import { readMachineConfigs, ResourceReader } from "../../resource/mod.ts";
import type { OperationContext } from "../context.ts";

/** Arguments and flags that name the configurations. */
export interface ConfigRequest {
  readonly args: { readonly type: string; readonly id: string | undefined };
  readonly flags: { readonly namespace: string };
  /** Participle for errors: `edited`. */
  readonly verb: string;
}

/** Configurations, and the releases of their nodes. */
export interface NodeConfigs extends Awaited<ReturnType<typeof readMachineConfigs>> {
  readonly releases: NodeReleases;
}

/** Reads the configuration of each node, and warns on stderr about nodes of other versions. */
export async function readConfigs(
  { clock, env, release, signal, stderr }: OperationContext,
  client: NodeClient,
  { args, flags, verb }: ConfigRequest,
): Promise<NodeConfigs> {
  const { callMs } = parseTimeouts(env);
  const reader = new ResourceReader(client, { clock, callMs });
  const { nodes } = client;
  const { type: name, id } = args;
  const { namespace } = flags;
  const [read, tags] = await Promise.all([
    readMachineConfigs(reader, { nodes, name, id, namespace, verb }),
    readNodeTags(client, { signal }),
  ]);
  const skew = await describeVersionSkew(tags, OS_VERSION[release]);
  if (skew !== undefined) await stderr.write(skew);
  return { ...read, releases: toReleases(tags) };
}
