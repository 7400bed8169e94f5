/**
 * What clients observe while fewer than a majority of the members run. Witnesses: three members of
 * Debian's etcd 3.4.23 on loopback of which two are killed; the handlers of Talos v1.8 and v1.13,
 * which require a leader for lists and changes of members; the clients of etcd 3.5 to 3.8, which
 * repeat reads; the error handling of kube-apiserver, which returns unknown errors as status 500
 * without a reason.
 */
import assert from "node:assert/strict";
import { type machine, MachineService } from "../../../../proto/machine.ts";
import type { Channel } from "../../../../lib/rpc/types.ts";
import type { NodeFacts } from "../../../../lib/sandbox/types.ts";
import { openKubernetes } from "../../../helpers/kubernetes.ts";
import { type Sandbox, withSandbox } from "../../../helpers/sandbox.ts";
import { until } from "../../../helpers/until.ts";
import { withChannel } from "../channels.ts";

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

async function setDown(sandbox: Sandbox, ...nodes: readonly NodeFacts[]): Promise<void> {
  sandbox.cluster.faults.set(
    nodes.map(({ name }) => ({ id: name, action: "down", node: name, method: "*" })),
  );
  await sandbox.cluster.applyFaults();
}

async function statusOf(channel: Channel): Promise<machine.IEtcdMemberStatus> {
  const { messages } = await channel.unary(MachineService.EtcdStatus, {});
  return messages[0]!.memberStatus!;
}

const healthOf = async (channel: Channel) => {
  const { messages } = await channel.unary(MachineService.ServiceList, {});
  const { health } = messages[0]!.services.find(({ id }) => id === "etcd")!;
  return `${health!.healthy} ${health!.lastMessage}`;
};

Deno.test("without a quorum, requests to etcd and Kubernetes fail until members return", () =>
  withSandbox(
    { controlPlanes: 3, etcdElectionMs: 100, etcdTimeoutMs: 400 },
    async (sandbox) => {
      const [first, second, third] = sandbox.controlPlanes;
      const kubernetes = await openKubernetes(sandbox, third);
      const create = (name: string) =>
        kubernetes.call("POST", CONFIG_MAPS, { body: { metadata: { name } } });
      assert.equal((await create("before")).status, 201);
      await setDown(sandbox, first!);
      assert.equal((await create("one-down")).status, 201, "after an election");
      await withChannel(sandbox, third!, ["os:admin"], async (channel) => {
        assert.equal((await statusOf(channel)).errors?.length, 0);
        assert.equal(sandbox.cluster.etcd.status.term, 3);
        await setDown(sandbox, first!, second!);
        assert.equal(sandbox.cluster.etcd.status.hasQuorum, false);
        const status = await statusOf(channel);
        assert.deepEqual(status.errors, ["etcdserver: no leader"]);
        assert.equal(String(status.leader), "0");
        assert.equal(await healthOf(channel), "false context deadline exceeded");
        await assert.rejects(channel.unary(MachineService.EtcdMemberList, { queryLocal: true }), {
          code: 2,
          details: "etcdserver: no leader",
        });
        await assert.rejects(channel.unary(MachineService.EtcdForfeitLeadership, {}), {
          code: 2,
          details:
            "failed to forfeit leadership: failed to list etcd members: etcdserver: no leader",
        });
        await assert.rejects(
          channel.unary(MachineService.EtcdRemoveMemberByID, { memberId: status.memberId! }),
          { code: 2, details: /etcdserver: no leader$/ },
        );
        await assert.rejects(
          channel.unary(MachineService.EtcdAlarmList, {}, { timeoutMs: 300 }),
          { code: 4 },
          "etcd's client repeats the request",
        );
        let size = 0;
        for await (const { bytes } of channel.serverStream(MachineService.EtcdSnapshot, {})) {
          size += bytes?.length ?? 0;
        }
        assert.ok(size > 4096, "a member serves its own database");

        const failure = {
          kind: "Status",
          apiVersion: "v1",
          metadata: {},
          status: "Failure",
          message: "etcdserver: request timed out",
          code: 500,
        };
        const read = await kubernetes.call("GET", CONFIG_MAPS);
        assert.deepEqual([read.status, read.body], [500, failure]);
        assert.deepEqual((await create("lost")).body, failure);
        const cached = await kubernetes.call("GET", `${CONFIG_MAPS}?resourceVersion=0`);
        assert.equal(cached.status, 200, "the watch cache answers");
        const ready = await kubernetes.call("GET", "/readyz");
        assert.equal(ready.status, 500);
        assert.match(ready.text, /^\[-\]etcd failed: reason withheld\n/);
        assert.equal((await kubernetes.call("GET", "/version")).status, 200);

        await setDown(sandbox, second!);
        await until(() => statusOf(channel), ({ errors }) => errors?.length === 0);
        assert.equal(await healthOf(channel), "true ");
        assert.equal((await create("after")).status, 201);
        const { items } = await kubernetes.get(CONFIG_MAPS);
        const names = items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
        assert.ok(!names.includes("lost"));
      });
    },
  ));

