import assert from "node:assert/strict";
import { machine, MachineService } from "../../../../proto/machine.ts";
import { State } from "../../../../proto/cosi.ts";
import { StorageService } from "../../../../proto/storage.ts";
import { openChannel } from "../../../../lib/rpc/mod.ts";
import type { Channel } from "../../../../lib/rpc/types.ts";
import type { NodeFacts } from "../../../../lib/sandbox/types.ts";
import { type Sandbox, withSandbox } from "../../../helpers/sandbox.ts";
import { withChannel } from "../channels.ts";
import { eventually } from "./eventually.ts";

/** Calls a node as os:admin. */
async function asAdmin<T>(
  sandbox: Sandbox,
  node: NodeFacts,
  body: (channel: Channel) => Promise<T>,
): Promise<T> {
  let result: T | undefined;
  await withChannel(sandbox, node, ["os:admin"], async (channel) => {
    result = await body(channel);
  });
  return result!;
}

const readVersion = (sandbox: Sandbox, node: NodeFacts) =>
  asAdmin(sandbox, node, async (channel) => {
    const { messages } = await channel.unary(MachineService.Version, {});
    return messages[0]?.version?.tag;
  });

const readBootId = (sandbox: Sandbox, node: NodeFacts) =>
  asAdmin(sandbox, node, async (channel) => {
    const path = "/proc/sys/kernel/random/boot_id";
    const [chunk] = await Array.fromAsync(channel.serverStream(MachineService.Read, { path }));
    return new TextDecoder().decode(chunk!.bytes);
  });

/** Returns all events of a boot as `<name> <action> <actor>`. */
async function listEvents(
  sandbox: Sandbox,
  node: NodeFacts,
  tailEvents: number,
): Promise<string[]> {
  const texts: string[] = [];
  const range = { tailEvents, tailId: "", tailSeconds: 0, actorId: "" };
  const log = sandbox.cluster.eventsOf(node).watch(range, AbortSignal.timeout(100));
  for await (const { kind, payload, actorId } of log) {
    // deno-lint-ignore no-explicit-any -- the fields of all event kinds
    const event = machine[kind].decode(payload) as any;
    const name = event.sequence || event.phase || event.task || event.service || event.stage;
    texts.push(`${kind} ${name} ${event.action ?? ""} ${actorId}`.trim());
  }
  return texts;
}

Deno.test("a reboot publishes the sequence of a metal node and changes the boot id", () =>
  withSandbox({ workers: 1 }, async (sandbox) => {
    const node = sandbox.controlPlanes[0]!;
    const bootId = await readBootId(sandbox, node);
    assert.notEqual(bootId, await readBootId(sandbox, sandbox.workers[0]!));
    const log = sandbox.cluster.eventsOf(node);
    const phases: string[] = [];
    const stages: string[] = [];
    const stop = new AbortController();
    const actors = new Set<string>();
    const collecting = (async () => {
      const range = { tailEvents: 0, tailId: "", tailSeconds: 0, actorId: "" };
      for await (const { kind, payload, actorId } of log.watch(range, stop.signal)) {
        if (kind === "PhaseEvent") {
          actors.add(actorId);
          const { phase, action } = machine.PhaseEvent.decode(payload);
          if (action === machine.PhaseEvent.Action.START) phases.push(phase);
        }
        if (kind === "MachineStatusEvent") {
          assert.equal(actorId, "");
          stages.push(
            machine.MachineStatusEvent
              .MachineStage[machine.MachineStatusEvent.decode(payload).stage],
          );
        }
      }
    })();
    const actor = await asAdmin(sandbox, node, async (channel) => {
      const { messages } = await channel.unary(MachineService.Reboot, {});
      return messages[0]!.actorId;
    });
    assert.match(actor, /^[0-9a-f-]{36}$/);
    await eventually(async () => assert.notEqual(await readBootId(sandbox, node), bootId));
    stop.abort();
    await collecting;
    assert.deepEqual(actors, new Set([actor]));
    assert.deepEqual(phases, [
      ...["cleanup", "dbus", "stopServices", "unmountUser", "umount", "unmountBind"],
      ...["unmountSystem", "volumeFinalize", "kexec", "stopEverything", "reboot"],
    ]);
    assert.deepEqual(stages, ["REBOOTING"]);
    const boot = await eventually(async () => {
      const events = await listEvents(sandbox, node, -1);
      assert.equal(events.at(-1), "MachineStatusEvent 4");
      return events;
    });
    assert.equal(boot.filter((text) => text.startsWith("SequenceEvent boot ")).length, 2);
    const services = await asAdmin(
      sandbox,
      node,
      async (channel) =>
        (await channel.unary(MachineService.ServiceList, {})).messages[0]!.services,
    );
    assert.deepEqual(services.filter(({ state }) => state === "Running").map(({ id }) => id), [
      ...["apid", "containerd", "cri", "dashboard", "etcd", "kubelet", "machined", "syslogd"],
      ...["trustd", "udevd"],
    ]);
    const unknown = services.filter(({ health }) => health?.unknown).map(({ id }) => id);
    assert.deepEqual(unknown, ["dashboard"]);
  }));

