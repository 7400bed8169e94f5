/**
 * The etcd state of an embedded cluster in JSON: as stored in `etcd.json`, and as sent between the
 * processes of the cluster.
 *
 * @module
 */
import { type Check, count, listOf, mapOf, oneOf, text, textLike } from "../../platform/shape.ts";
import type { AlarmKind, EtcdMember, EtcdState } from "./membership.ts";

/** Name and address of a node that becomes a member. */
export interface EtcdAddress {
  readonly name: string;
  readonly address: string;
}

/** The content of `etcd.json`; ids are hexadecimal. */
export interface StoredEtcd {
  readonly state: Omit<EtcdState, "members" | "leader" | "restored" | "alarms"> & {
    readonly members: readonly (Omit<EtcdMember, "id"> & { readonly id: string })[];
    readonly leader: string | undefined;
    readonly alarms?: readonly { readonly memberId: string; readonly kind: AlarmKind }[];
  };
  readonly dataOf: readonly string[];
  /** File name of the restored database. */
  readonly database?: string;
}

const id = textLike(/^[0-9a-f]{1,16}$/);

/** Reports whether a value has the shape of {@linkcode StoredEtcd}. */
export const isStoredEtcd: Check = mapOf({
  state: mapOf({
    members: listOf(mapOf({ id, name: text, peerUrl: text, clientUrl: text })),
    pairs: listOf(listOf(text)),
    term: count,
    index: count,
  }, {
    leader: text,
    alarms: listOf(mapOf({ memberId: id, kind: oneOf("NOSPACE", "CORRUPT") })),
    version: text,
    downgrade: text,
  }),
  dataOf: listOf(text),
}, { database: text });

/** A change as a message to the process with the state; the id is hexadecimal. */
export type EtcdOperation =
  | { readonly kind: "join"; readonly node: EtcdAddress }
  | { readonly kind: "remove"; readonly id: string }
  | { readonly kind: "leave"; readonly name: string }
  | { readonly kind: "moveLeader"; readonly name: string }
  | { readonly kind: "disarm" }
  | { readonly kind: "setDowngrade"; readonly version?: string };

/** Sends a change to the process with the state and returns the new state. */
export type ForwardOperation = (operation: EtcdOperation) => Promise<StoredEtcd>;

/** The state after a change. */
export interface EtcdChange {
  readonly state: EtcdState;
  /** Names of the nodes whose data directory is not empty. */
  readonly dataOf: ReadonlySet<string>;
  /** File name of the restored database. */
  readonly database?: string;
}

/** Converts a state to its stored form. */
export function toStored({ state, dataOf, database }: EtcdChange): StoredEtcd {
  const { members, leader, alarms, pairs, term, index, version, downgrade } = state;
  return {
    state: {
      pairs,
      term,
      index,
      ...version === undefined ? {} : { version },
      ...downgrade === undefined ? {} : { downgrade },
      members: members.map((member) => ({ ...member, id: member.id.toString(16) })),
      leader: leader?.name,
      alarms: alarms.map((alarm) => ({ ...alarm, memberId: alarm.memberId.toString(16) })),
    },
    dataOf: [...dataOf],
    ...database === undefined ? {} : { database },
  };
}

/** Returns the state without the restored database. */
export function fromStored({ state }: StoredEtcd): EtcdState {
  const members = state.members.map((member) => ({ ...member, id: BigInt(`0x${member.id}`) }));
  const alarms = (state.alarms ?? []).map(({ memberId, kind }) => ({
    memberId: BigInt(`0x${memberId}`),
    kind,
  }));
  const leader = members.find(({ name }) => name === state.leader);
  return { ...state, members, leader, alarms };
}
