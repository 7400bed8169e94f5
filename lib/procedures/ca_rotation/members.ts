/**
 * Members of the cluster during a rotation.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { ResourceReader } from "../../resource/client.ts";
import { listMembers } from "../../resource/members.ts";
import { openNodes, presentIdentity } from "./clients.ts";
import type { Journal } from "./journal.ts";
import type { RotationSystem } from "./types.ts";
import { waitFor } from "./wait.ts";

/** The parts of a rotation that the check reads. */
export interface MemberOptions {
  readonly system: RotationSystem;
  readonly journal: Journal;
  /** Limit of each wait, milliseconds. */
  readonly timeoutMs: number;
  /** Idle timeout of a call, milliseconds. */
  readonly callMs: number;
}

/**
 * Checks that no node has joined with the authority that is about to be dropped.
 *
 * @throws {OsctlError} of kind `node`.
 */
export async function requireKnownMembers(options: MemberOptions): Promise<void> {
  const { system, journal, callMs, timeoutMs } = options;
  const isRollback = journal.direction === "rollback";
  // Nodes that join before the end of a rotation have the old authority, which a rollback retains.
  if (!journal.isDiscovered || (isRollback && !isRotated(journal))) return;
  const { clock, signal } = system;
  const addresses = journal.nodes.map(({ address }) => address);
  const [node] = addresses as [string];
  await using client = openNodes(
    system,
    journal.context.endpoints,
    addresses,
    presentIdentity(journal),
  );
  const resources = new ResourceReader(client, { clock, callMs });
  const members = await waitFor(
    { clock, signal, ms: timeoutMs, what: `${node}: members of the cluster` },
    (signal) => listMembers(resources, node, signal),
  );
  const joined = members.filter((member) =>
    !member.addresses.some((address) => addresses.includes(address))
  );
  if (joined.length === 0) return;
  const names = joined.map(({ hostname }) => hostname).join(", ");
  throw isRollback
    ? new OsctlError("node", `${names} joined the cluster after the rotation, with the new CA`, {
      hint: "remove the new node, or keep the new CA",
    })
    : new OsctlError("node", `${names} joined the cluster during the rotation`, {
      hint: "remove the new node, or return to the old CA and rotate again",
    });
}

/** Reports whether an authority was replaced completely. */
function isRotated({ os, kubernetes }: Journal): boolean {
  return os?.rotate === "done" || kubernetes?.rotate === "done";
}