Deno.test("connections are refused while a node is down, and a shut down node remains down", () =>
  withSandbox({ workers: 1 }, async (sandbox) => {
    const node = sandbox.workers[0]!;
    const done: string[] = [];
    await asAdmin(sandbox, node, async (channel) => {
      const stream = channel.serverStream(MachineService.Events, {});
      const reading = (async () => {
        for await (const { data } of stream) {
          if (data?.type_url?.endsWith(".TaskEvent") !== true) continue;
          done.push(machine.TaskEvent.decode(data.value!).task);
        }
      })();
      await channel.unary(MachineService.Shutdown, { force: true });
      await assert.rejects(reading, { code: 14 });
    });
    assert.ok(done.includes("stopAllServices"));
    assert.equal(done.includes("cordonAndDrainNode"), false);
    await new Promise((resolve) => setTimeout(resolve, 800));
    await assert.rejects(readVersion(sandbox, node), { kind: "connection" });
  }));

Deno.test("an upgrade changes the version to the image's tag, and a rollback changes it back", () =>
  withSandbox({}, async (sandbox) => {
    const node = sandbox.nodes[0]!;
    const before = await readVersion(sandbox, node);
    await assert.rejects(
      asAdmin(sandbox, node, (channel) => channel.unary(MachineService.Rollback, {})),
      { code: 2 },
    );
    await assert.rejects(
      asAdmin(sandbox, node, (channel) => channel.unary(MachineService.Upgrade, { image: "x" })),
      { code: 2, details: /^error validating installer image "x": / },
    );
    for (const [stage, tag] of [[false, "v1.9.1"], [true, "v1.9.2"]] as const) {
      const answer = await asAdmin(
        sandbox,
        node,
        (channel) =>
          channel.unary(MachineService.Upgrade, { image: `ghcr.io/org/installer:${tag}`, stage }),
      );
      assert.equal(answer.messages[0]!.ack, "Upgrade request received");
      await eventually(async () => assert.equal(await readVersion(sandbox, node), tag));
    }
    await asAdmin(sandbox, node, (channel) => channel.unary(MachineService.Rollback, {}));
    await eventually(async () => assert.equal(await readVersion(sandbox, node), "v1.9.1"));
    assert.notEqual(before, "v1.9.1");
  }));

Deno.test("a sequence is not started while another one runs", () =>
  withSandbox({}, async (sandbox) => {
    const node = sandbox.nodes[0]!;
    await asAdmin(sandbox, node, async (channel) => {
      await channel.unary(MachineService.Upgrade, { image: "a/b:v1.9.1" });
      await channel.unary(MachineService.Reset, { reboot: true });
    });
    const events = await listEvents(sandbox, node, -1);
    assert.ok(events.includes("SequenceEvent reset 0"), events.slice(-20).join("\n"));
    await eventually(async () => assert.equal(await readVersion(sandbox, node), "v1.9.1"));
  }));

Deno.test("a reset with reboot leads into maintenance mode", () =>
  withSandbox({ workers: 1 }, async (sandbox) => {
    const node = sandbox.workers[0]!;
    const reset = (request: machine.IResetRequest) =>
      asAdmin(sandbox, node, (channel) => channel.unary(MachineService.Reset, request));
    await assert.rejects(reset({ userDisksToWipe: ["/dev/nope"] }), {
      code: 2,
      details: "reset user disk failed: device /dev/nope wasn't found",
    });
    await assert.rejects(reset({ systemPartitionsToWipe: [{ label: "X", wipe: true }] }), {
      code: 2,
      details: /^failed to get volume status with label "X": /,
    });
    const bootId = await readBootId(sandbox, node);
    await reset({ reboot: true, systemPartitionsToWipe: [{ label: "EPHEMERAL", wipe: true }] });
    await eventually(async () => assert.notEqual(await readBootId(sandbox, node), bootId));
    await reset({ reboot: true, graceful: true });
    await eventually(async () => {
      const channel = openChannel(`${node.address}:${node.port}`, { insecure: true });
      try {
        await channel.unary(StorageService.Disks, {});
        await assert.rejects(channel.unary(MachineService.Hostname, {}), { code: 12 });
      } finally {
        channel.close();
      }
    });
    const files = Array.from(Deno.readDirSync(node.folder), ({ name }) => name);
    assert.equal(files.includes("config.yaml"), false);
  }));

Deno.test("META keys are resources, stored on the node", () =>
  withSandbox({}, async (sandbox) => {
    const node = sandbox.nodes[0]!;
    await withChannel(sandbox, node, ["os:admin"], async (channel) => {
      const value = new TextEncoder().encode("text");
      await channel.unary(MachineService.MetaWrite, { key: 10, value });
      const pointer = { namespace: "runtime", type: "MetaKeys.runtime.talos.dev", id: "0x0a" };
      const { resource } = await channel.unary(State.Get, pointer);
      assert.equal(resource?.spec?.yamlSpec, "value: text\n");
      assert.match(await Deno.readTextFile(`${node.folder}/node.json`), /"0x0a": "text"/);
      await channel.unary(MachineService.MetaDelete, { key: 10 });
      await assert.rejects(channel.unary(State.Get, pointer), { code: 5 });
      await assert.rejects(channel.unary(MachineService.MetaDelete, { key: 10 }), {
        code: 5,
        details: "meta key not found",
      });
      await assert.rejects(channel.unary(MachineService.MetaWrite, { key: 256, value }), {
        code: 3,
        details: "key must be a uint8",
      });
    });
  }));

