import assert from "node:assert/strict";
import { encodeBoltFile } from "../../../../lib/bolt/bolt_file.ts";
import { limitedBytes } from "../../../../lib/sandbox/etcd/uploaded_snapshot.ts";
import { EtcdStore } from "../../../../lib/sandbox/etcd/etcd_store.ts";
import { createEtcdState } from "../../../../lib/sandbox/etcd/membership.ts";
import { Long } from "../../../../proto/long.ts";
import { type machine, MachineService } from "../../../../proto/machine.ts";
import type { Channel } from "../../../../lib/rpc/types.ts";
import type { NodeFacts } from "../../../../lib/sandbox/types.ts";
import { type Sandbox, withSandbox } from "../../../helpers/sandbox.ts";
import { withChannel } from "../channels.ts";
import { decodeSnapshot, joinParts } from "./decode_snapshot.ts";

const onNode = (sandbox: Sandbox, node: NodeFacts, body: (channel: Channel) => Promise<void>) =>
  withChannel(sandbox, node, ["os:admin"], body);

async function listMembers(
  channel: Channel,
  options: { timeoutMs?: number } = {},
): Promise<machine.IEtcdMember[]> {
  const { messages } = await channel.unary(MachineService.EtcdMemberList, {}, options);
  return messages[0]!.members;
}

async function serviceState(channel: Channel): Promise<string | undefined> {
  const { messages } = await channel.unary(MachineService.ServiceList, {});
  return messages[0]!.services.find(({ id }) => id === "etcd")?.state;
}

Deno.test("etcd bootstraps once, on control planes only", () =>
  withSandbox({ workers: 1 }, async (sandbox) => {
    const [control] = sandbox.controlPlanes;
    await onNode(sandbox, control!, async (channel) => {
      await assert.rejects(channel.unary(MachineService.Bootstrap, {}), {
        code: 6,
        details: "etcd data directory is not empty",
      });
      await sandbox.cluster.wipeEtcd(sandbox.controlPlanes[0]!);
      await assert.rejects(
        listMembers(channel, { timeoutMs: 500 }),
        { code: 4 },
        "no member answers",
      );
      assert.equal(await serviceState(channel), "Finished");
      await channel.unary(MachineService.Bootstrap, {});
      assert.equal((await listMembers(channel))[0]!.hostname, control!.name);
      assert.equal(await serviceState(channel), "Running");
    });
    await onNode(sandbox, sandbox.workers[0]!, async (channel) => {
      await assert.rejects(channel.unary(MachineService.Bootstrap, {}), {
        code: 9,
        details: "bootstrap can only be performed on a control plane node",
      });
      await assert.rejects(channel.unary(MachineService.EtcdLeaveCluster, {}), {
        code: 12,
        details: "etcd leave is only available on control plane nodes",
      });
    });
  }));

Deno.test("members are removed by id, and leadership moves", () =>
  withSandbox({ controlPlanes: 3 }, async (sandbox) => {
    const [first, second] = sandbox.controlPlanes;
    await onNode(sandbox, first!, async (channel) => {
      const forfeit = () => channel.unary(MachineService.EtcdForfeitLeadership, {});
      const { messages } = await forfeit();
      assert.match(messages[0]!.member, /^test-controlplane-[23]$/);
      assert.equal((await forfeit()).messages[0]!.member, "", "not the leader");
      const remove = (memberId: unknown) =>
        channel.unary(MachineService.EtcdRemoveMemberByID, { memberId: memberId as Long });
      await assert.rejects(remove(Long.fromNumber(4660, true)), {
        code: 5,
        details: "failed to remove member 4660: etcdserver: member not found",
      });
      const member = (await listMembers(channel)).find(({ hostname }) => hostname === second!.name);
      await remove(member!.id);
      assert.equal((await listMembers(channel)).length, 2);
      await assert.rejects(
        channel.unary(MachineService.Upgrade, { image: "a/b:v1.9.0" }),
        { code: 2, details: /^error validating etcd for upgrade: etcd member count\(2\) is / },
      );
      await channel.unary(MachineService.EtcdAlarmDisarm, {});
      await channel.unary(MachineService.EtcdDefragment, {});
    });
    await onNode(sandbox, second!, async (channel) => {
      assert.equal(await serviceState(channel), "Finished");
    });
  }));

