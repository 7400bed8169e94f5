/** Logs of several services and nodes. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { stream } from "../../lib/sandbox/types.ts";
import { MachineService } from "../../proto/machine.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { data } from "./answers.ts";

const lines = (text: string) => text.split("\n").slice(0, -1);

/** Logs by service: chunks. */
const LOGS: Readonly<Record<string, readonly string[]>> = {
  etcd: [
    '{"ts":"2024-05-05T10:00:01Z","msg":"etcd one"}\n{"ts":"2024-05-05T10:00:',
    '03Z","msg":"etcd \u001b[31mthree"}\r\n',
  ],
  kubelet: [
    "before any time\n2024/05/05 10:00:02 kubelet two\n\tcontinued\n",
    "2024/05/05 10:00:04 kubelet four",
  ],
};

const logs = stream(MachineService.Logs, async function* ({ id }) {
  for (const chunk of LOGS[id!] ?? []) yield await Promise.resolve(data(chunk));
  if (LOGS[id!] === undefined) throw new Error(`log "${id}" was not registered`);
});

const clock = { ...wallClock, now: () => Date.UTC(2024, 4, 5, 10, 1, 0) };

Deno.test("logs of several services are merged by time, with node and service", () =>
  withSandbox({ workers: 1, bindings: [logs] }, async ({ run, dead, nodes }) => {
    const [one, two] = nodes.map(({ address }) => address);
    const merged = await run(["logs", "kubelet", "etcd", "-n", one!]);
    equal(merged.code, 0, merged.stderr);
    deepEqual(lines(merged.stdout), [
      `${one} kubelet | before any time`,
      `${one} etcd | {"ts":"2024-05-05T10:00:01Z","msg":"etcd one"}`,
      `${one} kubelet | 2024/05/05 10:00:02 kubelet two`,
      `${one} kubelet | \tcontinued`,
      `${one} etcd | {"ts":"2024-05-05T10:00:03Z","msg":"etcd \u001b[31mthree"}`,
      `${one} kubelet | 2024/05/05 10:00:04 kubelet four`,
    ]);
    const both = await run(["logs", "etcd", "--no-prefix", "-n", `${two},${one},${dead}`]);
    equal(both.code, 1);
    const order = lines(both.stdout).map((line) => /one|three/.exec(line)![0]);
    deepEqual(order, ["one", "one", "three", "three"]);
    ok(both.stdout.startsWith("{"));
    match(both.stderr, new RegExp(`^osctl: ${dead.replaceAll(".", "\\.")}: [^\\n]+\\n$`));
    const json = await run(["logs", "etcd", "kubelet", "-o", "json", "-n", one!]);
    deepEqual(lines(json.stdout).map((line) => JSON.parse(line)).slice(0, 2), [
      { node: one, service: "kubelet", time: null, text: "before any time" },
      {
        node: one,
        service: "etcd",
        time: "2024-05-05T10:00:01.000Z",
        text: '{"ts":"2024-05-05T10:00:01Z","msg":"etcd one"}',
      },
    ]);
    // The bytes of one service without further flags stay.
    const single = await run(["logs", "kubelet", "-n", one!]);
    equal(lines(single.stdout)[0], `${one}: before any time`);
    const unknown = await run(["logs", "etcd", "none", "-n", one!]);
    equal(unknown.code, 1);
    equal(lines(unknown.stdout).length, 2);
    match(unknown.stderr, /log "none" was not registered/);
  }));

Deno.test("--since, --grep and --exclude select lines", () =>
  withSandbox({ bindings: [logs] }, async ({ run, home, controlPlanes: [control] }) => {
    const text = async (...args: string[]) => {
      const system = fakeSystem({ clock, home });
      const outcome = await run(["logs", "--no-prefix", ...args, "-n", control!.address], {
        system,
      });
      equal(outcome.code, 0, outcome.stderr);
      return lines(outcome.stdout).map((line) =>
        /one|two|three|four|continued|before/.exec(line)![0]
      );
    };
    deepEqual(await text("kubelet", "--since", "57s"), ["before", "four"]);
    deepEqual(await text("kubelet", "etcd", "--since", "2024-05-05T10:00:02Z"), [
      ...["before", "two", "continued", "three", "four"],
    ]);
    deepEqual(await text("kubelet", "etcd", "--grep", "t(wo|hree)$|etcd", "--exclude", "one"), [
      ...["two", "three"],
    ]);
    deepEqual(await text("etcd", "--grep", "one", "--grep", "three"), ["one", "three"]);
    for (
      const [args, message] of [
        [["--grep", "("], /^osctl: invalid regular expression "\(" for --grep: [^\n]+\n$/],
        [["--exclude", "["], /^osctl: invalid regular expression "\[" for --exclude: /],
        [
          ["--since", "soon"],
          /^osctl: invalid time "soon" for --since; use a duration such as 15m/,
        ],
      ] as const
    ) {
      const { code, stderr } = await run(["logs", "etcd", ...args, "-n", control!.address]);
      equal(code, 2);
      match(stderr, message);
    }
  }));

Deno.test("followed logs are merged within a short time and coloured on a terminal", async () => {
  const following = stream(MachineService.Logs, async function* ({ id }, { signal }) {
    for (const chunk of LOGS[id!]!) yield await Promise.resolve(data(chunk));
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  });
  await withSandbox({ bindings: [following] }, async ({ run, home, controlPlanes: [control] }) => {
    const stop = new AbortController();
    const system = fakeSystem({
      clock: { ...clock, after: wallClock.after },
      home,
      signal: stop.signal,
      terminals: ["stdout"],
    });
    system.stdout.onWrite = (bytes) => {
      if (new TextDecoder().decode(bytes).includes("kubelet two")) {
        stop.abort(new InterruptError("SIGINT"));
      }
    };
    const { code, stdout, stderr } = await run(
      ["logs", "kubelet", "etcd", "-f", "-n", control!.address],
      { system },
    );
    equal(code, 0, stderr);
    const own = `${control!.address} `;
    ok(stdout.includes(`\u001b[36m${own}kubelet |\u001b[39m before any time\n`), stdout);
    ok(stdout.includes(`\u001b[32m${own}etcd |\u001b[39m {"ts":"2024-05-05T10:00:01Z"`));
    ok(stdout.indexOf("etcd one") < stdout.indexOf("kubelet two"));
    ok(!stdout.includes('etcd \u001b[31mthree"}\n'), "a colour ends with its line");
  });
});

Deno.test("a node that fails is reported once, however many of its logs are requested", () =>
  withSandbox({}, async ({ run, controlPlanes, dead }) => {
    const node = controlPlanes[0]!.address;
    const { code, stdout, stderr } = await run(
      ["logs", "kubelet", "machined", "-n", `${node},${dead}`],
    );
    equal(code, 1);
    match(stdout, new RegExp(`^${node.replaceAll(".", "\\.")} `));
    match(stderr, new RegExp(`^osctl: ${dead.replaceAll(".", "\\.")}: [^\\n]+\\n$`));
  }));
