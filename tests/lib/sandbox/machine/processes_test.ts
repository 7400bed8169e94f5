import { deepEqual, equal, match, ok } from "node:assert/strict";
import { listProcesses } from "../../../../lib/sandbox/machine/processes.ts";
import { output, withFolder } from "./folder.ts";
import { testWith } from "../../../helpers/programs.ts";

const psTest = testWith("ps");

const STAT = "1 42 42 0 -1 4194560 900 0 3 0 250 125 0 0 20 0 7 0 1234 1048576 300";

/** Creates a folder like `/proc/<pid>`. */
async function fakeProcess(proc: string, pid: string, files: Record<string, string>) {
  await Deno.mkdir(`${proc}/${pid}/attr`, { recursive: true });
  const { exe, ...texts } = files;
  if (exe !== undefined) await Deno.symlink(exe, `${proc}/${pid}/exe`);
  for (const [name, text] of Object.entries(texts)) {
    await Deno.writeTextFile(`${proc}/${pid}/${name}`, text);
  }
}

async function withProc(body: (proc: string) => Promise<void>): Promise<void> {
  await withFolder(async (proc) => {
    await Deno.mkdir(`${proc}/self`);
    const vector = new BigUint64Array([6n, 4096n, 17n, 100n, 0n, 0n]);
    await Deno.writeFile(`${proc}/self/auxv`, new Uint8Array(vector.buffer));
    await body(proc);
  });
}

Deno.test("listProcesses() computes every field", async () => {
  await withProc(async (proc) => {
    await fakeProcess(proc, "42", {
      stat: `42 (a) b) S ${STAT}\n`,
      comm: "a) b\n",
      cmdline: "/bin/a\0-x\0two words\0",
      exe: "/bin/a",
      "attr/current": "system_u:system_r:init_t:s0\n",
    });
    await Deno.mkdir(`${proc}/net`);
    deepEqual(await listProcesses(proc), [{
      pid: 42,
      ppid: 1,
      state: "S",
      threads: 7,
      cpuTime: 3.75,
      virtualMemory: 1048576,
      residentMemory: 300 * 4096,
      command: "a) b",
      executable: "/bin/a",
      args: "/bin/a -x two words",
      label: "system_u:system_r:init_t:s0",
    }]);
  });
});

Deno.test("listProcesses() skips exited processes and kernel threads", async () => {
  await withProc(async (proc) => {
    const texts = { comm: "x\n", cmdline: "x\0" };
    await fakeProcess(proc, "1", { ...texts, stat: `1 (x) S ${STAT}` });
    await fakeProcess(proc, "2", texts);
    const kernel = STAT.replace("4194560", "2129984");
    await fakeProcess(proc, "3", { ...texts, exe: "/x", stat: `3 (k) S ${kernel}` });
    await fakeProcess(proc, "4", { ...texts, exe: "/x", stat: "" });
    await fakeProcess(proc, "5", { comm: "x\n", exe: "/x", stat: `5 (x) S ${STAT}` });
    deepEqual(await listProcesses(proc), []);
  });
});

psTest("listProcesses() agrees with ps on a child process", async () => {
  const options = { stdin: "piped", stdout: "piped" } as const;
  const child = new Deno.Command("cat", { args: ["-", "/dev/null"], ...options }).spawn();
  const input = child.stdin.getWriter();
  const echo = child.stdout.getReader();
  try {
    // The echo proves that the process has started.
    await input.write(new Uint8Array([1]));
    await echo.read();
    const found = (await listProcesses()).find(({ pid }) => pid === child.pid);
    ok(found);
    const ps = (field: string) => output("ps", ["-o", `${field}=`, "-p", String(child.pid)]);
    equal(found.ppid, Number(await ps("ppid")));
    equal(found.threads, Number(await ps("nlwp")));
    equal(found.virtualMemory, Number(await ps("vsz")) * 1024);
    // The kernel sums up resident memory lazily, so its two counters may differ.
    ok(found.residentMemory > 0 && found.residentMemory < found.virtualMemory);
    equal(found.command, (await ps("comm")).trim());
    equal(found.args, (await ps("args")).trim());
    match(found.executable, /\/cat$/);
    match(found.state, /^[RS]$/);
  } finally {
    await input.close();
    await echo.read();
    await child.status;
  }
});

Deno.test("listProcesses() finds this process and no kernel thread", async () => {
  const found = await listProcesses();
  const self = found.find(({ pid }) => pid === Deno.pid);
  ok(self);
  ok(self.residentMemory > 10_000_000);
  ok(self.cpuTime > 0);
  equal(found.some(({ command }) => command === "kthreadd"), false);
});
