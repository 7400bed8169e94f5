import { deepEqual, equal, rejects, throws } from "node:assert/strict";
import { ClusterState } from "../../../lib/cluster/state.ts";
import type { ClusterRecord } from "../../../lib/cluster/types.ts";

const record: ClusterRecord = {
  name: "demo",
  provisioner: "sandbox",
  phase: "ready",
  ca: "PEM",
  network: { name: "demo", cidr: "127.1.2.0/24", mtu: 65536 },
  nodes: [{ name: "demo-controlplane-1", type: "controlplane", address: "127.1.2.2", port: 50000 }],
};

async function inFolder(action: (state: ClusterState) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await action(new ClusterState(`${folder}/clusters`, "demo"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a cluster's name is a host name's first part and never a path", () => {
  for (const name of ["", "..", "a/b", "Demo", "-a", "a-", "a".repeat(41), "a b"]) {
    throws(() => new ClusterState("/x", name), /cannot be the name of a cluster/, name);
  }
  for (const name of ["a", "os-default", "e2e", "a".repeat(40)]) new ClusterState("/x", name);
});

Deno.test("a record is read back as it was written, by its owner only", () =>
  inFolder(async (state) => {
    equal(await state.entries(), undefined);
    equal(await state.readRecord(), undefined);
    await state.make();
    await state.writeRecord(record);
    deepEqual(await state.readRecord(), record);
    deepEqual(await state.entries(), ["cluster.json"]);
    equal((await Deno.stat(state.folder)).mode! & 0o777, 0o700);
    equal((await Deno.stat(`${state.folder}/cluster.json`)).mode! & 0o777, 0o600);
  }));

Deno.test("a record that cannot be understood says how to get rid of it", () =>
  inFolder(async (state) => {
    await state.make();
    for (const text of ["{", "[]", JSON.stringify({ ...record, name: "other" })]) {
      await Deno.writeTextFile(`${state.folder}/cluster.json`, text);
      await rejects(state.readRecord(), { kind: "input", hint: /destroy .*--force/ });
    }
    await Deno.writeTextFile(`${state.folder}/process.json`, "{}");
    await rejects(state.readProcess(), /process\.json/);
  }));

Deno.test("what no cluster made is never removed", () =>
  inFolder(async (state) => {
    await state.make();
    await state.writeRecord(record);
    await Deno.writeTextFile(`${state.folder}/thesis.txt`, "years of work");
    await rejects(state.remove(), /holds "thesis\.txt", which no cluster made/);
    equal(await Deno.readTextFile(`${state.folder}/thesis.txt`), "years of work");
    await Deno.remove(`${state.folder}/thesis.txt`);
    await state.remove();
    equal(await state.entries(), undefined);
  }));