Deno.test("a single member neither forfeits leadership nor is removed", () =>
  withSandbox({}, (sandbox) =>
    onNode(sandbox, sandbox.nodes[0]!, async (channel) => {
      await assert.rejects(channel.unary(MachineService.EtcdForfeitLeadership, {}), {
        code: 2,
        details: "failed to forfeit leadership: cannot forfeit leadership, only one member",
      });
      const [member] = await listMembers(channel);
      await assert.rejects(
        channel.unary(MachineService.EtcdRemoveMemberByID, { memberId: member!.id! }),
        { code: 2 },
      );
      await assert.rejects(channel.unary(MachineService.EtcdLeaveCluster, {}), {
        code: 2,
        details: /^failed to leave cluster: .*not enough started members$/s,
      });
    })));

Deno.test("etcd recovers from an uploaded snapshot whose digest is valid", () =>
  withSandbox({}, (sandbox) =>
    onNode(sandbox, sandbox.nodes[0]!, async (channel) => {
      const parts = await Array.fromAsync(channel.serverStream(MachineService.EtcdSnapshot, {}));
      const upload = (chunks: readonly { bytes: Uint8Array }[]) =>
        channel.clientStream(MachineService.EtcdRecover, ReadableStream.from(chunks));
      const recover = (recoverSkipHashCheck = false) =>
        channel.unary(MachineService.Bootstrap, { recoverEtcd: true, recoverSkipHashCheck });
      await sandbox.cluster.wipeEtcd(sandbox.controlPlanes[0]!);
      await assert.rejects(recover(), { code: 2, details: /no snapshot was uploaded/ });
      await upload([...parts.slice(1), { bytes: parts[0]!.bytes }]);
      await assert.rejects(recover(), { code: 2, details: /expected sha256 differs/ });
      await upload([{ bytes: new Uint8Array(4096) }]);
      await assert.rejects(recover(), { code: 2, details: /snapshot missing hash/ });
      await upload(parts);
      await recover();
      assert.equal((await listMembers(channel)).length, 1);
    })));

/** Concatenates the parts of a snapshot stream. */
async function readSnapshot(channel: Channel): Promise<Uint8Array<ArrayBuffer>> {
  const parts = await Array.fromAsync(channel.serverStream(MachineService.EtcdSnapshot, {}));
  return joinParts(parts.map(({ bytes }) => bytes));
}

Deno.test("a bootstrap starts with no keys; a recovery restores the keys of the snapshot", () =>
  withSandbox(
    { workers: 2 },
    (sandbox) =>
      onNode(sandbox, sandbox.controlPlanes[0]!, async (channel) => {
        const first = await readSnapshot(channel);
        const { key } = await decodeSnapshot(first);
        assert.equal(key!.length, 3);
        await sandbox.cluster.wipeEtcd(sandbox.controlPlanes[0]!);
        await channel.unary(MachineService.Bootstrap, {});
        const empty = await decodeSnapshot(await readSnapshot(channel));
        assert.deepEqual(empty["key"], []);

        // More keys than fit into one leaf page.
        const entry = (index: number) => ({
          key: new TextEncoder().encode(String(index).padStart(17, "0")),
          value: crypto.getRandomValues(new Uint8Array(index % 200)),
        });
        const keys = Array.from({ length: 5000 }, (_, index) => entry(index));
        const database = encodeBoltFile({ key: keys, meta: [], members: [entry(1)] });
        const upload = (bytes: Uint8Array<ArrayBuffer>) =>
          channel.clientStream(MachineService.EtcdRecover, ReadableStream.from([{ bytes }]));
        const recover = () =>
          channel.unary(MachineService.Bootstrap, {
            recoverEtcd: true,
            recoverSkipHashCheck: true,
          });
        await sandbox.cluster.wipeEtcd(sandbox.controlPlanes[0]!);
        const corrupt = database.slice();
        corrupt[3 * 4096] = 77;
        await upload(corrupt);
        await assert.rejects(recover(), {
          code: 2,
          details: /^failed to recover etcd: page 3 has a different number/,
        });
        assert.equal(await serviceState(channel), "Finished");
        await upload(database);
        await recover();
        const { key: restored } = await decodeSnapshot(await readSnapshot(channel));
        assert.deepEqual(restored, keys);
        const [member] = await listMembers(channel);
        assert.equal(member!.hostname, sandbox.controlPlanes[0]!.name);
        const store = await EtcdStore.open(
          `${sandbox.home}/nodes/etcd.json`,
          "test",
          await createEtcdState("test", []),
        );
        assert.deepEqual(store.state.restored?.["key"], keys);
      }),
  ));

