/**
 * Removal of etcd members.
 *
 * @module
 */
import type { NodeClient, NodeResult } from "../../client/types.ts";
import type { Release } from "../../distribution.ts";
import { type NodeFailure, OsctlError } from "../../errors.ts";
import { Long } from "../../../proto/long.ts";
import { type machine, MachineService } from "../../../proto/machine.ts";
import { RpcError, StatusCode } from "../../rpc/mod.ts";

/** A member to remove: by ID, by hostname, or by hostname when no member has the ID. */
export interface MemberReference {
  readonly id?: Long;
  readonly hostname?: string;
}

/**
 * Parses a member ID (hexadecimal, up to 64 bits, optionally with 0x) or, in v1.4, a hostname.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export function parseMember(text: string, release: Release): MemberReference {
  const hex = /^(?:0[xX])?([0-9a-fA-F]{1,16})$/.exec(text)?.[1];
  const id = hex === undefined ? {} : { id: Long.fromString(hex, true, 16) };
  if (release === "v1.4" && text !== "") return { ...id, hostname: text };
  if (hex !== undefined) return id;
  throw new OsctlError("usage", `invalid member ID "${text}"`, {
    hint: 'use the hexadecimal ID printed by "osctl etcd members"',
  });
}

/** Calls each node to remove the member; by hostname when the ID is absent or unknown. */
export async function removeMember(
  client: NodeClient,
  { id, hostname }: MemberReference,
): Promise<readonly NodeResult<machine.IEtcdRemoveMemberByID | machine.IEtcdRemoveMember>[]> {
  const byHostname = async () => {
    const answers = await client.call(MachineService.EtcdRemoveMember, { member: hostname! });
    if (!answers.every(({ error }) => hasCode(error, StatusCode.unimplemented))) return answers;
    const found = await findId(client, hostname!);
    return found === undefined
      ? answers
      : await client.call(MachineService.EtcdRemoveMemberByID, { memberId: found });
  };
  if (id === undefined) return await byHostname();
  const answers = await client.call(MachineService.EtcdRemoveMemberByID, { memberId: id });
  const isUnknown = answers.every(({ error }) => hasCode(error, StatusCode.notFound));
  return hostname !== undefined && isUnknown ? await byHostname() : answers;
}

/** Returns the ID of a member by its hostname: nodes since v1.7 remove members by ID only. */
async function findId(client: NodeClient, hostname: string): Promise<Long | undefined> {
  for (const { value } of await client.call(MachineService.EtcdMemberList, {})) {
    const member = value?.members?.find((one) => one.hostname === hostname);
    if (member?.id) return Long.fromValue(member.id);
  }
  return undefined;
}

function hasCode(error: unknown, code: number): boolean {
  return error instanceof RpcError && error.code === code;
}

/** Errors of etcd that protect its quorum. */
const QUORUM = /not enough started members|unhealthy cluster/;
/** Error of nodes that transfer the leadership of a cluster with one member. */
const ONE_MEMBER = /only one member/;

/** Adds a hint to errors that protect the quorum. */
export function addQuorumHint(failure: NodeFailure): NodeFailure {
  const { error } = failure;
  const isSingle = ONE_MEMBER.test(error.message);
  if (!isSingle && !QUORUM.test(error.message)) return failure;
  const hint = isSingle
    ? "no other member can take over the leadership; add control plane nodes first"
    : "etcd requires a majority of started members (2 of 3, 3 of 5); " +
      'check them with "osctl etcd status"';
  return { ...failure, error: new OsctlError(error.kind, error.message, { hint, cause: error }) };
}
