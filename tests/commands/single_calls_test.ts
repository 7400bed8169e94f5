/** Commands that change nodes by one call each, in every situation of the nodes. */
import assert from "node:assert/strict";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import type { Binding, Call } from "../../lib/sandbox/types.ts";
import { MachineService } from "../../proto/machine.ts";
import { FakeClock, fakeSystem } from "../helpers/fake_system.ts";
import { pause } from "../helpers/restarting_nodes.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

const IMAGE = "example.com/installer:v9.9.9";

/** Commands that accept several nodes. */
const COMMANDS: readonly (readonly string[])[] = [
  ["rollback", "--accept-quorum-loss"],
  ["restart", "apid"],
  ["restart", "-k", "kube-system/web:app"],
  ["service", "kubelet", "start"],
  ["service", "kubelet", "stop"],
  ["service", "kubelet", "restart"],
  ["etcd", "forfeit-leadership"],
  ["etcd", "remove-member", "12"],
  ["etcd", "alarm", "disarm"],
  ["meta", "write", "12", "x"],
  ["meta", "delete", "12"],
  ["reboot", "--wait=false", "--accept-quorum-loss"],
  ["shutdown", "--wait=false", "--accept-quorum-loss"],
  ["reset", "--yes", "--wait=false", "--accept-quorum-loss"],
  ["upgrade", "--wait=false", "--accept-quorum-loss", "-i", IMAGE],
];

/** Commands that accept one node. */
const SINGLE: readonly (readonly string[])[] = [
  ["etcd", "leave", "--accept-quorum-loss"],
  ["etcd", "defrag"],
  ["bootstrap"],
];

const METHODS = [
  ...["Rollback", "Restart", "ServiceStart", "ServiceStop", "ServiceRestart", "MetaWrite"],
  ...["MetaDelete", "EtcdForfeitLeadership", "EtcdRemoveMemberByID", "EtcdAlarmDisarm"],
  ...["Reboot", "Shutdown", "Reset", "Upgrade", "EtcdLeaveCluster", "EtcdDefragment", "Bootstrap"],
] as const satisfies (keyof typeof MachineService)[];

/** Three control planes whose changing calls are recorded and answered by `answer`. */
class Recorder {
  /** Node names in order of the calls. */
  readonly calls: string[] = [];
  /** Awaited before the response. */
  answer: (call: Call) => Promise<void> = () => Promise.resolve();

  get bindings(): Binding[] {
    return METHODS.map((name) => ({
      method: MachineService[name],
      handler: async (_: unknown, call: Call) => {
        this.calls.push(call.node.name);
        await this.answer(call);
        return { messages: [{}] };
      },
    }));
  }
}

async function withRecorder(
  body: (sandbox: Sandbox, recorder: Recorder) => Promise<void>,
): Promise<void> {
  const recorder = new Recorder();
  const options = { controlPlanes: 3, bindings: recorder.bindings };
  await withSandbox(options, (sandbox) => body(sandbox, recorder));
}

const errorLines = (stderr: string) =>
  stderr.split("\n").filter((line) => /^osctl: (?!warning: unknown version of )/.test(line));

Deno.test("a changing call reaches one node, three nodes, and the others of a dead one", async (t) => {
  await withRecorder(async ({ run, nodes, dead }, { calls }) => {
    const [one, two, three] = nodes.map(({ address }) => address) as [string, string, string];
    for (const command of [...COMMANDS, ...SINGLE]) {
      await t.step(command.join(" "), async () => {
        const send = async (...targets: string[]) => {
          const { code, stderr } = await run([...command, "-n", targets.join()]);
          return { code, errors: errorLines(stderr), called: calls.splice(0).toSorted() };
        };
        const names = nodes.map(({ name }) => name).toSorted();
        const isSingle = SINGLE.includes(command);
        assert.deepEqual(await send(two), { code: 0, errors: [], called: [nodes[1]!.name] });
        const several = await send(one, two, three);
        if (isSingle) {
          assert.deepEqual([several.code, several.called], [2, []]);
          assert.match(several.errors[0]!, / accepts one node, found 3: /);
        } else assert.deepEqual(several, { code: 0, errors: [], called: names });
        const { code, errors, called } = await send(...(isSingle ? [dead] : [one, dead, three]));
        const reached = isSingle ? [] : names.filter((name) => name !== nodes[1]!.name);
        assert.deepEqual([code, errors.length, called], [1, 1, reached]);
        assert.ok(errors[0]!.startsWith(`osctl: ${dead}: cannot be reached from `), errors[0]);
      });
    }
  });
});

