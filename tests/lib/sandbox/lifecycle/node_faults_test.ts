/**
 * Nodes that fail during an installation or a reboot. Witnesses: `machined` of Talos v1.8 (a fatal
 * error of a sequence reverts the boot loader and reboots), `LifecycleService` of v1.13 (the exit
 * code of the installer is the last message), the boot loaders' fall back to the other system.
 */
import assert from "node:assert/strict";
import { common } from "../../../../proto/common.ts";
import { ImageService, LifecycleService, MachineService } from "../../../../proto/machine.ts";
import type { FaultAction } from "../../../../lib/sandbox/mod.ts";
import type { NodeFacts } from "../../../../lib/sandbox/types.ts";
import { countByNode, watchQuorum } from "../../../helpers/quorum_watcher.ts";
import { type Sandbox, withSandbox } from "../../../helpers/sandbox.ts";
import { until } from "../../../helpers/until.ts";
import { withChannel } from "../channels.ts";

const REPOSITORY = `metal-installer/${"0123456789abcdef".repeat(4)}`;
const IMAGE = `factory.example.org/${REPOSITORY}:v1.13.3`;

async function setFault(
  { cluster }: Sandbox,
  node: NodeFacts,
  action?: FaultAction,
  delayMs?: number,
): Promise<void> {
  cluster.faults.set(
    action === undefined ? [] : [{
      id: "1",
      action,
      node: node.name,
      method: "*",
      ...delayMs === undefined ? {} : { delayMs },
    }],
  );
  await cluster.applyFaults();
}

const boots = async (sandbox: Sandbox, node: NodeFacts) =>
  (await sandbox.cluster.readHistory())
    .filter((entry) => entry.event === "boot" && entry.node === node.name);

const isRunning = (sandbox: Sandbox, node: NodeFacts) =>
  withChannel(sandbox, node, ["os:admin"], async (channel) => {
    const { messages } = await channel.unary(MachineService.ServiceList, {});
    return void messages;
  }).then(() => true, () => false);

async function read(sandbox: Sandbox, node: NodeFacts, path: string): Promise<string> {
  let text = "";
  await withChannel(sandbox, node, ["os:admin"], async (channel) => {
    for await (const { bytes } of channel.serverStream(MachineService.Read, { path })) {
      text += new TextDecoder().decode(bytes ?? new Uint8Array(0));
    }
  });
  return text;
}

const reboot = (sandbox: Sandbox, node: NodeFacts) =>
  withChannel(sandbox, node, ["os:admin"], async (channel) => {
    await channel.unary(MachineService.Reboot, {});
  });

/** Installs by `LifecycleService` and returns the exit code. */
async function install(sandbox: Sandbox, node: NodeFacts): Promise<number | undefined> {
  let code: number | undefined;
  await withChannel(sandbox, node, ["os:admin"], async (channel) => {
    const source = { imageName: IMAGE };
    for await (const { progress } of channel.serverStream(LifecycleService.Upgrade, { source })) {
      if (!progress?.message) code = Number(progress?.exitCode);
    }
  });
  return code;
}

Deno.test("a node that falls back to the old system runs its version with a new boot ID", () =>
  withSandbox({ osVersion: "v1.13.0" }, async (sandbox) => {
    const [node] = sandbox.nodes;
    const before = await read(sandbox, node!, "/proc/sys/kernel/random/boot_id");
    await setFault(sandbox, node!, "old-version");
    assert.equal(await install(sandbox, node!), 0);
    await reboot(sandbox, node!);
    const [, second] = await until(() => boots(sandbox, node!), ({ length }) => length === 2);
    assert.equal(second?.event === "boot" && second.version, "v1.13.0");
    await until(() => isRunning(sandbox, node!), Boolean);
    assert.notEqual(await read(sandbox, node!, "/proc/sys/kernel/random/boot_id"), before);

    await setFault(sandbox, node!);
    assert.equal(await install(sandbox, node!), 0);
    await reboot(sandbox, node!);
    const [, , third] = await until(() => boots(sandbox, node!), ({ length }) => length === 3);
    assert.equal(third?.event === "boot" && third.version, "v1.13.3");
    const history = await sandbox.cluster.readHistory();
    assert.deepEqual(countByNode(history, "install"), { [node!.name]: 2 });
  }));

