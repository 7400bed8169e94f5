/**
 * Assesses the removal of a member of etcd by its ID or host name.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { formatMemberId, type MemberReference } from "../../node/etcd/mod.ts";
import { escapeControls } from "../../output/text.ts";
import { readAffectedNodes } from "../affected_nodes.ts";
import type { EffectAssessment } from "./assess_effect.ts";
import { decideQuorum } from "./decide_quorum.ts";
import { readQuorumState } from "./read_quorum.ts";
import type { ProcedureSystem } from "../context.ts";

/** Assesses a removal. An unknown member is left to the node, which rejects it. */
export async function assessRemoval(
  client: NodeClient,
  system: Pick<ProcedureSystem, "clock" | "signal">,
  member: MemberReference,
): Promise<Pick<EffectAssessment, "text" | "refusal">> {
  const { controlPlanes = [], nodes } = await readAffectedNodes(client, system);
  // The nodes of the call are control planes: they remove the member.
  const further = nodes.filter(({ address }) =>
    !controlPlanes.some((one) => one.address === address)
  );
  const { state, members } = await readQuorumState(
    client,
    [...controlPlanes, ...further],
    system.signal,
  );
  const id = member.id === undefined ? undefined : formatMemberId(member.id);
  const found = members.find((one) => one.id === id) ??
    members.find(({ name }) => name !== "" && name === member.hostname);
  if (found === undefined && members.length > 0) {
    return { text: "etcd has no such member", refusal: undefined };
  }
  const affected = { nodes: [], ids: [found?.id ?? id ?? ""] };
  const { text, isSafe, hint } = decideQuorum(state, affected, "leave");
  const line = escapeControls(found === undefined ? text : `${found.name || found.id}: ${text}`);
  const refusal = isSafe ? undefined : new OsctlError("node", `refused: ${line}`, { hint });
  return { text: line, refusal };
}