Deno.test("a node that dies during a changing call fails alone", async (t) => {
  await withRecorder(async ({ run, nodes, cluster }, recorder) => {
    const [endpoint, , dying] = nodes;
    const targets = nodes.map(({ address }) => address).join();
    for (const command of COMMANDS) {
      await t.step(command.join(" "), async () => {
        recorder.answer = async ({ node, signal }) => {
          if (node.name !== dying!.name) return;
          cluster.faults.set([{ id: "1", action: "down", node: node.name, method: "*" }]);
          await cluster.applyFaults();
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
        };
        const args = [...command, "-e", endpoint!.address, "-n", targets];
        const { code, stderr } = await run(args);
        const [error, ...rest] = errorLines(stderr);
        assert.deepEqual([code, rest], [1, []], stderr);
        assert.ok(error!.startsWith(`osctl: ${dying!.address}: `), stderr);
        assert.equal(recorder.calls.splice(0).length, 3);
        cluster.faults.set([]);
        await cluster.applyFaults();
      });
    }
  });
});

/** Starts a command of which one node never responds, until the others have. */
async function startHanging(
  { home, run, nodes }: Sandbox,
  recorder: Recorder,
  command: readonly string[],
) {
  const [endpoint, hanging] = nodes;
  let responses = 0;
  recorder.answer = async ({ node, signal }) => {
    if (node.name !== hanging!.name) return void responses++;
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  };
  const clock = new FakeClock(Date.now());
  const stop = new AbortController();
  const system = fakeSystem({ home, clock, signal: stop.signal });
  let isOver = false;
  const targets = nodes.map(({ address }) => address).join();
  const args = [...command, "-e", endpoint!.address, "-n", targets];
  const running = run(args, { system }).finally(() => isOver = true);
  for (let tries = 0; recorder.calls.length < 3 || responses < 2; tries++) {
    assert.ok(tries < 500, system.stderr.text);
    await pause(10);
  }
  await pause(50);
  recorder.calls.splice(0);
  const interrupt = () => stop.abort(new InterruptError("SIGINT"));
  return { clock, running, interrupt, hanging: hanging!.address, isOver: () => isOver };
}

Deno.test("a changing call ends at its deadline, by the clock", async (t) => {
  await withRecorder(async (sandbox, recorder) => {
    for (const command of COMMANDS) {
      await t.step(command.join(" "), async () => {
        // Nodes pull the image before they respond to an upgrade: --timeout limits that call.
        const isSlow = command[0] === "upgrade";
        const isAction = command.includes("--wait=false");
        const args = isAction ? [...command, "--timeout", "7m"] : command;
        const limitMs = isSlow ? 420_000 : 30_000;
        const { clock, running, hanging, isOver } = await startHanging(sandbox, recorder, args);
        await clock.advance(limitMs - 2000);
        await pause(50);
        assert.equal(isOver(), false);
        await clock.advance(2000);
        const { code, stderr } = await running;
        const [error, ...rest] = errorLines(stderr);
        assert.deepEqual([code, rest], [1, []], stderr);
        const limit = isSlow ? "7m" : "30s";
        assert.match(
          error!,
          new RegExp(
            `^osctl: ${hanging}: no response within ${limit}[^;]*; check the node, or increase ${
              isSlow ? "--timeout" : "OSCTL_CALL_TIMEOUT"
            }`,
          ),
        );
        assert.equal(clock.waiting, 0, "no timer remains");
      });
    }
  });
});

Deno.test("^C during a changing call names the node that has not responded", async (t) => {
  await withRecorder(async (sandbox, recorder) => {
    for (const command of COMMANDS) {
      await t.step(command.join(" "), async () => {
        const { running, interrupt, hanging } = await startHanging(sandbox, recorder, command);
        interrupt();
        const { code, stderr } = await running;
        assert.equal(code, 130, stderr);
        assert.ok(stderr.endsWith(`osctl: interrupted; incomplete: ${hanging}\n`), stderr);
      });
    }
  });
});

Deno.test("commands of one node reject several by name", async () => {
  await withSandbox({ controlPlanes: 2 }, async ({ run, nodes, home }) => {
    const targets = nodes.map(({ address }) => address);
    for (
      const command of [
        ...SINGLE,
        ["read", "/etc/os-release"],
        ["copy", "/etc", `${home}/copy`],
        ["etcd", "snapshot", `${home}/snapshot.db`],
        ["config", "new", `${home}/new`],
        ["inspect", "dependencies"],
      ]
    ) {
      const { code, stdout, stderr } = await run([...command, "-n", targets.join()]);
      const name = command.filter((word) => !/^-|\//.test(word)).join(" ");
      assert.deepEqual([code, stdout], [2, ""]);
      assert.ok(
        stderr.startsWith(
          `osctl: "osctl ${name}" accepts one node, found 2: ${targets.join(", ")}`,
        ),
        stderr,
      );
    }
    assert.deepEqual([...Deno.readDirSync(home)].map(({ name }) => name).sort(), [".os", "nodes"]);
  });
});
