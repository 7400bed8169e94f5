/**
 * Prepares a rotation from its options, the client configuration and the cluster.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { openTarget } from "../health/open_target.ts";
import { credentialsOf, loadClientConfig, selectContext } from "../../osconfig/load.ts";
import { resolve } from "../../platform/paths.ts";
import { readAffectedNodes } from "../affected_nodes.ts";
import type { TargetNode } from "../context.ts";
import type { Journal } from "./journal.ts";
import {
  type ConfiguredNode,
  createClient,
  createReplacement,
  presentAuthority,
  readNodes,
} from "./prepare.ts";
import { checkBundle } from "./results.ts";
import type { RotationContext, StartOptions } from "./options.ts";
import type { Replacement } from "./types.ts";

/** A rotation before its first step. */
export interface PreparedRotation {
  readonly journal: Journal;
  /** The nodes of the journal with their configurations. */
  readonly nodes: readonly ConfiguredNode[];
  /** The nodes with their names. */
  readonly targets: readonly TargetNode[];
}

/**
 * Reads the cluster and creates the new authorities. Changes nothing.
 */
export async function prepareRotation(
  context: RotationContext,
  options: StartOptions,
): Promise<PreparedRotation> {
  const { signal, cwd } = context;
  const { connection, callMs, timeoutMs, encoding } = options;
  const config = await loadClientConfig(connection.osconfig, context);
  const selected = selectContext(config, connection.context);
  const { ca, crt, key } = credentialsOf(selected);
  const { proxyUrl } = selected.record;
  if (ca === undefined || crt === undefined || key === undefined) {
    throw new OsctlError("unsupported", `context "${selected.name}" has no client certificate`, {
      hint: "use a context of an administrator with ca, crt and key",
    });
  }
  await using client = await context.openClient({
    connection,
    defaultToEndpoints: true,
  });
  const addresses = await discover(context, client, options);
  const nodes = await readNodes({
    system: context,
    client,
    callMs,
    timeoutMs,
    identity: { crt, key, roots: [ca], proxyUrl },
    addresses,
  });
  const replacements = await Promise.all(
    options.authorities.map(async (authority): Promise<[typeof authority, Replacement]> => {
      const present = presentAuthority(nodes, authority);
      return [authority, await createReplacement(authority, present, context)];
    }),
  );
  const secrets = options.secrets === undefined ? undefined : resolve(cwd, options.secrets);
  for (const [authority, { old }] of replacements) {
    if (secrets !== undefined) await checkBundle(secrets, options.secrets!, authority, old);
  }
  const { os, kubernetes }: Pick<Journal, "os" | "kubernetes"> = Object.fromEntries(replacements);
  signal.throwIfAborted();
  const journal: Journal = {
    version: 1,
    direction: "rotate",
    context: {
      name: selected.name,
      endpoints: client.endpoints,
      nodes: selected.record.nodes,
      ...proxyUrl === undefined ? {} : { proxyUrl },
      ca,
      client: { crt, key },
    },
    nodes: nodes.map(({ address, isControlPlane }) => ({ address, isControlPlane })),
    isDiscovered: options.cluster === undefined,
    ...os === undefined ? {} : { os, client: await createClient(os, context) },
    ...kubernetes === undefined ? {} : { kubernetes },
    output: resolve(cwd, options.output),
    force: options.force,
    ...secrets === undefined ? {} : { secrets },
    k8sEndpoint: options.k8sEndpoint,
    ...encoding === undefined ? {} : { encoding },
  };
  const known = await readAffectedNodes(client, context, addresses);
  const targets = nodes.map(({ address, isControlPlane }) => ({
    address,
    name: known.nodes.find((node) => node.address === address)?.name,
    role: roleOf(isControlPlane),
  }));
  return { journal, nodes, targets };
}

/** Returns the role of a node, as members have it. */
export function roleOf(isControlPlane: boolean): string {
  return isControlPlane ? "controlplane" : "worker";
}

/** Returns the addresses of all nodes: the init node, other control planes, workers. */
async function discover(
  context: RotationContext,
  client: NodeClient,
  { callMs, cluster, k8sEndpoint: endpoint, hasInitNode }: StartOptions,
): Promise<string[]> {
  using target = await openTarget(context, client, {
    callMs,
    endpoint,
    cluster,
    once: true,
    signal: context.signal,
    undiscovered() {}, // the error has the reason
  });
  const { controlPlanes, workers } = target.cluster;
  // The init node is the last control plane of the flags.
  const first = hasInitNode ? controlPlanes.slice(-1) : [];
  const nodes = [...first, ...controlPlanes, ...workers];
  return [...new Set(nodes.map(({ address }) => address))];
}