Deno.test("requests to etcd wait until its member runs", () =>
  withSandbox({}, (sandbox) =>
    onNode(sandbox, sandbox.nodes[0]!, async (channel) => {
      await sandbox.cluster.wipeEtcd(sandbox.controlPlanes[0]!);
      const timeoutMs = 300;
      for (
        const call of [
          channel.unary(MachineService.EtcdStatus, {}, { timeoutMs }),
          channel.unary(MachineService.EtcdAlarmList, {}, { timeoutMs }),
          channel.unary(MachineService.EtcdAlarmDisarm, {}, { timeoutMs }),
          channel.unary(MachineService.EtcdDefragment, {}, { timeoutMs }),
          channel.unary(MachineService.EtcdForfeitLeadership, {}, { timeoutMs }),
          channel.unary(MachineService.EtcdRemoveMemberByID, {}, { timeoutMs }),
          channel.unary(MachineService.EtcdLeaveCluster, {}, { timeoutMs }),
          Array.fromAsync(channel.serverStream(MachineService.EtcdSnapshot, {}, { timeoutMs })),
        ]
      ) await assert.rejects(call, { code: 4 });
      const waiting = channel.unary(MachineService.EtcdStatus, {});
      await channel.unary(MachineService.Bootstrap, {});
      const { memberStatus } = (await waiting).messages[0]!;
      assert.deepEqual(memberStatus!.leader, memberStatus!.memberId);
    })));

Deno.test("an upload larger than the limit is rejected before it is stored", async () => {
  const requests = ReadableStream.from(
    [1, 2, 3].map((length) => ({ bytes: new Uint8Array(length) })),
  );
  const received: number[] = [];
  await assert.rejects(
    async () => {
      for await (const bytes of limitedBytes(requests, 5)) received.push(bytes.length);
    },
    { code: 8, details: "snapshot exceeds the sandbox limit of 5 bytes" },
  );
  assert.deepEqual(received, [1, 2]);
});

Deno.test("members are removed by hostname before v1.7", () =>
  withSandbox({ controlPlanes: 2, osVersion: "v1.6.8" }, async (sandbox) => {
    const [first, second] = sandbox.controlPlanes;
    await onNode(sandbox, first!, async (channel) => {
      const remove = (member: string) => channel.unary(MachineService.EtcdRemoveMember, { member });
      await assert.rejects(remove("nope"), {
        code: 2,
        details: 'failed to remove member: failed to find "nope" in list of etcd members',
      });
      await remove(second!.name);
      assert.deepEqual((await listMembers(channel)).map(({ hostname }) => hostname), [first!.name]);
    });
  }));

Deno.test("alarms are raised by faults, listed and disarmed", () =>
  withSandbox({ controlPlanes: 2 }, async (sandbox) => {
    const [first, second] = sandbox.controlPlanes;
    const { faults, applyFaults } = sandbox.cluster;
    await onNode(sandbox, first!, async (channel) => {
      const alarms = async () => {
        const { messages } = await channel.unary(MachineService.EtcdAlarmList, {});
        return messages[0]!.memberAlarms.map(({ memberId, alarm }) => [String(memberId), alarm]);
      };
      assert.deepEqual(await alarms(), []);
      faults.add({ id: "1", action: "nospace", node: second!.name, method: "*" });
      await applyFaults();
      const member = (await listMembers(channel)).find(({ hostname }) => hostname === second!.name);
      const id = String(member!.id);
      assert.deepEqual(await alarms(), [[id, 1]]);
      const { messages } = await channel.unary(MachineService.EtcdStatus, {});
      assert.deepEqual(messages[0]!.memberStatus?.errors, [`memberID:${id} alarm:NOSPACE `]);
      faults.add({ id: "2", action: "corrupt", node: second!.name, method: "*" });
      await applyFaults();
      assert.deepEqual(await alarms(), [[id, 1], [id, 2]]);
      const disarmed = await channel.unary(MachineService.EtcdAlarmDisarm, {});
      assert.deepEqual(disarmed.messages[0]!.memberAlarms.map(({ alarm }) => alarm), [1, 2]);
      await applyFaults();
      assert.deepEqual(await alarms(), [], "stays disarmed");
      faults.set([]);
      await applyFaults();
      faults.add({ id: "1", action: "nospace", node: second!.name, method: "*" });
      await applyFaults();
      assert.deepEqual(await alarms(), [[id, 1]], "raised again by a new fault");
      await channel.unary(MachineService.EtcdRemoveMemberByID, { memberId: member!.id });
      assert.deepEqual(await alarms(), []);
    });
  }));
