/**
 * A store that follows the state of another process.
 */
import assert from "node:assert/strict";
import {
  createEtcdState,
  etcdBindings,
  EtcdGroup,
  type EtcdOperation,
  EtcdStore,
} from "../../../../lib/sandbox/etcd/mod.ts";
import { MachineService } from "../../../../proto/machine.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";

const NODES = ["cp-1", "cp-2"].map((name, index) => ({
  name,
  type: "controlplane" as const,
  configured: true,
  address: `127.9.9.${index + 2}`,
}));

async function withStores(
  body: (stores: { own: EtcdStore; copy: EtcdStore; operations: EtcdOperation[] }) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "osctl-etcd-" });
  try {
    const empty = await createEtcdState("demo", []);
    const state = await createEtcdState("demo", NODES);
    const own = await EtcdStore.open(`${folder}/own.json`, "demo", state);
    const copy = await EtcdStore.open(`${folder}/copy.json`, "demo", empty);
    const operations: EtcdOperation[] = [];
    copy.follow(async (operation) => {
      operations.push(operation);
      await own.perform(operation);
      return own.toStored();
    });
    copy.adopt(own.toStored());
    await body({ own, copy, operations });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a copy has the state and forwards changes", async () => {
  await withStores(async ({ own, copy, operations }) => {
    assert.deepEqual(copy.state, { ...own.state });
    assert.equal(own.isBootstrapped, true);
    assert.equal(copy.isBootstrapped, false);
    const second = copy.memberOf("cp-2")!;
    await copy.moveLeader(second);
    assert.equal(own.state.leader?.name, "cp-2");
    await copy.setDowngrade("3.5.0");
    assert.equal(own.state.downgrade, "3.5.0");
    await copy.setDowngrade(undefined);
    assert.equal(copy.state.downgrade, undefined);
    await own.raiseAlarm({ memberId: second.id, kind: "NOSPACE" });
    copy.adopt(own.toStored());
    assert.deepEqual(await copy.disarm(), [{ memberId: second.id, kind: "NOSPACE" }]);
    assert.deepEqual(own.state.alarms, []);
    await copy.remove(second.id);
    assert.deepEqual(own.state.members.map(({ name }) => name), ["cp-1"]);
    await copy.leave("cp-2");
    await copy.join(NODES[1]!);
    assert.deepEqual(copy.state.members.map(({ name }) => name).toSorted(), ["cp-1", "cp-2"]);
    assert.deepEqual(
      operations.map(({ kind }) => kind),
      ["moveLeader", "setDowngrade", "setDowngrade", "disarm", "remove", "leave", "join"],
    );
  });
});

Deno.test("a copy ignores a state that is older than its own", async () => {
  await withStores(async ({ own, copy }) => {
    const old = own.toStored();
    await copy.moveLeader(copy.memberOf("cp-2")!);
    copy.adopt(old);
    assert.equal(copy.state.leader?.name, "cp-2");
  });
});

Deno.test("the protected member leaves last", async () => {
  await withStores(async ({ own, copy }) => {
    own.protect("cp-1");
    const refusal = /cp-1 has the state of the cluster/;
    await assert.rejects(own.leave("cp-1"), refusal);
    await assert.rejects(copy.remove(copy.memberOf("cp-1")!.id), refusal);
    await own.leave("cp-2");
    await own.leave("cp-1");
    assert.equal(own.isBootstrapped, false);
  });
});

Deno.test("a copy without the restored database gives no snapshot", async () => {
  await withStores(async ({ own, copy }) => {
    copy.adopt({ ...own.toStored(), database: "etcd-0123.db" });
    const serving = { logOf: () => undefined, whenServing: () => Promise.resolve() };
    using group = new EtcdGroup({
      store: copy,
      clock: new FakeClock(),
      isComplete: false,
      isReachable: () => true,
      report: (error) => assert.fail(String(error)),
    });
    const binding = etcdBindings(copy, serving, group, () => "v1.8.0")
      .find(({ method }) => method.path === MachineService.EtcdSnapshot.path)!;
    const stream = binding.handler({}, {
      node: { ...NODES[1]!, port: 50000, cluster: "demo", folder: "" },
      roles: new Set(),
      signal: new AbortController().signal,
    });
    await assert.rejects(Array.fromAsync(stream), /restored database is on the node/);
  });
});
