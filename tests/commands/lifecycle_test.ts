/** The commands reboot, shutdown, reset and upgrade against scripted sandbox nodes. */
import assert from "node:assert/strict";
import { StatusError } from "../../lib/rpc/status.ts";
import { startManualRun } from "../helpers/manual_run.ts";
import { pause, RestartingNodes, type Script } from "../helpers/restarting_nodes.ts";
import { type Sandbox, type SandboxOptions, withSandbox } from "../helpers/sandbox.ts";

async function withNodes(
  options: SandboxOptions,
  body: (sandbox: Sandbox, nodes: RestartingNodes) => Promise<void>,
): Promise<void> {
  const nodes = new RestartingNodes();
  await withSandbox({ ...options, bindings: nodes.bindings }, async (sandbox) => {
    nodes.attach(sandbox);
    await body(sandbox, nodes);
    await nodes.waitForScripts();
  });
}

const addresses = (sandbox: Sandbox) => sandbox.nodes.map(({ address }) => address);
const lines = (text: string) => text.split("\n").slice(0, -1);

/** Texts of the plain progress lines of a node. */
function textsOf(stderr: string, node: string): string[] {
  const prefix = `"${node}": `;
  return lines(stderr).filter((line) => line.startsWith(prefix))
    .map((line) => line.slice(prefix.length));
}

Deno.test("reboot follows the events and waits for a new boot ID", async () => {
  await withNodes({}, async (sandbox, nodes) => {
    const [node] = addresses(sandbox);
    const { clock, until, isOver, end } = startManualRun(sandbox, ["reboot", "-n", node!]);
    const startedAt = clock.now();
    await until(isOver, 10);
    const { code, stdout, stderr } = await end();
    assert.deepEqual([code, stdout], [0, ""], stderr);
    assert.deepEqual(nodes.calls, [`Reboot ${sandbox.nodes[0]!.name} {}`]);
    const texts = textsOf(stderr, node!);
    assert.deepEqual(texts.slice(0, 6), [
      "subscribed to events",
      "reboot requested",
      "reboot acknowledged, actor actor-1",
      "sequence reboot: START",
      "Phase stopEverything: START",
      "Task stopAllServices: START",
    ]);
    assert.ok(texts.some((text) => text.startsWith("connection lost: ")), stderr);
    assert.ok(texts.includes("restarted, the boot ID has changed"), stderr);
    assert.match(texts.at(-1)!, /^reboot complete after /);
    // On the clock of the command, whose time limit is 30 minutes.
    assert.ok(clock.now() - startedAt < 30_000, `${clock.now() - startedAt} ms`);
  });
});

Deno.test("reboot restarts three nodes in parallel and reports an unreachable one", async () => {
  await withNodes({ workers: 2 }, async (sandbox, nodes) => {
    const all = [...addresses(sandbox), sandbox.dead];
    const { code, stdout, stderr } = await sandbox.run([
      ...["reboot", "-m", "powercycle", "-o", "json", "-n", all.join(",")],
      "--accept-quorum-loss",
    ]);
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`^osctl: ${sandbox.dead}: [^\\n]+\\n$`));
    assert.deepEqual(
      nodes.calls.toSorted(),
      sandbox.nodes.map(({ name }) => `Reboot ${name} {"mode":1}`).toSorted(),
    );
    const records = lines(stdout).map((line) => JSON.parse(line));
    for (const node of addresses(sandbox)) {
      const own = records.filter((record) => record.node === node);
      assert.deepEqual(
        [own[0].event, own.at(-1).event, own.at(-1).awaited],
        ["subscribed", "done", ""],
      );
      assert.ok(own.some(({ task }) => task === "stopAllServices"));
    }
    assert.equal(records.findLast(({ node }) => node === sandbox.dead).event, "failed");
    const rebooted = await sandbox.run([
      ...["reboot", "-o", "json=node,event", "-n", addresses(sandbox)[0]!],
    ]);
    assert.deepEqual(
      JSON.parse(lines(rebooted.stdout).at(-1)!),
      { node: addresses(sandbox)[0], event: "done" },
    );
    const fields = ["node", "time", "event", "text", "phase", "task", "stage", "awaited"];
    assert.deepEqual(Object.keys(records[0]), fields);
  });
});

