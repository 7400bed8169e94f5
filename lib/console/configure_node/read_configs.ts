/**
 * Reads the machine configurations that a command changes.
 *
 * @module
 */
import { type NodeClient, toNodeFailure } from "../../client/mod.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import { OS_VERSION } from "../../distribution.ts";
import { MultiNodeError, type NodeFailure, OsctlError } from "../../errors.ts";
import { describeVersionSkew, readNodeTags } from "../../node/version/version_skew.ts";
import { type NodeReleases, toReleases } from "../../node/machine_config/mod.ts";
import { MACHINE_CONFIG } from "../../resource/machine_config_type.ts";
import { readMachineConfigs, ResourceReader } from "../../resource/mod.ts";
import { RpcError, StatusCode } from "../../rpc/mod.ts";
import type { ConsoleContext } from "../context.ts";

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
  { clock, env, release, signal, stderr }: ConsoleContext,
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

/** Kind and id of the active configuration. */
const ACTIVE = { namespace: "config", type: MACHINE_CONFIG };
const ACTIVE_ID = "v1alpha1";

/** Active configurations by node, and the nodes that did not return theirs. */
export interface PreviousConfigs {
  /** A node without a configuration is absent. */
  readonly configs: ReadonlyMap<string, string>;
  readonly failures: readonly NodeFailure[];
}

/** Reads the active configuration of each node, to compare it with a new one. */
export async function readPreviousConfigs(
  { clock, env }: Pick<ConsoleContext, "clock" | "env">,
  client: NodeClient,
): Promise<PreviousConfigs> {
  const { callMs } = parseTimeouts(env);
  const reader = new ResourceReader(client, { clock, callMs });
  const configs = new Map<string, string>();
  const failures: NodeFailure[] = [];
  await Promise.all(client.nodes.map(async (node) => {
    try {
      configs.set(node, (await reader.get(node, ACTIVE, ACTIVE_ID)).yaml);
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      if (!isMissing(error)) failures.push(toNodeFailure(node, error));
    }
  }));
  return { configs, failures };
}

/** Reports whether a node has no active configuration. */
function isMissing(error: OsctlError): boolean {
  const cause = error instanceof MultiNodeError ? error.failures[0]!.error : error;
  return cause instanceof RpcError && cause.code === StatusCode.notFound;
}
