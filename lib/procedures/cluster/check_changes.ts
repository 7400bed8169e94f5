/**
 * Asks the nodes of a plan about their changes, before the first one: whether they are the declared
 * machines, accept their configurations, and restart.
 *
 * @module
 */
import { throwFailures } from "../../client/mod.ts";
import type { NodeClient } from "../../client/types.ts";
import { layersOf } from "../../cluster_file/mod.ts";
import { type NodeFailure, OsctlError } from "../../errors.ts";
import { encodeConfig } from "../../machineconfig/encode/mod.ts";
import { findMismatches } from "../../machineconfig/identity/mod.ts";
import { applyConfigs, type ConfigChange, requiresReboot } from "../../node/machine_config/mod.ts";
import { hasOsFeature } from "../../os_versions/mod.ts";
import { escapeControls } from "../../output/text.ts";
import type { SecretsBundle } from "../../pki/secrets_bundle.ts";
import { findTargetMismatches, rejectMismatches } from "../configure_node/check_targets.ts";
import type { ConnectionOptions, ProcedureContext } from "../context.ts";
import { decideQuorum, INTERRUPTION_HINT } from "../quorum/decide_quorum.ts";
import { readMembersOf } from "./check_plan.ts";
import { checkIdentities } from "./identify.ts";
import { addressOf } from "./observe_nodes.ts";
import type { ClusterPlan, PlannedNode } from "./plan_cluster.ts";

/** Options of {@linkcode checkChanges}. */
export interface ChangeCheck {
  readonly bundle: SecretsBundle;
  readonly options: ConnectionOptions & {
    /** Kinds of mismatches to accept. */
    readonly acceptMismatch: readonly string[];
    readonly acceptQuorumLoss: boolean;
  };
}

/**
 * Checks the changes of a plan at the nodes. Changes nothing.
 *
 * @throws {MultiNodeError} of nodes that are other machines or reject their configuration;
 *   {@linkcode OsctlError} when a restart stops etcd.
 */
export async function checkChanges(
  context: ProcedureContext<NodeClient>,
  plan: ClusterPlan,
  { bundle, options }: ChangeCheck,
): Promise<void> {
  const open = plan.nodes.filter(({ node }) => !node.locked);
  const fresh = open.filter(({ state }) => state === "new");
  const changed = open.filter(({ state }) => state === "different");
  await checkIdentities(context, fresh.map(({ node }) => node), options);
  await checkIdentities(context, changed.map(({ node }) => node), options, { isRunning: true });
  rejectMismatches(findNewMismatches(plan, fresh, bundle), options.acceptMismatch);
  const configured = changed.filter(({ differences }) => differences!.fields.length > 0);
  if (configured.length === 0) return;
  const addresses = configured.map(({ node }) => addressOf(node));
  await using client = await context.openClient({ connection: { ...options, nodes: addresses } });
  const changes = configured.map(({ node, found, differences }): ConfigChange => ({
    node: addressOf(node),
    text: differences!.text,
    ...found.kind === "running" ? { previous: found.config } : {},
  }));
  // The versions are checked for all steps together.
  const accepted = [...options.acceptMismatch, "release"];
  rejectMismatches(await findTargetMismatches(context, client, changes), accepted);
  const restarting = await findRestarting(client, configured, changes);
  if (!options.acceptQuorumLoss) await rejectRestart(context, plan, restarting, options);
}

/** Host names and addresses of new nodes that members have. */
function findNewMismatches(
  { cluster, memberList = [] }: ClusterPlan,
  fresh: readonly PlannedNode[],
  bundle: SecretsBundle,
) {
  return new Map(fresh.map(({ node }) => {
    const { documents } = layersOf(cluster, node, bundle).at(-1)!;
    const text = encodeConfig(documents, { docs: false, examples: false });
    const others = memberList.filter(({ addresses }) =>
      !addresses.some((one) => node.addresses.includes(one))
    );
    const found = findMismatches({ text, previous: undefined, version: node.osVersion, others });
    return [addressOf(node), found] as const;
  }));
}

/** Returns the nodes that restart. A dry run in mode `try` cancels nothing. */
async function findRestarting(
  client: NodeClient,
  nodes: readonly PlannedNode[],
  changes: readonly ConfigChange[],
): Promise<PlannedNode[]> {
  const options = { mode: "try", dryRun: true, tryTimeoutMs: 60_000 } as const;
  const answers = await applyConfigs(client, changes, options);
  const failures: NodeFailure[] = [];
  const restarting = nodes.filter(({ differences }, index) => {
    const { node, error } = answers[index]!;
    const isReboot = error !== undefined && requiresReboot(error);
    if (error !== undefined && !isReboot) failures.push({ node, error: unchanged(error) });
    // Nodes that do not reboot themselves do not predict it either.
    return hasOsFeature("applyReboot", differences!.os.actual ?? "")
      ? isReboot
      : differences!.fields.some(({ effect }) => effect === "reboot");
  });
  throwFailures(failures);
  return restarting;
}

function unchanged(error: OsctlError): OsctlError {
  const { kind, message, hint } = error;
  return new OsctlError(kind, `nothing was changed: ${message}`, {
    cause: error,
    ...hint === undefined ? {} : { hint },
  });
}

/** Rejects a restart of a control plane after which etcd has no quorum. */
async function rejectRestart(
  context: ProcedureContext<NodeClient>,
  { nodes }: ClusterPlan,
  restarting: readonly PlannedNode[],
  connection: ConnectionOptions,
): Promise<void> {
  const first = restarting.find(({ node }) => node.role === "controlplane");
  if (first === undefined) return;
  const state = await readMembersOf(context, nodes, connection);
  const { name } = first.node;
  const affected = { nodes: [{ address: addressOf(first.node), name }] };
  const { outcome, text } = decideQuorum(state, affected, "restart");
  if (outcome === "kept" || outcome === "untouched") return;
  const fields = first.differences!.fields.filter(({ effect }) => effect === "reboot");
  const because = fields.length === 0 ? "" : ` for ${fields[0]!.path}`;
  const message = `nothing was changed: ${name} restarts${because}: ${text}`;
  throw new OsctlError("node", escapeControls(message), { hint: INTERRUPTION_HINT });
}
