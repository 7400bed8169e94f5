import assert from "node:assert/strict";
import { saveSnapshot } from "../../../../lib/node/etcd/snapshot/snapshot_file.ts";
import { encodeBoltFile } from "../../../../lib/bolt/bolt_file.ts";
import { encodeDatabase, encodeSnapshot } from "../../../../lib/sandbox/etcd/database.ts";
import { joinParts } from "./decode_snapshot.ts";
import { createEtcdState, type EtcdNode } from "../../../../lib/sandbox/etcd/membership.ts";

function nodes(controlPlanes: number, workers: number): EtcdNode[] {
  return Array.from({ length: controlPlanes + workers }, (_, index) => ({
    name: `node-${index}`,
    type: index < controlPlanes ? "controlplane" : "worker",
    configured: true,
    address: `127.1.0.${index + 2}`,
  }));
}

Deno.test("createEtcdState keeps member ids stable when nodes are added", async () => {
  const small = await createEtcdState("a", nodes(1, 0));
  const large = await createEtcdState("a", nodes(3, 2));
  const other = await createEtcdState("b", nodes(1, 0));
  const [first] = small.members;
  assert.deepEqual(large.members.find(({ name }) => name === "node-0"), first);
  assert.equal(large.leader!.name, "node-0");
  assert.notEqual(other.members[0]!.id, first!.id);
  assert.equal(new Set(large.members.map(({ id }) => id)).size, 3);
  const fresh = await createEtcdState(
    "a",
    nodes(2, 1).map((node) => ({ ...node, configured: false })),
  );
  assert.deepEqual([fresh.members, fresh.leader, fresh.pairs], [[], undefined, []]);
});

Deno.test("encodeSnapshot yields a valid snapshot of several pages", async () => {
  const state = await createEtcdState("a", nodes(3, 200));
  const snapshot = joinParts(await Array.fromAsync(encodeSnapshot(state)));
  assert.ok(snapshot.length > encodeDatabase(await createEtcdState("a", nodes(3, 0))).length);
  const path = await Deno.makeTempFile();
  try {
    const info = await saveSnapshot(path, ReadableStream.from([snapshot]));
    assert.deepEqual(
      [info.revision, info.keys, info.databaseSize],
      [204n, 203 + 3 + 3 + 2 + 1, snapshot.length - 32],
    );
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("encodeBoltFile sorts buckets and entries by key", () => {
  const [a, b, c] = [[1], [1, 0], [2]].map((key) => ({
    key: Uint8Array.from(key),
    value: Uint8Array.from([9]),
  }));
  assert.deepEqual(
    encodeBoltFile({ y: [c!, a!, b!], x: [] }),
    encodeBoltFile({ x: [], y: [a!, b!, c!] }),
  );
});
