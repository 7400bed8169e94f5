import assert from "node:assert/strict";
import {
  commandLine,
  type ProcessEntry,
  processesView,
  sortProcesses,
} from "../../../../lib/node/processes/processes_view.ts";

Deno.test("the command line has the executable's path for its base name", () => {
  for (
    const [entry, expected] of [
      [{ command: "kworker" }, "kworker"],
      [{ command: "init", executable: "/sbin/init", args: "init --x" }, "/sbin/init --x"],
      [{ command: "init", executable: "/sbin/init", args: "/sbin/init" }, "/sbin/init"],
      [{ executable: "/bin/busybox", args: "sh -c ls" }, "sh -c ls"],
      [{ executable: "/bin/sh (deleted)", args: "sh -c x" }, "/bin/sh (deleted) -c x"],
      [{ executable: "/bin/sh", args: "" }, ""],
      [{ executable: "/bin/sh", args: "sh" }, "/bin/sh"],
      [{ executable: "/bin/a", args: "a | b" }, "/bin/a | b"],
      [{}, ""],
    ] as const
  ) {
    assert.equal(commandLine(entry), expected);
  }
});

const processes: ProcessEntry[] = [
  { pid: 1, cpuTime: 3, residentMemory: 10 },
  { pid: 2, cpuTime: 9, residentMemory: { low: 0, high: 4, unsigned: true } },
  { pid: 3, cpuTime: 3, residentMemory: 10 },
];

Deno.test("processes are sorted by memory or CPU time, equal ones in order", () => {
  const pids = (order: "rss" | "cpu") => sortProcesses(processes, order).map(({ pid }) => pid);
  assert.deepEqual(pids("rss"), [2, 1, 3]);
  assert.deepEqual(pids("cpu"), [2, 1, 3]);
  assert.deepEqual(sortProcesses([], "rss"), []);
});

const row: ProcessEntry = {
  pid: 109,
  ppid: 1,
  state: "S",
  threads: 9,
  cpuTime: 2.084,
  virtualMemory: 1_300_000_000,
  residentMemory: 68_000_000,
  command: "apid",
  executable: "/apid",
  args: "apid --enable-rbac",
  label: "",
};

Deno.test("the columns equal talosctl's, with LABEL since v1.8", () => {
  const shown = processesView({ labels: true }).columns.map(({ header, cell }) => [
    header,
    cell(row),
  ]);
  assert.deepEqual(shown, [
    ["PID", "109"],
    ["STATE", "S"],
    ["THREADS", "9"],
    ["CPU-TIME", "2.08"],
    ["VIRTMEM", "1.3 GB"],
    ["RESMEM", "68 MB"],
    ["LABEL", ""],
    ["COMMAND", "/apid --enable-rbac"],
  ]);
  const headers = processesView({ labels: false }).columns.map(({ header }) => header);
  assert.ok(!headers.includes("LABEL"));
});

Deno.test("records have all fields, numbers as numbers", () => {
  const { fields } = processesView({ labels: true });
  const record = Object.entries(fields).map(([name, value]) => [name, value(row)]);
  assert.deepEqual(record, [
    ["pid", 109],
    ["ppid", 1],
    ["state", "S"],
    ["threads", 9],
    ["cpuTime", 2.084],
    ["virtualMemory", 1_300_000_000],
    ["residentMemory", 68_000_000],
    ["label", null],
    ["command", "apid"],
    ["executable", "/apid"],
    ["args", "apid --enable-rbac"],
  ]);
});
