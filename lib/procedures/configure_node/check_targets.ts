/**
 * Checks that configurations are meant for the nodes that would receive them.
 *
 * @module
 */
import { createDeadline } from "../../async/deadline.ts";
import { firstSuccess } from "../../async/hedge.ts";
import { throwFailures } from "../../client/mod.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import type { NodeClient } from "../../client/types.ts";
import { type NodeFailure, OsctlError } from "../../errors.ts";
import {
  findMismatches,
  type Mismatch,
  type MismatchKind,
  needsMembers,
} from "../../machineconfig/identity/mod.ts";
import type { ConfigChange } from "../../node/machine_config/mod.ts";
import { readNodeTags } from "../../node/version/version_skew.ts";
import { escapeControls } from "../../output/text.ts";
import { listMembers, type Member, ResourceReader } from "../../resource/mod.ts";
import type { ProcedureSystem } from "../context.ts";

type CheckContext = Pick<ProcedureSystem, "clock" | "env" | "signal">;

/** Mismatches by node; nodes without any are absent. */
export type TargetMismatches = ReadonlyMap<string, readonly Mismatch[]>;

/** Kinds of mismatches that a command accepts. */
export type AcceptedMismatches = readonly string[];

/** What follows from mismatches that are accepted, for the question. */
const CONSEQUENCES: Readonly<Record<MismatchKind, string>> = {
  cluster: "the node leaves its cluster, and its API rejects the present credentials",
  role: "the node runs the services of its new role",
  hostname: "Kubernetes registers it as another node; the object of its present name remains",
  address: "two machines have the same address",
  release: "Kubernetes, or the next installation, goes back to an older release",
};

/** Finds the mismatches of configurations. Without `previous`, only members are compared. */
export async function findTargetMismatches(
  context: CheckContext,
  client: NodeClient,
  changes: readonly ConfigChange[],
): Promise<TargetMismatches> {
  const isNeeded = changes.some(({ text, previous }) => needsMembers(text, previous));
  const [members, tags] = await Promise.all([
    isNeeded ? readMembers(context, client, changes.map(({ node }) => node)) : [],
    readNodeTags(client, { signal: context.signal }),
  ]);
  const found = changes.map(({ node, text, previous }) => {
    const version = tags.find((one) => one.node === node)?.tag ?? "";
    const others = members?.filter((member) => !isMember(member, node));
    return [node, findMismatches({ text, previous, version, others })] as const;
  });
  return new Map(found.filter(([, mismatches]) => mismatches.length > 0));
}

function isMember({ addresses, hostname }: Member, node: string): boolean {
  return addresses.includes(node) || hostname === node;
}

/**
 * Rejects configurations with mismatches that are not accepted.
 *
 * @throws {MultiNodeError} of the nodes, before anything is changed.
 */
export function rejectMismatches(found: TargetMismatches, accepted: AcceptedMismatches): void {
  const failures = [...found].flatMap(([node, mismatches]): NodeFailure[] => {
    const error = mismatchError(mismatches, accepted);
    return error === undefined ? [] : [{ node, error }];
  });
  throwFailures(failures);
}

/** Returns the error of a node; undefined when everything is accepted. */
export function mismatchError(
  mismatches: readonly Mismatch[],
  accepted: AcceptedMismatches,
): OsctlError | undefined {
  const rest = mismatches.filter(({ kind }) => !accepted.includes(kind));
  if (rest.length === 0) return undefined;
  const texts = rest.map(({ text }) => text).join("; ");
  const kinds = mismatches.map(({ kind }) => kind).join(",");
  return new OsctlError(
    "input",
    escapeControls(`not applied: the configuration is not meant for this node: ${texts}`),
    { hint: `if it is, add --accept-mismatch ${kinds}` },
  );
}

/** Returns what follows from accepted mismatches, a line per node and kind. */
export function describeMismatches(found: TargetMismatches): string[] {
  return [...found].flatMap(([node, mismatches]) =>
    mismatches.map(({ kind, text }) => `${node}: ${text}: ${CONSEQUENCES[kind]}`)
  );
}

/** Limit of reading the members, milliseconds. */
const MEMBERS_MS = 3000;
/** Delay of the request to a further node, milliseconds. */
const HEDGE_MS = 500;
/** Nodes from which members are requested. */
const MAX_SOURCES = 3;

/** Returns the members; undefined where no node lists them. */
async function readMembers(
  { clock, env, signal }: CheckContext,
  client: NodeClient,
  nodes: readonly string[],
): Promise<readonly Member[] | undefined> {
  const { callMs } = parseTimeouts(env);
  const reader = new ResourceReader(client, { clock, callMs: Math.min(callMs, MEMBERS_MS) });
  using limit = createDeadline({
    clock,
    ms: MEMBERS_MS,
    signals: [signal],
    expired: () => new OsctlError("node", "the members were not read in time"),
  });
  try {
    return await firstSuccess(
      nodes.slice(0, MAX_SOURCES),
      (node, stop) => listMembers(reader, node, stop),
      { clock, delayMs: HEDGE_MS, signal: limit.signal, allFailed: ([error]) => error },
    );
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof OsctlError)) throw error;
    return undefined;
  }
}
