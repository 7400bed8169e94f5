/** The output formats of every command that prints rows of nodes. */
import assert from "node:assert/strict";
import { tree } from "../../commands/tree.ts";
import { flagsAt, pathOf, walk } from "../../lib/cli/tree.ts";
import { stream, unary } from "../../lib/sandbox/types.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { storage, StorageService } from "../../proto/storage.ts";
import { time, TimeService } from "../../proto/time.ts";
import { withSandbox } from "../helpers/sandbox.ts";

/** Fixed disks, images and NTP response, independent of the host. */
const bindings = [
  stream(MachineService.ImageList, async function* () {
    yield await Promise.resolve(machine.ImageListResponse.create({ name: "example.org/a:1" }));
  }),
  unary(StorageService.Disks, () =>
    Promise.resolve(
      storage.DisksResponse.create({ messages: [{ disks: [{ deviceName: "/dev/a" }] }] }),
    )),
  unary(TimeService.Time, () =>
    Promise.resolve(time.TimeResponse.create({
      messages: [{ server: "a", localtime: { seconds: 1 }, remotetime: { seconds: 1 } }],
    }))),
];

/** The commands, the field that names a row, and arguments that print at least one row. */
const NAMED: readonly (readonly [command: string, field: string, ...args: string[]])[] = [
  ["containers", "id"],
  ["dashboard", "node", "--once"],
  ["disks", "device"],
  ["etcd members", "id"],
  ["etcd status", "member"],
  ["image list", "image"],
  ["list", "path", "/etc"],
  ["memory", "node"],
  ["mounts", "mountedOn"],
  ["processes", "pid"],
  ["service", "id"],
  ["stats", "id"],
  ["time", "node"],
  ["usage", "path", new URL("../../docs", import.meta.url).pathname],
  ["version", "node"],
];

/** Commands whose rows have no name. */
const UNNAMED: readonly (readonly [command: string, ...args: string[]])[] = [
  ["dmesg"],
  ["logs", "machined"],
  ["netstat", "-a"],
];

/** Commands that tests of their own cover; add a new command here or above. */
const ELSEWHERE = [
  ...["alias list", "diagnose", "diff", "plugin list", "session status", "wait"],
  ...[
    "cluster fault list",
    "cluster list",
    "cluster diff",
    "cluster plan",
    "cluster show",
    "cluster status",
    "config contexts",
    ...["rollout list", "rollout status"],
    "etcd alarm disarm",
    "etcd alarm list",
  ],
  ...["etcd downgrade cancel", "etcd downgrade enable", "etcd downgrade validate"],
  "gen secureboot inspect",
  ...["etcd snapshot", "events", "get", "health", "image default", "images", "validate"],
  ...["reboot", "reset", "shutdown", "upgrade", "upgrade-k8s"],
];

Deno.test("every command that selects fields is tested", () => {
  const found = [...walk<never>([tree])].filter((chain) =>
    flagsAt(chain, "v1.8").some(({ name, flag }) =>
      name === "output" && flag.extraValues?.includes("json=")
    )
  ).map(pathOf);
  const tested = [...NAMED, ...UNNAMED].map(([command]) => command);
  assert.deepEqual(found.toSorted(), [...tested, ...ELSEWHERE].toSorted());
});

Deno.test("rows are printed as names, as selected fields and by an expression", async (t) => {
  await withSandbox({ bindings }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    for (const [command, field, ...args] of NAMED) {
      await t.step(command, async () => {
        const print = async (format: string) => {
          const line = [...command.split(" "), ...args, "--output", format, "-n", node];
          const { code, stdout, stderr } = await run(line);
          assert.deepEqual([code, stderr], [0, ""], command);
          return stdout;
        };
        const records: Record<string, unknown>[] = JSON.parse(await print(`json=${field},node`));
        assert.ok(records.length > 0);
        for (const record of records) {
          assert.deepEqual(Object.keys(record), field === "node" ? ["node"] : [field, "node"]);
          assert.equal(record["node"], node);
        }
        const names = (await print("name")).split("\n").slice(0, -1);
        // Processes and containers may start and end between the commands.
        assert.ok(names.some((name) => records.some((record) => name === String(record[field]))));
        const lines = (await print(`jsonpath={.node} is {.${field}}`)).split("\n").slice(0, -1);
        assert.ok(lines.some((line) => line === `${node} is ${names[0]}`), lines[0]);
      });
    }
    for (const [command, ...args] of UNNAMED) {
      await t.step(command, async () => {
        const line = [command, ...args, "-n", node, "--output"];
        const named = await run([...line, "name"]);
        assert.equal(named.code, 2);
        assert.match(named.stderr, /^osctl: rows of this command have no name; use -o json=/);
        const { code, stdout } = await run([...line, "jsonpath={.node}"]);
        assert.equal(code, 0);
        assert.deepEqual([...new Set(stdout.split("\n"))], [node, ""]);
      });
    }
  });
});

Deno.test("an invalid selection is rejected before a node is called", async () => {
  await withSandbox({}, async ({ run, dead }) => {
    for (
      const [args, message] of [
        [["list"], "missing fields in -o json=; fields: node, name, path, type, "],
        [["memory"], "missing fields in -o json=; fields: node, total, used, "],
        [["logs", "machined"], "missing fields in -o json=; fields: node, text"],
        [["events"], "missing fields in -o json=; fields: node, id, time, "],
        [["etcd", "snapshot", "/nowhere/a.db"], "missing fields in -o json=; fields: node, path, "],
        [["get", "links"], "missing fields in -o json=; fields: node, event, namespace, "],
        [["health"], "missing fields in -o json=; fields: node, check, name, "],
      ] as const
    ) {
      const { code, stdout, stderr } = await run([...args, "-o", "json=", "-n", dead]);
      assert.deepEqual([code, stdout], [2, ""], stderr);
      assert.ok(stderr.startsWith(`osctl: ${message}`), stderr);
    }
  });
});

Deno.test("events, health checks, resources and client versions have selectable fields", async () => {
  await withSandbox({}, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const lines = async (...args: string[]) => (await run(args)).stdout.split("\n").slice(0, -1);
    const checks = await lines("health", "--once", "-n", node, "-o", "json=check,state");
    assert.ok(checks.length > 5);
    assert.ok(checks.every((line) => Object.keys(JSON.parse(line)).join() === "check,state"));
    const members = await lines("get", "members", "-n", node, "-o", "name");
    assert.deepEqual(members, [nodes[0]!.name]);
    const versions = JSON.parse((await run(["version", "--client", "-o", "json=node,os"])).stdout);
    assert.deepEqual(versions, [{ node: null, os: Deno.build.os }]);
    assert.match((await lines("image", "default", "-o", "name"))[0]!, /^[a-z.]+\/[^ ]+:v?[0-9.]+/);
  });
});
