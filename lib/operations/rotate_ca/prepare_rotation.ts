/**
 * Prepares a rotation from flags, the client configuration and the cluster.
 *
 * @module
 */
import { MAX_TIMER_MS, parseTimeouts } from "../../client/timeouts.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { parseNodeFlags } from "../health/cluster_nodes.ts";
import { openTarget } from "../health/open_target.ts";
import {
  checkBundle,
  type ConfiguredNode,
  createClient,
  createReplacement,
  type Journal,
  presentAuthority,
  readNodes,
} from "./mod.ts";
import { credentialsOf, loadClientConfig, selectContext } from "../../osconfig/load.ts";
import { resolve } from "../../platform/paths.ts";
import type { RotationContext, RotationValues } from "./rotation_options.ts";

/**
 * Reads the cluster and creates the new authorities. Changes nothing.
 *
 * @param given names of the flags on the command line.
 * @returns The journal before the first step, and its nodes with their configurations.
 */
export async function prepareRotation(
  context: RotationContext,
  flags: RotationValues,
  given: ReadonlySet<string>,
): Promise<{ journal: Journal; nodes: readonly ConfiguredNode[] }> {
  const { env, signal, cwd } = context;
  const { callMs } = parseTimeouts(env);
  const config = await loadClientConfig(flags.osconfig, context);
  const selected = selectContext(config, flags.context);
  const { ca, crt, key } = credentialsOf(selected);
  if (ca === undefined || crt === undefined || key === undefined) {
    throw new OsctlError("unsupported", `context "${selected.name}" has no client certificate`, {
      hint: "use a context of an administrator with ca, crt and key",
    });
  }
  await using client = await context.openClient({ flags, defaultToEndpoints: true });
  const addresses = await discover(context, client, flags, callMs);
  const timeoutMs = Math.min(flags.timeout, MAX_TIMER_MS);
  const nodes = await readNodes({
    system: context,
    client,
    callMs,
    timeoutMs,
    identity: { crt, key, roots: [ca] },
    addresses,
  });
  const [os, kubernetes] = await Promise.all(
    (["os", "kubernetes"] as const).map(async (authority) =>
      flags[authority]
        ? await createReplacement(authority, presentAuthority(nodes, authority), context)
        : undefined
    ),
  );
  const secrets = flags.withSecrets === "" ? undefined : resolve(cwd, flags.withSecrets);
  for (const [authority, replacement] of [["os", os], ["kubernetes", kubernetes]] as const) {
    if (secrets === undefined || replacement === undefined) continue;
    await checkBundle(secrets, flags.withSecrets, authority, replacement.old);
  }
  signal.throwIfAborted();
  const isEncoded = given.has("withDocs") || given.has("withExamples");
  const journal: Journal = {
    version: 1,
    direction: "rotate",
    context: {
      name: selected.name,
      endpoints: client.endpoints,
      nodes: selected.record.nodes,
      ca,
      client: { crt, key },
    },
    nodes: nodes.map(({ address, isControlPlane }) => ({ address, isControlPlane })),
    isDiscovered: parseNodeFlags(flags) === undefined,
    ...os === undefined ? {} : { os, client: await createClient(os, context) },
    ...kubernetes === undefined ? {} : { kubernetes },
    output: resolve(cwd, flags.output),
    force: flags.force,
    ...secrets === undefined ? {} : { secrets },
    k8sEndpoint: flags.k8sEndpoint,
    ...isEncoded ? { encoding: { docs: flags.withDocs, examples: flags.withExamples } } : {},
  };
  return { journal, nodes };
}

/** Returns the addresses of all nodes: the init node, other control planes, workers. */
async function discover(
  context: RotationContext,
  client: NodeClient,
  flags: RotationValues,
  callMs: number,
): Promise<string[]> {
  const cluster = parseNodeFlags(flags);
  using target = await openTarget(context, client, {
    callMs,
    endpoint: flags.k8sEndpoint,
    cluster,
    once: true,
    signal: context.signal,
    undiscovered() {}, // the error has the reason
  });
  const { controlPlanes, workers } = target.cluster;
  // The init node is the last control plane of the flags.
  const first = flags.initNode === "" ? [] : controlPlanes.slice(-1);
  const nodes = [...first, ...controlPlanes, ...workers];
  return [...new Set(nodes.map(({ address }) => address))];
}
