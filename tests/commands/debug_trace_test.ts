/** `OSCTL_DEBUG=1`. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { DONE } from "../../lib/cli/exit_code.ts";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { runCommand } from "../helpers/run_command.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const env = { OSCTL_DEBUG: "1" };

/** Returns the lines of the trace, with times and ports replaced. */
function traceOf(stderr: string): string[] {
  return stderr.split("\n").filter((line) => line.startsWith("osctl: debug: "))
    .map((line) => line.slice("osctl: debug: ".length).replace(/ time=\d+ms/, " time=…"));
}

Deno.test("OSCTL_DEBUG=1 prints endpoint, node, method, status and time of every call", async () => {
  await withSandbox({ workers: 1 }, async ({ run, controlPlanes, workers, dead }) => {
    const [endpoint, worker] = [controlPlanes[0]!.address, workers[0]!.address];
    const plain = await run(["memory", "-n", worker]);
    deepEqual([plain.code, plain.stderr], [0, ""]);

    const { code, stdout, stderr } = await run(["memory", "-n", worker], { env });
    equal(code, 0);
    deepEqual(stdout.split(/\s+/)[0], plain.stdout.split(/\s+/)[0]);
    deepEqual(traceOf(stderr), [
      `connection endpoint=${endpoint}:50000 status=OK time=…`,
      `call method=/machine.MachineService/Memory node=${worker} status=OK ` +
      `endpoint=${endpoint}:50000 time=…`,
    ]);
    equal(stderr.split("\n").length, 3, "nothing else is printed");

    const failed = await run(["list", "/nowhere", "-n", `${worker},${dead}`], { env });
    equal(failed.code, 1);
    const lines = traceOf(failed.stderr);
    equal(lines.length, 3);
    ok(
      lines.some((line) =>
        line.startsWith(`call method=/machine.MachineService/List node=${worker} status=`) &&
        !line.includes("status=OK") && line.includes(' error="')
      ),
      failed.stderr,
    );
    ok(lines.some((line) => line.includes(`node=${dead} status=Unavailable endpoint=${endpoint}`)));
    // The errors of nodes have their stacks and causes.
    match(failed.stderr, new RegExp(`osctl: ${dead}: [^\\n]+\\n[A-Za-z]*Error: [^\\n]+\\n +at `));
  });
});

Deno.test("the trace counts messages of streams and reports a stream that is left", async () => {
  await withSandbox({}, async ({ run, home, nodes }) => {
    const node = nodes[0]!.address;
    const { stderr } = await run(["list", "/proc/self/fd", "-n", node], { env });
    match(
      stderr,
      /method=\/machine\.MachineService\/List .*status=OK .*messages=[1-9]\d* time=\d+ms/,
    );
    const stop = new AbortController();
    const system = fakeSystem({ home, clock: wallClock, signal: stop.signal, env });
    // The stream is open once it has past events.
    system.stdout.onWrite = () => stop.abort(new InterruptError("SIGINT"));
    const stopped = await run(["events", "--tail", "-1", "-n", node], { system });
    equal(stopped.code, DONE, stopped.stderr);
    match(stopped.stderr, /method=\/machine\.MachineService\/Events .*status=cancelled/);
  });
});

Deno.test("the trace names an endpoint that is down, and no credentials", async () => {
  await withSandbox({}, async ({ run, nodes, dead, osconfig, home }) => {
    const node = nodes[0]!.address;
    const config = await Deno.readTextFile(osconfig);
    const path = `${home}/basic`;
    await Deno.writeTextFile(
      path,
      config.replace(
        /^( +)(endpoints:)/m,
        "$1auth:\n$1    basic:\n$1        username: ann\n$1        password: opensesame\n$1$2",
      ),
    );
    const call = ["version", "-n", node, "--osconfig", path];
    const { code, stderr } = await run(call, { env });
    equal(code, 0, stderr);
    equal(traceOf(stderr).length, 2);
    const down = await run([...call, "-e", dead], {
      env: { ...env, HTTPS_PROXY: `http://ann:opensesame@${dead}:3128` },
    });
    equal(down.code, 1);
    match(down.stderr, new RegExp(`debug: connection endpoint=${dead}:50000 status=connection`));
    match(down.stderr, /debug: call .*status=connection .*error="/);
    for (const text of [stderr, down.stderr]) {
      ok(!text.includes("opensesame"));
      ok(!text.includes(btoa("ann:opensesame")));
    }
  });
});

Deno.test("completion prints no trace", async () => {
  await withSandbox({}, async ({ home, nodes }) => {
    const words = ["__complete", "zsh", "service", "-n", nodes[0]!.address, ""];
    const { stdout, stderr } = await runCommand(words, { home, env });
    equal(stderr, "");
    match(stdout, /^=apid\t/m);
  });
});