Deno.test("the API of the kubelet service allows start and restart", () =>
  withSandbox({ workers: 1 }, async (sandbox) => {
    const node = sandbox.workers[0]!;
    await asAdmin(sandbox, node, async (channel) => {
      const kubelet = async () => {
        const { messages } = await channel.unary(MachineService.ServiceList, {});
        return messages[0]!.services.find(({ id }) => id === "kubelet")?.events?.events ?? [];
      };
      const states = (await kubelet()).map(({ state }) => state);
      assert.deepEqual(states, [
        ...["Starting", "Waiting", "Preparing", "Preparing", "Running", "Running"],
      ]);
      const restarted = await channel.unary(MachineService.ServiceRestart, { id: "kubelet" });
      assert.equal(restarted.messages[0]!.resp, 'Service "kubelet" restarted');
      const after = (await kubelet()).slice(states.length).map(({ state }) => state);
      assert.deepEqual(after, [
        ...["Stopping", "Finished", "Starting", "Waiting", "Preparing", "Preparing", "Running"],
      ]);
      const started = await channel.unary(MachineService.ServiceStart, { id: "kubelet" });
      assert.equal(started.messages[0]!.resp, 'Service "kubelet" started');
      await assert.rejects(channel.unary(MachineService.ServiceStop, { id: "kubelet" }), {
        code: 2,
        details: 'service "kubelet" doesn\'t support stop operation via API',
      });
      const request = { namespace: "system", id: "kubelet", tailLines: -1 };
      const [log] = await Array.fromAsync(channel.serverStream(MachineService.Logs, request));
      assert.match(new TextDecoder().decode(log!.bytes), /no process runs in the sandbox/);
    });
  }));

Deno.test("services and containers restart as on Talos nodes", () =>
  withSandbox({}, async (sandbox) => {
    const node = sandbox.nodes[0]!;
    const rejected = (id: string, details: string) =>
      assert.rejects(
        asAdmin(sandbox, node, (channel) => channel.unary(MachineService.ServiceRestart, { id })),
        { code: 2, details },
      );
    await rejected("apid", 'service "apid" doesn\'t support restart operation via API');
    await rejected("nope", 'service "nope" not defined');
    const restart = (id: string) =>
      asAdmin(
        sandbox,
        node,
        (channel) => channel.unary(MachineService.Restart, { namespace: "system", id }),
      );
    await assert.rejects(restart("kubelet"), { code: 2, details: 'container "kubelet" not found' });
    await asAdmin(sandbox, node, async (channel) => {
      const stream = channel.serverStream(MachineService.Events, {});
      await channel.unary(MachineService.Restart, { namespace: "system", id: "apid" });
      await assert.rejects(Array.fromAsync(stream), { code: 14 });
    });
    await eventually(() => readVersion(sandbox, node));
  }));

/** Returns the machine's stage and whether it is ready. */
const readStage = async (channel: Channel) => {
  const status = { namespace: "runtime", type: "MachineStatuses.runtime.talos.dev", id: "machine" };
  const { resource } = await channel.unary(State.Get, status);
  const text = resource!.spec!.yamlSpec;
  return [/stage: (.*)/.exec(text)![1], /ready: (.*)/.exec(text)![1]];
};

Deno.test("a control plane without etcd stays booting until the bootstrap, also over a reboot", () =>
  withSandbox({}, async (sandbox) => {
    const node = sandbox.controlPlanes[0]!;
    const call = <T>(body: (channel: Channel) => Promise<T>) => asAdmin(sandbox, node, body);
    await sandbox.cluster.wipeEtcd(node);
    for (const name of ["first", "second"]) {
      const before = await readBootId(sandbox, node);
      await call((channel) => channel.unary(MachineService.Reboot, {}));
      await eventually(async () => assert.notEqual(await readBootId(sandbox, node), before, name));
      await eventually(async () => assert.deepEqual(await call(readStage), ["booting", "false"]));
    }
    const waiting = await listEvents(sandbox, node, -1);
    assert.ok(waiting.includes("TaskEvent startAllServices 0"));
    assert.ok(!waiting.includes("TaskEvent startAllServices 1"));
    await call((channel) => channel.unary(MachineService.Bootstrap, {}));
    await eventually(async () => assert.deepEqual(await call(readStage), ["running", "true"]));
    const events = await listEvents(sandbox, node, -1);
    assert.ok(events.includes("TaskEvent startAllServices 1"));
    assert.equal(events.at(-1), "MachineStatusEvent 4");
  }));