Deno.test("reboot ignores other actors, unknown events and readiness before the restart", async () => {
  await withNodes({ workers: 1 }, async (sandbox, nodes) => {
    const node = sandbox.workers[0]!;
    nodes.script = async (script: Script) => {
      script.publish("TaskEvent", { task: "ofAnother", action: 0 }, "another");
      script.publish("SequenceEvent", { sequence: "reboot", error: { message: "no" } }, "another");
      script.ready();
      await pause(300);
      await script.down();
      await pause(200);
      await script.up();
      script.ready();
      await pause(1500);
      script.publish("TaskEvent", { task: "second", action: 0 }, script.actor);
      await script.down();
      await script.boot();
      script.ready();
    };
    const { code, stderr } = await sandbox.run(["reboot", "-n", node.address]);
    assert.equal(code, 0, stderr);
    assert.equal(nodes.stateOf(node).bootId, "boot-2");
    const texts = textsOf(stderr, node.address);
    assert.ok(!texts.some((text) => text.includes("ofAnother")), stderr);
    const second = texts.indexOf("Task second: START");
    const done = texts.findIndex((text) => text.startsWith("reboot complete"));
    assert.ok(second > 0 && second < done, "done only after the boot ID has changed");
  });
});

Deno.test("reboot fails for a node that stops, fails its sequence or returns as another", async () => {
  await withNodes({ workers: 2 }, async (sandbox, nodes) => {
    const [control, failing] = sandbox.nodes;
    nodes.script = async (script) => {
      if (script.node.name === control!.name) {
        script.publish(
          "SequenceEvent",
          { sequence: "reboot", action: 0, error: { message: "drain timed out" } },
          script.actor,
        );
        return;
      }
      script.task("stopAllServices");
      await script.down();
      if (script.node.name === failing!.name) return;
      script.state.nodeId = "stranger";
      await script.boot();
      script.ready();
    };
    const all = addresses(sandbox).join(",");
    const { until, isOver, text, end } = startManualRun(
      sandbox,
      ["reboot", "--timeout", "10m", "-n", all],
    );
    await until(() => text().includes("a different node responds"));
    assert.ok(!isOver(), "the other node is awaited");
    await until(isOver, 1000);
    const { code, stderr } = await end();
    assert.equal(code, 1);
    const errors = lines(stderr).filter((line) => line.startsWith("osctl: "));
    assert.equal(errors.length, 3, stderr);
    assert.match(errors[0]!, /: sequence "reboot" failed: drain timed out; see "osctl dmesg/);
    assert.match(
      errors[1]!,
      /: reboot not complete after 10m0s, waiting for the node to return(: [^;]+)?; incr/,
    );
    assert.match(errors[2]!, /: a different node responds: node ID "stranger", expected "id-of-/);
  });
});

Deno.test("reboot completes by events where boot IDs cannot be read", async () => {
  await withNodes({ workers: 1 }, async (sandbox, nodes) => {
    nodes.hidesBootId = true;
    const { address } = sandbox.workers[0]!;
    const { code, stderr } = await sandbox.run(["reboot", "--debug", "-n", address]);
    assert.equal(code, 0, stderr);
    assert.ok(!stderr.includes("kern: "), "the node did not fail");
    assert.match(textsOf(stderr, address).at(-1)!, /^reboot complete/);
  });
});

Deno.test("--debug tracks despite --wait=false and prints kernel logs of failed nodes", async () => {
  await withNodes({ workers: 1 }, async (sandbox, nodes) => {
    nodes.refusal = new StatusError(9, "method is not supported in container mode");
    nodes.beforeAck = () => pause(100);
    const node = sandbox.workers[0]!.address;
    const { name } = sandbox.workers[0]!;
    for (const command of ["reboot", "shutdown", "reset", "upgrade"]) {
      const { code, stderr } = await sandbox.run([
        ...[command, "--debug", "--wait=false", "--timeout", "1m", "--yes", "-n", node!],
      ]);
      assert.equal(code, 1);
      assert.ok(stderr.includes(`\n${node}: kern: ${name} follow true tail true\n`), stderr);
      assert.ok(stderr.includes(`"${node}": subscribed to events\n`), stderr);
      assert.match(stderr, /osctl: \S+: method is not supported in container mode/);
    }
  });
});

Deno.test("--wait=false is silent, except the table of upgrade", async () => {
  await withNodes({ workers: 1 }, async (sandbox, nodes) => {
    nodes.script = () => Promise.resolve();
    const [one, two] = addresses(sandbox);
    const target = ["--wait=false", "-n", `${one},${two}`];
    for (
      const [args, request] of [
        [["reboot"], "{}"],
        [["shutdown", "--force"], `{"force":true}`],
        [
          // The data of etcd is not on a user disk.
          ["reset", "--yes", "--graceful=false", "--reboot", "--wipe-mode", "user-disks"],
          undefined,
        ],
      ] as const
    ) {
      const { code, stdout, stderr } = await sandbox.run([...args, ...target]);
      assert.deepEqual([code, stdout, stderr], [0, "", ""]);
      assert.equal(nodes.calls.length, 2);
      for (const call of nodes.calls.splice(0)) {
        if (request !== undefined) assert.equal(call.split(" ")[2], request);
      }
    }
    const args = ["-i", "example.com/installer:v9.9.9", "--stage", "-f", "-m", "powercycle"];
    const table = await sandbox.run(["upgrade", ...args, ...target]);
    assert.equal(table.code, 0, table.stderr);
    const [header, first, second] = lines(table.stdout);
    assert.match(header!, /^NODE +ACK +STARTED$/);
    assert.ok(first!.startsWith(one!) && second!.startsWith(two!));
    assert.match(
      first!,
      /Upgrade request received {3}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\S* \+0000 UTC$/,
    );
    assert.deepEqual(JSON.parse(nodes.calls[0]!.split(" ")[2]!), {
      image: "example.com/installer:v9.9.9",
      stage: true,
      force: true,
      rebootMode: 1,
    });
    const json = await sandbox.run(["upgrade", "-o", "json", ...target]);
    assert.deepEqual(
      JSON.parse(json.stdout).map(({ node, ack }: { node: string; ack: string }) => [node, ack]),
      [[one, "Upgrade request received"], [two, "Upgrade request received"]],
    );
    const texts = await sandbox.run(["upgrade", "-o", "jsonpath={.node}: {.ack}", ...target]);
    assert.equal(
      texts.stdout,
      `${one}: Upgrade request received\n${two}: Upgrade request received\n`,
    );
  });
});

Deno.test("reset sends its flags and is complete when services stop", async () => {
  await withNodes({}, async (sandbox, nodes) => {
    const [node] = addresses(sandbox);
    nodes.script = async (script) => {
      script.task("leaveEtcd");
      await pause(50);
      script.task("stopAllServices");
    };
    const { code, stdout, stderr } = await sandbox.run([
      ...[
        "reset",
        "--yes",
        "--accept-quorum-loss",
        "--system-labels-to-wipe",
        "STATE,EPHEMERAL",
        "--wipe-mode",
        "system-disk",
      ],
      ...["--user-disks-to-wipe", "/dev/sdb", "--graceful=false", "-o", "json", "-n", node!],
    ]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.deepEqual(JSON.parse(nodes.calls[0]!.split(" ")[2]!), {
      systemPartitionsToWipe: [{ label: "STATE", wipe: true }, { label: "EPHEMERAL", wipe: true }],
      userDisksToWipe: ["/dev/sdb"],
      mode: 1,
    });
    assert.match(JSON.parse(lines(stdout).at(-1)!).text, /^reset complete after /);
  });
});

Deno.test("reset --reboot requires the restart of each node", async () => {
  await withNodes({ workers: 1 }, async (sandbox, nodes) => {
    const [control, worker] = sandbox.nodes;
    nodes.script = async (script) => {
      script.task("stopAllServices");
      if (script.node.name === worker!.name) return;
      await script.down();
      await script.boot();
    };
    const all = addresses(sandbox).join(",");
    const { code, stderr } = await sandbox.run([
      "reset",
      "--yes",
      "--accept-quorum-loss",
      "--reboot",
      "--timeout=3s",
      "-n",
      all,
    ]);
    assert.equal(code, 1);
    assert.match(textsOf(stderr, control!.address).at(-1)!, /^reset complete/);
    assert.match(stderr, new RegExp(`osctl: ${worker!.address}: reset not complete after 3s`));
  });
});

Deno.test("shutdown is complete when services stop", async () => {
  await withNodes({ workers: 1 }, async (sandbox, nodes) => {
    nodes.script = async (script) => {
      script.publish("TaskEvent", { task: "stopAllServices", action: 0 }, "another");
      await pause(300);
      script.task("stopAllServices");
      await pause(50);
      await script.down();
    };
    const { code, stdout, stderr } = await sandbox.run([
      ...["shutdown", "-n", sandbox.workers[0]!.address, "-o", "json", "--timeout", "10s"],
    ]);
    assert.deepEqual([code, stderr], [0, ""]);
    const events = lines(stdout).map((line) => JSON.parse(line));
    assert.deepEqual(events.at(-2).task, "stopAllServices");
    assert.equal(events.at(-1).event, "done");

    const unknown = await sandbox.run([
      ...["shutdown", "-n", sandbox.workers[0]!.address, "-o", "json=event,tasks"],
    ]);
    assert.equal(unknown.code, 2);
    assert.match(
      unknown.stderr,
      /^osctl: unknown field "tasks" in -o json=event,tasks; did you mean/,
    );
    assert.equal(nodes.calls.length, 1, "nothing was requested");
  });
});

Deno.test("upgrade warns about extensions the image may lack, and --dry-run prints the plan", async () => {
  await withNodes({}, async (sandbox, nodes) => {
    const [node] = addresses(sandbox);
    const schematic = "a".repeat(64);
    nodes.extensions = [
      "metadata: {name: qemu-guest-agent, version: 8.2.2}\n",
      `metadata: {name: schematic, version: ${schematic}}\n`,
    ];
    const same = `factory.talos.dev/installer/${schematic}:v1.8.4`;
    const plan = await sandbox.run(["upgrade", "--dry-run", "-n", node!]);
    assert.equal(plan.code, 0, plan.stderr);
    assert.deepEqual(lines(plan.stdout).map((line) => line.split(/ {3,}/)), [
      ["NODE", "CURRENT", "TARGET", "REMOVED EXTENSIONS"],
      [node, "v1.8.0-alpha.2", "v1.8.0-alpha.2", "qemu-guest-agent"],
    ]);
    const json = await sandbox.run([
      ...["upgrade", "--dry-run", "-i", same, "-o", "json", "-n", node!],
    ]);
    assert.deepEqual(JSON.parse(json.stdout), [
      { node, current: "v1.8.0-alpha.2", target: "v1.8.4", removedExtensions: [] },
    ]);
    const selected = await sandbox.run([
      ...["upgrade", "--dry-run", "-i", same, "-o", "json=target,node", "-n", node!],
    ]);
    assert.deepEqual(JSON.parse(selected.stdout), [{ target: "v1.8.4", node }]);
    assert.deepEqual(nodes.calls, []);
    const warned = await sandbox.run(["upgrade", "-n", node!]);
    assert.equal(warned.code, 0, warned.stderr);
    assert.match(
      warned.stderr,
      /^osctl: warning: extensions that the image may lack: \S+ \(qemu-guest-agent\); use an image/,
    );
    const upgraded = await sandbox.run(["upgrade", "-i", same, "--wait=false", "-n", node!]);
    assert.deepEqual([upgraded.code, upgraded.stderr], [0, ""]);
  });
});

Deno.test("upgrade of v1.4 sends --preserve, without warning about nodes of known releases", async () => {
  await withNodes({}, async (sandbox, nodes) => {
    nodes.script = () => Promise.resolve();
    const [node] = addresses(sandbox);
    const { code, stderr } = await sandbox.run(
      ["upgrade", "-i", "example.com/installer:v1.8.0", "-p", "--wait=false", "-n", node!],
      { release: "v1.4" },
    );
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(nodes.calls[0]!, /"preserve":true/);
  });
});

Deno.test("--insecure does not wait and prints so", async () => {
  await withNodes({ unconfigured: 1 }, async (sandbox) => {
    const node = sandbox.unconfigured[0]!.address;
    for (const command of ["reset", "upgrade"]) {
      const { code, stderr } = await sandbox.run([command, "--yes", "--insecure", "-n", node]);
      assert.equal(code, 1);
      const [notice, error, ...rest] = lines(stderr);
      assert.equal(notice, "osctl: --insecure does not wait for completion");
      assert.match(error!, /API is not implemented in maintenance mode/);
      assert.deepEqual(rest, []);
    }
  });
});

Deno.test("progress is redrawn on a terminal, one line per node", async () => {
  await withNodes({ workers: 1 }, async (sandbox) => {
    const all = addresses(sandbox);
    const { code, stderr } = await sandbox.run(["reboot", "-y", "-n", all.join(",")], {
      terminals: ["stderr"],
      env: { NO_COLOR: "1" },
    });
    assert.equal(code, 0);
    const frames = stderr.split("\x1b[2A\r\x1b[J");
    assert.ok(frames.length > 2);
    for (const frame of frames) assert.equal(lines(frame).length, 2, frame);
    assert.ok(frames.some((frame) => frame.includes("waiting for")), stderr);
    const last = lines(frames.at(-1)!);
    all.forEach((node, index) => assert.match(last[index]!, new RegExp(`^✓ ${node} .*complete`)));
  });
});

Deno.test("lifecycle commands prompt on a terminal and reject invalid values", async () => {
  await withNodes({}, async (sandbox, nodes) => {
    const [node] = addresses(sandbox);
    const target = ["--wait=false", "-n", node!];
    nodes.script = () => Promise.resolve();
    const terminals = ["stdin", "stderr"] as const;
    for (const command of ["reboot", "shutdown", "reset", "upgrade"]) {
      const args = command === "reset" ? [command, "--accept-quorum-loss"] : [command];
      const rejected = await sandbox.run([...args, ...target], { terminals, stdin: "n\n" });
      assert.equal(rejected.code, 130);
      const question = command === "reset" ? "Type test to continue" : "Continue";
      assert.match(rejected.stderr, new RegExp(`context "test"[^]*${node}[^]*${question}`));
      assert.deepEqual(nodes.calls, []);
      const yes = await sandbox.run([...args, "-y", ...target], { terminals, stdin: "" });
      assert.deepEqual([yes.code, nodes.calls.splice(0).length], [0, 1]);
    }
    for (
      const [args, message] of [
        [["reboot", "-m", "kexec"], `invalid value "kexec" for --mode: expected one of`],
        [["upgrade", "-m", "kexec"], `invalid value "kexec" for --reboot-mode: expected`],
        [["reboot", "--timeout", "0s"], "invalid --timeout: not positive; use a Go duration"],
        [["upgrade", "-i", "installer"], `invalid --image "installer": not an image with a tag`],
        [["reset", "--wipe-mode", "none"], "--wipe-mode"],
      ] as const
    ) {
      const { code, stderr } = await sandbox.run([...args, ...target]);
      assert.equal(code, 2, stderr);
      assert.ok(stderr.includes(message), stderr);
      assert.deepEqual(nodes.calls, []);
    }
  });
});
