/**
 * Runs every read command of the program on one node, on two, and on two with an unreachable one in
 * between; as a table and as records.
 */
import assert from "node:assert/strict";
import type { Outcome, Program } from "../../scripts/program.ts";
import { withTimeServer } from "../helpers/time_server.ts";
import { type RealCluster, withRealCluster } from "./cluster.ts";

type Row = Record<string, unknown>;

/** A command and its expected output. */
interface Case {
  args: string[];
  /** First and last header of its table; absent for other layouts. */
  headings?: [first: string, last: string];
  /** Fields of its records. */
  fields: string[];
  /** Minimum number of rows per node; default 1. */
  atLeast?: number;
  /** Flags that print records; default `-o json`. */
  json?: string[];
}

const cases = (tree: string, timeServer: string): Case[] => [
  { args: ["containers"], headings: ["NODE", "STATUS"], fields: ["namespace", "id", "pid"] },
  {
    args: ["containers", "-k"],
    headings: ["NODE", "STATUS"],
    fields: ["namespace", "id"],
    atLeast: 0,
  },
  { args: ["stats"], headings: ["NODE", "CPU"], fields: ["id", "memory", "cpu"] },
  { args: ["usage", "-a", "-d", "-1", tree], headings: ["NODE", "NAME"], fields: ["size", "path"] },
  { args: ["disks"], headings: ["NODE", "SYSTEM_DISK"], fields: ["device", "size"], atLeast: 0 },
  { args: ["mounts"], headings: ["NODE", "MOUNTED ON"], fields: ["size", "mountedOn"] },
  { args: ["memory"], headings: ["NODE", "AVAILABLE"], fields: ["total", "meminfo"] },
  { args: ["memory", "--verbose"], fields: ["total", "meminfo"] },
  { args: ["processes"], headings: ["NODE", "COMMAND"], fields: ["pid", "args"], atLeast: 2 },
  {
    args: ["time", "--check", timeServer],
    headings: ["NODE", "NTP-SERVER-TIME"],
    fields: ["server", "nodeTime", "serverTime", "offset"],
  },
  {
    args: ["netstat", "-l", "-a", "-p", "-x", "-k"],
    headings: ["NODE", "Pod"],
    fields: ["protocol", "localPort", "uid", "pid"],
    json: ["--output", "json"],
  },
  { args: ["service"], headings: ["NODE", "LAST EVENT"], fields: ["id", "state", "events"] },
  { args: ["service", "apid"], fields: ["id", "state", "events"] },
  { args: ["etcd", "members"], headings: ["NODE", "LEARNER"], fields: ["id", "peerUrls"] },
  { args: ["etcd", "status"], headings: ["NODE", "ERRORS"], fields: ["member", "dbSize"] },
  { args: ["etcd", "alarm", "list"], fields: ["alarm"], atLeast: 0 },
  { args: ["image", "list"], headings: ["NODE", "CREATED"], fields: ["image"], atLeast: 0 },
  {
    args: ["get", "members"],
    headings: ["NODE", "ADDRESSES"],
    fields: ["metadata", "spec"],
    json: ["-o", "json", "--list"],
  },
  { args: ["list", "-l", tree], headings: ["NODE", "NAME"], fields: ["path", "size", "modified"] },
  { args: ["version"], fields: ["tag", "platform"] },
];

/** Parses a table into cells by header. */
function checkTable(stdout: string, [first, last]: [string, string], nodes: string[]): void {
  const [head = "", ...rows] = stdout.trimEnd().split("\n");
  const headings = head.split(/ {2,}/);
  assert.deepEqual([headings[0], headings.at(-1)], [first, last]);
  const starts = [...head.matchAll(/(?<= {2})\S/g)].map(({ index }) => index);
  for (const row of rows) {
    for (const start of starts) {
      assert.match(row.slice(start - 2, start), /^ *$/, `${head}\n${row}`);
    }
  }
  const named = rows.map((row) => row.split(" ")[0]!);
  assert.deepEqual(named.filter((node, index) => node !== named[index - 1]), nodes);
}

/** Asserts records of exactly these nodes, in order. */
function checkRecords(stdout: string, { fields, atLeast = 1 }: Case, nodes: string[]): void {
  const rows = JSON.parse(stdout) as Row[];
  const named = rows.map(({ node }) => node);
  if (atLeast > 0 || rows.length > 0) {
    assert.deepEqual(named.filter((node, index) => node !== named[index - 1]), nodes);
  }
  for (const node of nodes) {
    assert.ok(named.filter((name) => name === node).length >= atLeast, `${node}: ${stdout}`);
  }
  for (const row of rows) {
    for (const field of fields) assert.ok(field in row, `${field}: ${stdout}`);
  }
}

