/**
 * Configures the new nodes of a declared cluster, and bootstraps etcd.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { requireSuccess, throwFailures } from "../../client/mod.ts";
import type { NodeClient } from "../../client/types.ts";
import { type DeclaredCluster, type DeclaredNode, layersOf } from "../../cluster_file/mod.ts";
import { MultiNodeError, type NodeFailure, type OsctlError } from "../../errors.ts";
import { encodeConfig } from "../../machineconfig/encode/mod.ts";
import { applyConfigs } from "../../node/machine_config/mod.ts";
import { escapeControls } from "../../output/text.ts";
import type { SecretsBundle } from "../../pki/secrets_bundle.ts";
import { RpcError, StatusCode } from "../../rpc/mod.ts";
import type { ConnectionOptions, ProcedureContext } from "../context.ts";
import { readMachineStatus } from "../lifecycle/node_facts.ts";
import { awaitCondition, isLost, NotYet } from "../waits.ts";
import { bootstrapNode } from "./etcd_birth.ts";
import { checkIdentities, openMaintenance } from "./identify.ts";
import { addressOf } from "./observe_nodes.ts";
import type { PlannedNode } from "./plan_cluster.ts";

type Context = ProcedureContext<NodeClient>;

/** Limit of one call while a node starts, milliseconds. */
const CALL_MS = 10_000;

/** New nodes to configure, and the time limit. */
export interface NewNodes {
  readonly cluster: DeclaredCluster;
  readonly bundle: SecretsBundle;
  readonly nodes: readonly PlannedNode[];
  /** No control plane is a member of etcd yet. */
  readonly isUnborn: boolean;
  readonly connection: ConnectionOptions;
  /** Limit of each wait, milliseconds. */
  readonly timeoutMs: number;
  /** Receives a line for each step of a node. */
  report(text: string): Promise<void>;
  /** Whether to wait until the nodes are ready; default true. */
  readonly isAwaited?: boolean;
}

/**
 * Sends each new node its configuration, bootstraps etcd of a new cluster on its first control
 * plane, and waits until all of them are ready.
 *
 * @throws {MultiNodeError} of nodes that reject their configuration; {@linkcode OsctlError} when a
 *   node is not ready in time.
 */
export async function configureNew(context: Context, request: NewNodes): Promise<void> {
  const { cluster, bundle, nodes, isUnborn, connection, timeoutMs, isAwaited = true } = request;
  const report = (text: string) => request.report(escapeControls(text));
  await checkIdentities(context, nodes.map(({ node }) => node), connection);
  const options = { mode: "auto", dryRun: false, tryTimeoutMs: 60_000 } as const;
  const failures: NodeFailure[] = [];
  await Promise.all(nodes.map(async ({ node }) => {
    const text = encodeConfig(layersOf(cluster, node, bundle).at(-1)!.documents, {
      docs: false,
      examples: false,
    });
    const maintenance = await openMaintenance(context, node, connection);
    try {
      const changes = [{ node: addressOf(node), text }];
      const [result] = await applyConfigs(maintenance, changes, options);
      const error = result?.error;
      if (error !== undefined) failures.push({ node: addressOf(node), error });
      else await report(`${node.name}: configured`);
    } finally {
      await maintenance[Symbol.asyncDispose]();
    }
  }));
  throwFailures(failures);
  // After an interruption, nodes that were configured before are not ready either.
  const awaited = isUnborn
    ? cluster.nodes.filter(({ remove, locked }) => !remove && !locked)
    : nodes.map(({ node }) => node);
  const addresses = awaited.map(addressOf);
  await using client = await context.openClient({
    connection: { ...connection, nodes: addresses },
  });
  const first = bootstrapNode(cluster.nodes);
  if (isUnborn && first !== undefined) {
    await bootstrap(context, client, first, timeoutMs);
    await report(`${first.name}: etcd is bootstrapped`);
  }
  if (!isAwaited) return;
  await Promise.all(awaited.map(async ({ name, ...node }) => {
    const address = node.addresses[0]!;
    await awaitCondition(context, {
      failure: `${name} is not ready`,
      ms: timeoutMs,
      hint: `see "osctl dmesg -n ${address}" and "osctl service -n ${address}"`,
    }, async (signal) => {
      const status = await readMachineStatus(client, address, { signal, timeoutMs: CALL_MS });
      if (status === undefined) return;
      if (status.stage !== "running") throw new NotYet(`stage ${status.stage}`);
      if (!status.ready) throw new NotYet(`not ready: ${status.unmet.join(", ")}`);
    });
    await report(`${name}: ready`);
  }));
}

/** Bootstraps etcd once the node accepts it. */
async function bootstrap(
  context: Context,
  client: NodeClient,
  node: DeclaredNode,
  timeoutMs: number,
): Promise<void> {
  const direct = client.openDirect(addressOf(node));
  try {
    await awaitCondition(context, {
      failure: `etcd on ${node.name} is not bootstrapped`,
      ms: timeoutMs,
      isTransient: (error) => isLost(error) || isTooEarly(error),
    }, async (signal) => {
      const options = { signal, timeoutMs: CALL_MS };
      const results = await direct.call(MachineService.Bootstrap, {}, options);
      // The node has data: the response to an earlier call was lost.
      if (!results.every(({ error }) => error !== undefined && isDone(error))) {
        requireSuccess(results);
      }
    });
  } finally {
    await direct[Symbol.asyncDispose]();
  }
}

/** Reports whether a node refuses the bootstrap because etcd has data. */
function isDone(error: OsctlError): boolean {
  return error instanceof RpcError && error.code === StatusCode.alreadyExists;
}

/** Reports whether a node is not ready for the bootstrap yet. */
function isTooEarly(error: OsctlError): boolean {
  const cause = error instanceof MultiNodeError ? error.failures[0]!.error : error;
  return cause instanceof RpcError && cause.code === StatusCode.failedPrecondition;
}
