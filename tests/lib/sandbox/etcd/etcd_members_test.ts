import assert from "node:assert/strict";
import { EtcdMembers } from "../../../../lib/sandbox/etcd/etcd_members.ts";
import { EtcdGroup } from "../../../../lib/sandbox/etcd/etcd_group.ts";
import { EtcdStore } from "../../../../lib/sandbox/etcd/etcd_store.ts";
import { createEtcdState } from "../../../../lib/sandbox/etcd/membership.ts";
import { ServiceRegistry } from "../../../../lib/sandbox/machine/mod.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";

Deno.test("control planes that wait for the bootstrap join, a stopped one does not", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const store = await EtcdStore.open(
      `${folder}/etcd.json`,
      "lab",
      await createEtcdState("lab", []),
    );
    const clock = new FakeClock();
    using group = new EtcdGroup({
      store,
      clock,
      isComplete: true,
      isReachable: () => true,
      report: (error) => assert.fail(String(error)),
    });
    using members = new EtcdMembers(store, folder, clock, group);
    const boots = ["a", "b", "c"].map((name, index) => ({
      facts: { name, address: `10.0.0.${index + 1}` },
      services: new ServiceRegistry(),
    }));
    const states = () => boots.map(({ services }) => services.get("etcd")?.state);
    for (const { facts, services } of boots) {
      await Deno.mkdir(`${folder}/${facts.name}/logs`, { recursive: true });
      await members.boot(facts, services);
    }
    assert.deepEqual(states(), ["Preparing", "Preparing", "Preparing"]);
    boots[2]!.services.setState("etcd", "Finished", "Service finished successfully");
    await store.bootstrap(boots[0]!.facts);
    members.start("a", boots[0]!.services);
    await members.joinWaiting(boots);
    assert.deepEqual(states(), ["Running", "Running", "Finished"]);
    assert.deepEqual(store.state.members.map(({ name }) => name).sort(), ["a", "b"]);
    assert.equal(store.state.leader?.name, "a");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
