import { deepEqual, equal, rejects, throws } from "node:assert/strict";
import { ClusterState } from "../../../lib/cluster/cluster_state.ts";
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

Deno.test("a cluster name is a DNS label, never a path", () => {
  for (const name of ["", "..", "a/b", "Demo", "-a", "a-", "a".repeat(41), "a b"]) {
    throws(() => new ClusterState("/x", name), /is not a valid cluster name/, name);
  }
  for (const name of ["a", "os-default", "e2e", "a".repeat(40)]) new ClusterState("/x", name);
});

Deno.test("records are stored with mode 0600 and read back", () =>
  inFolder(async (state) => {
    equal(await state.entries(), undefined);
    equal(await state.readRecord(), undefined);
    await state.create();
    await state.writeRecord(record);
    deepEqual(await state.readRecord(), record);
    deepEqual(await state.entries(), ["cluster.json"]);
    equal((await Deno.stat(state.folder)).mode! & 0o777, 0o700);
    equal((await Deno.stat(`${state.folder}/cluster.json`)).mode! & 0o777, 0o600);
  }));

Deno.test("an invalid record fails with a hint how to remove the cluster", () =>
  inFolder(async (state) => {
    await state.create();
    for (const text of ["{", "[]", JSON.stringify({ ...record, name: "other" })]) {
      await Deno.writeTextFile(`${state.folder}/cluster.json`, text);
      await rejects(state.readRecord(), { kind: "input", hint: /destroy .*--force/ });
    }
    await Deno.writeTextFile(`${state.folder}/process.json`, "{}");
    await rejects(state.readProcess(), /process\.json/);
  }));

Deno.test("remove keeps files of others", () =>
  inFolder(async (state) => {
    await state.create();
    await state.writeRecord(record);
    await Deno.writeTextFile(`${state.folder}/thesis.txt`, "years of work");
    await rejects(state.remove(), /contains "thesis\.txt", which does not belong to a cluster/);
    equal(await Deno.readTextFile(`${state.folder}/thesis.txt`), "years of work");
    await Deno.remove(`${state.folder}/thesis.txt`);
    await state.remove();
    equal(await state.entries(), undefined);
  }));
