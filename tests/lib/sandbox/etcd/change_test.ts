import assert from "node:assert/strict";
import { Long } from "../../../../proto/long.ts";
import { type machine, MachineService } from "../../../../proto/machine.ts";
import type { Channel } from "../../../../lib/rpc/types.ts";
import type { NodeFacts } from "../../../../lib/sandbox/types.ts";
import { type Sandbox, withSandbox } from "../../../helpers/sandbox.ts";
import { withChannel } from "../channels.ts";

const onNode = (sandbox: Sandbox, node: NodeFacts, body: (channel: Channel) => Promise<void>) =>
  withChannel(sandbox, node, ["os:admin"], body);

async function listMembers(channel: Channel): Promise<machine.IEtcdMember[]> {
  const { messages } = await channel.unary(MachineService.EtcdMemberList, {});
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
      await channel.unary(MachineService.EtcdLeaveCluster, {});
      assert.deepEqual(await listMembers(channel), []);
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
        { code: 9 },
      );
    })));

Deno.test("etcd recovers from an uploaded snapshot whose digest is valid", () =>
  withSandbox({}, (sandbox) =>
    onNode(sandbox, sandbox.nodes[0]!, async (channel) => {
      const parts = await Array.fromAsync(channel.serverStream(MachineService.EtcdSnapshot, {}));
      const upload = (chunks: readonly { bytes: Uint8Array }[]) =>
        channel.clientStream(MachineService.EtcdRecover, ReadableStream.from(chunks));
      const recover = (recoverSkipHashCheck = false) =>
        channel.unary(MachineService.Bootstrap, { recoverEtcd: true, recoverSkipHashCheck });
      await channel.unary(MachineService.EtcdLeaveCluster, {});
      await assert.rejects(recover(), { code: 2, details: /no snapshot was uploaded/ });
      await upload([...parts.slice(1), { bytes: parts[0]!.bytes }]);
      await assert.rejects(recover(), { code: 2, details: /expected sha256 differs/ });
      await upload([{ bytes: new Uint8Array(4096) }]);
      await assert.rejects(recover(), { code: 2, details: /snapshot missing hash/ });
      assert.deepEqual(await listMembers(channel), []);
      await upload(parts);
      await recover();
      assert.equal((await listMembers(channel)).length, 1);
    })));
