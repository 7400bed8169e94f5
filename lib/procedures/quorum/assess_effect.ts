/**
 * Assesses the effect of a change of nodes on etcd: what is printed, and why the change is refused.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { escapeControls } from "../../output/text.ts";
import { ResourceReader } from "../../resource/mod.ts";
import { type AffectedNode, type AffectedNodes, isControlPlaneNode } from "../affected_nodes.ts";
import { readNodes } from "../read_nodes.ts";
import type { Effect, QuorumDecision } from "./decide_quorum.ts";
import { checkQuorum } from "./read_quorum.ts";
import type { ProcedureSystem } from "../context.ts";

/** Limit of reading the role of a node, milliseconds. */
const ROLE_MS = 3000;

/** What a change means for etcd. */
export interface EffectAssessment {
  /** The nodes, with the roles that they report themselves. */
  readonly nodes: readonly AffectedNode[];
  /** What follows for etcd; empty when all nodes are workers. */
  readonly text: string;
  /** Why the change is refused without `--accept-quorum-loss`; undefined when it is safe. */
  readonly refusal: OsctlError | undefined;
}

/** Assesses an effect. Roles that the cluster does not know are read from the nodes. */
export async function assessEffect(
  client: NodeClient,
  system: Pick<ProcedureSystem, "clock" | "signal">,
  { affected, effect, on }: {
    readonly affected: AffectedNodes;
    readonly effect: Effect;
    /** Addresses of the nodes that the effect is on; undefined for all. */
    readonly on?: readonly string[] | undefined;
  },
): Promise<EffectAssessment> {
  const { nodes, reasons } = await addRoles(client, system, affected.nodes);
  const changed = nodes.filter(({ address }) => on?.includes(address) ?? true);
  const own = changed.filter(isControlPlaneNode);
  const unknown = changed.filter(({ role }) => role === "").map(({ address }) => address);
  const missing = own.filter(({ address }) =>
    !affected.controlPlanes?.some((one) => one.address === address)
  );
  const controlPlanes = [...affected.controlPlanes ?? [], ...missing];
  const decision = own.length === 0
    ? undefined
    : await checkQuorum(client, system, { controlPlanes, affected: { nodes: own }, effect });
  const text = escapeControls(
    [
      decision === undefined ? "" : describe(own.length, controlPlanes.length, decision),
      unknown.length === 0
        ? ""
        : `unknown role of ${unknown.join(", ")}: the effect on etcd ${
          decision === undefined ? "is unknown" : "may be larger"
        }`,
    ].filter((part) => part !== "").join("; "),
  );
  return {
    nodes,
    text,
    refusal: createRefusal({ affected, text, decision, unknown, reasons }),
  };
}

function describe(count: number, all: number, { text }: QuorumDecision): string {
  const which = count < all
    ? `${count} of ${all} control planes`
    : all === 1
    ? "the only control plane"
    : `all ${all} control planes`;
  return `includes ${which}: ${text}`;
}

/** Reads the roles that discovery does not know from the nodes. */
async function addRoles(
  client: NodeClient,
  { clock }: Pick<ProcedureSystem, "clock">,
  nodes: readonly AffectedNode[],
): Promise<{
  readonly nodes: readonly AffectedNode[];
  readonly reasons: ReadonlyMap<string, OsctlError>;
}> {
  const addresses = nodes.filter(({ role }) => role === "").map(({ address }) => address);
  if (addresses.length === 0) return { nodes, reasons: new Map() };
  const reader = new ResourceReader(client, { clock, callMs: ROLE_MS });
  const found = await readNodes(reader, addresses);
  return {
    nodes: nodes.map((node) =>
      found.nodes.find(({ address, name }) => address === node.address && name !== "") ?? node
    ),
    reasons: new Map(found.failures.map(({ node, error }) => [node, error])),
  };
}

function createRefusal(
  { affected, text, decision, unknown, reasons }: {
    readonly affected: AffectedNodes;
    readonly text: string;
    readonly decision: QuorumDecision | undefined;
    readonly unknown: readonly string[];
    readonly reasons: ReadonlyMap<string, OsctlError>;
  },
): OsctlError | undefined {
  if (decision !== undefined && !decision.isSafe) {
    return new OsctlError("node", `refused: ${text}`, { hint: decision.hint });
  }
  const [first] = unknown;
  if (first === undefined) return undefined;
  const cause = reasons.get(first) ?? affected.failure?.error;
  const reason = cause?.message ?? "the cluster reports no members";
  const hint = cause?.hint ?? "check the nodes and the endpoints";
  return new OsctlError(
    "node",
    `cannot check the effect on etcd: unknown role of ${unknown.join(", ")}: ${reason}`,
    { hint: `${hint}; or accept the loss of quorum with --accept-quorum-loss`, cause },
  );
}
