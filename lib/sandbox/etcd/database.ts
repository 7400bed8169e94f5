/**
 * Encoder of an etcd cluster's state in the backend schema of etcd 3.5 (buckets, keys and values).
 *
 * @module
 */
import { type BoltBuckets, type BoltEntry, encodeBoltFile } from "../../bolt/bolt_file.ts";
import { BoltPages, type ReadAt } from "../../bolt/bolt_pages.ts";
import type { EtcdAlarm, EtcdMember, EtcdState } from "./membership.ts";

/** Version of clusters without another one. */
const DEFAULT_VERSION = "3.5.0";

/** Returns the version of server and cluster. */
export function clusterVersion({ version = DEFAULT_VERSION }: EtcdState): string {
  return version;
}

/** Returns the version of the storage schema. */
export function storageVersion(state: EtcdState): string {
  return state.downgrade ?? clusterVersion(state);
}

/** Revision of the empty store. */
const FIRST_REVISION = 1n;

const utf8 = new TextEncoder();

/** Buckets that a restore takes from the snapshot; it creates all others anew, as in etcd. */
const RESTORED = ["auth", "authRoles", "authUsers", "key", "lease"];

/** Returns the database file of `state`. */
export function encodeDatabase(state: EtcdState): Uint8Array<ArrayBuffer> {
  const voters = state.members.map(({ id }) => id);
  return encodeBoltFile({
    ...createBuckets(state.pairs),
    ...state.restored,
    alarm: state.alarms.map((alarm) => ({ key: alarmKey(alarm), value: new Uint8Array(0) })),
    cluster: [entry("clusterVersion", utf8.encode(storageVersion(state)))],
    members: state.members.map((member) =>
      entry(hexId(member.id), utf8.encode(memberJson(member)))
    ),
    members_removed: [],
    meta: [
      entry("confState", utf8.encode(`{"voters":[${voters.join(",")}],"auto_leave":false}`)),
      entry("consistent_index", uint64(BigInt(state.index))),
      // etcd 3.6 records its schema; the schema of 3.5 has no such key.
      ...storageVersion(state) === DEFAULT_VERSION
        ? []
        : [entry("storageVersion", utf8.encode(storageVersion(state)))],
      entry("term", uint64(BigInt(state.term))),
    ],
  });
}

const sizes = new WeakMap<EtcdState, number>();

/** Returns the size of the database file of `state`, bytes. */
export function databaseSize(state: EtcdState): number {
  const known = sizes.get(state);
  if (known !== undefined) return known;
  const size = encodeDatabase(state).length;
  sizes.set(state, size);
  return size;
}

function createBuckets(pairs: EtcdState["pairs"]): BoltBuckets {
  return {
    auth: [entry("authEnabled", Uint8Array.of(0)), entry("authRevision", uint64(FIRST_REVISION))],
    authRoles: [],
    authUsers: [],
    key: pairs.map(([key, value], index) => {
      const revision = FIRST_REVISION + 1n + BigInt(index);
      return { key: revisionKey(revision), value: keyValue(key, value, revision) };
    }),
    lease: [],
  };
}

/**
 * Returns the buckets of a database file that a restore keeps, with every revision of its keys.
 *
 * @param size bytes of the database.
 * @throws {BoltError} For a corrupt database.
 */
export async function decodeDatabase(readAt: ReadAt, size: number): Promise<BoltBuckets> {
  const pages = await BoltPages.open(readAt, size);
  const buckets: Record<string, BoltEntry[]> = {};
  for await (const bucket of pages.buckets()) {
    const name = new TextDecoder().decode(bucket.name);
    if (!RESTORED.includes(name)) continue;
    const entries: BoltEntry[] = [];
    await bucket.visit((key, value) => entries.push({ key: key.slice(), value: value.slice() }));
    buckets[name] = entries;
  }
  return buckets;
}

/** Numbers of alarm kinds in `etcdserverpb.AlarmType`. */
const ALARM_NUMBERS = { NOSPACE: 1, CORRUPT: 2 } as const;

/** Encodes `etcdserverpb.AlarmMember`. */
function alarmKey({ memberId, kind }: EtcdAlarm): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([0x08, ...varint(memberId), 0x10, ALARM_NUMBERS[kind]]);
}

/** Yields a snapshot as etcd streams it: the database file, then its SHA-256 digest. */
export async function* encodeSnapshot(state: EtcdState): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const database = encodeDatabase(state);
  yield database;
  yield new Uint8Array(await crypto.subtle.digest("SHA-256", database));
}

function entry(key: string, value: Uint8Array): BoltEntry {
  return { key: utf8.encode(key), value };
}

function hexId(id: bigint): string {
  return id.toString(16).padStart(16, "0");
}

/** Returns the JSON of a member. `JSON.stringify` cannot write its 64-bit id as a number. */
function memberJson({ id, name, peerUrl, clientUrl }: EtcdMember): string {
  const [peerURLs, clientURLs] = [[peerUrl], [clientUrl]].map((urls) => JSON.stringify(urls));
  return `{"id":${id},"peerURLs":${peerURLs},"name":${JSON.stringify(name)},` +
    `"clientURLs":${clientURLs}}`;
}

function uint64(value: bigint): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}

/** Returns the key of a revision: main revision, `_`, and the sub-revision (0). */
function revisionKey(revision: bigint): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(17);
  bytes.set(uint64(revision));
  bytes[8] = "_".charCodeAt(0);
  return bytes;
}

/** Encodes `mvccpb.KeyValue` of a key that was written once. */
function keyValue(key: string, value: string, revision: bigint): Uint8Array<ArrayBuffer> {
  const encodedRevision = varint(revision);
  return Uint8Array.from([
    ...[0x0a, ...lengthPrefixed(key)],
    ...[0x10, ...encodedRevision],
    ...[0x18, ...encodedRevision],
    ...[0x20, 1],
    ...[0x2a, ...lengthPrefixed(value)],
  ]);
}

function lengthPrefixed(text: string): number[] {
  const bytes = utf8.encode(text);
  return [...varint(BigInt(bytes.length)), ...bytes];
}

function varint(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return [...bytes, Number(rest)];
}