Deno.test("a full database refuses writes of Kubernetes, a corrupt one everything", () =>
  withSandbox({}, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    const create = () =>
      api.call("POST", CONFIG_MAPS, { body: { metadata: { generateName: "one-" } } });
    assert.equal((await create()).status, 201);
    const raise = async (action: "nospace" | "corrupt") => {
      sandbox.cluster.faults.set([{ id: action, action, node: "*", method: "*" }]);
      await sandbox.cluster.applyFaults();
    };
    await raise("nospace");
    const refused = await create();
    assert.equal(refused.status, 500);
    assert.equal(refused.body.message, "etcdserver: mvcc: database space exceeded");
    assert.equal((await api.call("GET", CONFIG_MAPS)).status, 200);
    await withChannel(sandbox, sandbox.nodes[0]!, ["os:admin"], async (channel) => {
      await channel.unary(MachineService.EtcdAlarmDisarm, {});
    });
    assert.equal((await create()).status, 201);
    await raise("corrupt");
    const corrupt = await api.call("GET", CONFIG_MAPS);
    assert.equal(corrupt.body.message, "etcdserver: corrupt cluster");
  }));

Deno.test("a node upgrades by itself only while all members are healthy", () =>
  withSandbox({ controlPlanes: 3 }, async (sandbox) => {
    const [first, second] = sandbox.controlPlanes;
    await setDown(sandbox, second!);
    await withChannel(sandbox, first!, ["os:admin"], async (channel) => {
      await until(() => statusOf(channel), ({ errors }) => errors?.length === 0);
      await assert.rejects(channel.unary(MachineService.Upgrade, { image: "a/b:v1.9.0" }), {
        code: 2,
        details: new RegExp(
          "^error validating etcd for upgrade: etcd member [0-9a-f]{16} is not healthy; all " +
            "members must be healthy to perform an upgrade: context deadline exceeded$",
        ),
      });
    });
  }));

Deno.test("leadership is not handed over to a member that is down", () =>
  withSandbox({ controlPlanes: 3, etcdElectionMs: 100 }, async (sandbox) => {
    const { etcd } = sandbox.cluster;
    const leader = sandbox.nodes.find(({ name }) => name === etcd.status.leader)!;
    // etcd lists members by id; the handler takes the first other one.
    const next = etcd.status.members.find(({ name }) => name !== leader.name)!;
    await withChannel(sandbox, leader, ["os:admin"], async (channel) => {
      const forfeit = (options: { timeoutMs?: number } = {}) =>
        channel.unary(MachineService.EtcdForfeitLeadership, {}, options);
      await setDown(sandbox, sandbox.nodes.find(({ name }) => name === next.name)!);
      await assert.rejects(forfeit({ timeoutMs: 500 }), { code: 4 });
      assert.equal(etcd.status.leader, leader.name);
      await setDown(sandbox);
      assert.equal((await forfeit()).messages[0]!.member, next.name);
      assert.equal(etcd.status.leader, next.name);
    });
  }));

Deno.test("a control plane that reboots hands its leadership over, and lags when it returns", () =>
  withSandbox({ controlPlanes: 3 }, async (sandbox) => {
    const { etcd } = sandbox.cluster;
    const leader = sandbox.nodes.find(({ name }) => name === etcd.status.leader)!;
    const seen: string[] = [];
    let isAlwaysLed = true;
    const stop = etcd.onChange(() => {
      const { members, hasQuorum } = etcd.status;
      isAlwaysLed &&= hasQuorum;
      const own = members.find(({ name }) => name === leader.name)!;
      const state = !own.isRunning ? "down" : own.index < etcd.status.index ? "behind" : "up";
      if (seen.at(-1) !== state) seen.push(state);
    });
    await withChannel(sandbox, leader, ["os:admin"], async (channel) => {
      await channel.unary(MachineService.Reboot, {});
    });
    await until(() => Promise.resolve(seen), (states) => states.includes("behind"));
    stop();
    assert.deepEqual(seen.slice(seen.indexOf("down")), ["down", "behind"]);
    assert.notEqual(etcd.status.leader, leader.name);
    assert.equal(etcd.status.term, 3);
    assert.ok(isAlwaysLed);
  }));