/** Asserts that no node failed except the unreachable one, reported once. */
function checkOutcome({ code, stderr }: Outcome, dead: string | undefined): void {
  if (dead === undefined) return assert.deepEqual([code, stderr], [0, ""]);
  assert.equal(code, 1);
  assert.match(stderr, /^osctl: [^\n]+\n$/);
  assert.ok(stderr.startsWith(`osctl: ${dead}: cannot be reached from `), stderr);
}

/** Nodes called, those that respond, and the one that does not. */
function situations({ controlPlanes: [one, other], dead }: RealCluster) {
  return [
    { asked: [one!], live: [one!] },
    { asked: [other!, one!], live: [other!, one!] },
    { asked: [other!, dead, one!], live: [other!, one!], dead },
  ];
}

async function checkCase(program: Program, test: Case, cluster: RealCluster): Promise<void> {
  for (const { asked, live, dead } of situations(cluster)) {
    const on = ["-n", asked.join(",")];
    const [table, records] = await Promise.all([
      program.run([...test.args, ...on]),
      program.run([...test.args, ...(test.json ?? ["-o", "json"]), ...on]),
    ]);
    checkOutcome(table, dead);
    checkOutcome(records, dead);
    checkRecords(records.stdout, test, live);
    const empty = (JSON.parse(records.stdout) as Row[]).length === 0;
    if (test.headings && (!empty || table.stdout !== "")) {
      checkTable(table.stdout, test.headings, empty ? [] : live);
      const bare = await program.run([...test.args, "--no-headers", ...on]);
      checkOutcome(bare, dead);
      assert.ok(!bare.stdout.startsWith(test.headings[0]), bare.stdout);
    } else if (!empty) {
      for (const node of live) assert.ok(table.stdout.includes(node), table.stdout);
    }
  }
}

Deno.test("read commands work on one node, two nodes and beside an unreachable one", async (t) => {
  await withTimeServer((timeServer) =>
    withRealCluster(async (cluster) => {
      const { program, dead, controlPlanes: [one, other] } = cluster;
      const tree = `${program.home}/tree`;
      await Deno.mkdir(`${tree}/folder`, { recursive: true });
      await Deno.writeTextFile(`${tree}/folder/ä\nb`, "content");
      for (const test of cases(tree, timeServer)) {
        await t.step(test.args.slice(0, 3).join(" "), () => checkCase(program, test, cluster));
      }

      for (const args of [["logs", "machined", "--tail", "3"], ["dmesg"]]) {
        await t.step(args[0]!, async () => {
          for (const { asked, live, dead } of situations(cluster)) {
            const on = ["-n", asked.join(",")];
            const table = await program.run([...args, ...on]);
            // Not accessible to this user, or absent in a container.
            if (args[0] === "dmesg" && /\/dev\/kmsg/.test(table.stderr)) return;
            checkOutcome(table, dead);
            const lines = table.stdout.trimEnd().split("\n");
            const named = new Set(lines.map((line) => line.split(": ")[0]));
            assert.deepEqual([...named].toSorted(), live.toSorted());
            const records = await program.run([...args, "-o", "json", ...on]);
            checkOutcome(records, dead);
            for (const line of records.stdout.trimEnd().split("\n")) {
              const { node, text } = JSON.parse(line);
              assert.ok(live.includes(node) && typeof text === "string", line);
            }
          }
        });
      }

      const alone = [
        ["read", "/proc/version"],
        ["copy", tree, "-"],
        ["copy", tree, "copied"],
        ["etcd", "snapshot", "saved.db"],
        ["inspect", "dependencies"],
      ];
      for (const args of alone) {
        await t.step(`${args.join(" ")}, on one node only`, async () => {
          const two = await program.run([...args, "-n", `${one},${other}`]);
          assert.deepEqual([two.code, two.stdout], [2, ""]);
          assert.match(two.stderr, /^osctl: [^\n]* accepts one node, found 2[^\n]*\n$/);
          checkOutcome(await program.run([...args, "-n", dead]), dead);
          checkOutcome(await program.run([...args, "-n", one!]), undefined);
        });
      }
    }, ["--controlplanes", "2"])
  );
});