Deno.test("a node that stays off boots when the fault is cleared", () =>
  withSandbox({ controlPlanes: 3 }, async (sandbox) => {
    const [node] = sandbox.nodes;
    using watcher = watchQuorum(sandbox.cluster);
    await setFault(sandbox, node!, "no-boot");
    await reboot(sandbox, node!);
    const { etcd } = sandbox.cluster;
    await until(
      () => Promise.resolve(etcd.status),
      ({ members }) => members.some(({ isRunning }) => !isRunning),
    );
    // Longer than the power cycle of a node without the fault.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    assert.equal((await boots(sandbox, node!)).length, 1);
    assert.equal(watcher.mostDown, 1);
    await setFault(sandbox, node!);
    await until(() => boots(sandbox, node!), ({ length }) => length === 2);
    await until(
      () => Promise.resolve(etcd.status),
      ({ members, index }) => members.every((member) => member.isRunning && member.index === index),
    );
    watcher.assertQuorum();
    assert.deepEqual(watcher.leaders.length, 2);
  }));

Deno.test("a cluster with a node that stays off stops", () =>
  withSandbox({ workers: 1 }, async (sandbox) => {
    await setFault(sandbox, sandbox.workers[0]!, "no-boot");
    await reboot(sandbox, sandbox.workers[0]!);
    await until(
      () => sandbox.cluster.readHistory(),
      (entries) => entries.some(({ event }) => event === "off"),
    );
  }));

Deno.test("an installation that fails leaves the version, the sequence reboots the node", () =>
  withSandbox({ osVersion: "v1.13.0" }, async (sandbox) => {
    const [node] = sandbox.nodes;
    await setFault(sandbox, node!, "install-error");
    assert.equal(await install(sandbox, node!), 1);
    await withChannel(sandbox, node!, ["os:admin"], async (channel) => {
      await channel.unary(MachineService.Upgrade, { image: IMAGE });
    });
    const [, second] = await until(() => boots(sandbox, node!), ({ length }) => length === 2);
    assert.equal(second?.event === "boot" && second.version, "v1.13.0");
    const history = await sandbox.cluster.readHistory();
    assert.deepEqual(
      history.filter((entry) => entry.event === "install").map((one) => one.isSuccessful),
      [false, false],
    );
  }));

Deno.test("a node without its registry pulls no image and refuses to upgrade", () =>
  withSandbox({ osVersion: "v1.13.0" }, async (sandbox) => {
    const [node] = sandbox.nodes;
    await setFault(sandbox, node!, "pull-error");
    await withChannel(sandbox, node!, ["os:admin"], async (channel) => {
      const { ContainerDriver, ContainerdNamespace } = common;
      const containerd = {
        driver: ContainerDriver.CONTAINERD,
        namespace: ContainerdNamespace.NS_SYSTEM,
      };
      const pull = async () => {
        const request = { containerd, imageRef: IMAGE };
        for await (const _ of channel.serverStream(ImageService.Pull, request));
      };
      await assert.rejects(pull(), {
        code: 2,
        details:
          `failed to pull image "${IMAGE}": failed to resolve reference "${IMAGE}": failed ` +
          `to do request: Head "https://factory.example.org/v2/${REPOSITORY}/manifests/v1.13.3": ` +
          "dial tcp: lookup factory.example.org: i/o timeout",
      });
      await assert.rejects(channel.unary(MachineService.Upgrade, { image: IMAGE }), {
        code: 2,
        details: /^error validating installer image ".*": failed to pull image/,
      });
      await setFault(sandbox, node!);
      await pull();
    });
  }));

Deno.test("a member lags after a boot until the fault is cleared", () =>
  withSandbox({ controlPlanes: 3 }, async (sandbox) => {
    const [node] = sandbox.nodes;
    const { etcd } = sandbox.cluster;
    await setFault(sandbox, node!, "etcd-lag", 3_600_000);
    await reboot(sandbox, node!);
    await until(() => boots(sandbox, node!), ({ length }) => length === 2);
    const member = () => etcd.status.members.find(({ name }) => name === node!.name)!;
    await until(() => Promise.resolve(member()), ({ isRunning }) => isRunning);
    assert.ok(member().index < etcd.status.index);
    await setFault(sandbox, node!, "learner");
    assert.equal(member().isLearner, true);
    await until(() => Promise.resolve(member()), ({ index }) => index === etcd.status.index);
  }));
