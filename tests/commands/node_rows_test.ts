/** Common behaviour of commands with one call per node that print rows. */
import assert from "node:assert/strict";
import { parse } from "yaml";
import { unary } from "../../lib/sandbox/types.ts";
import { storage, StorageService } from "../../proto/storage.ts";
import { time, TimeService } from "../../proto/time.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const lines = (text: string) => text.split("\n").slice(0, -1);

/** Fixed disks and a fixed NTP response, independent of the host. */
const bindings = [
  unary(StorageService.Disks, () =>
    Promise.resolve(
      storage.DisksResponse.create({ messages: [{ disks: [{ deviceName: "/dev/a" }] }] }),
    )),
  unary(TimeService.Time, () =>
    Promise.resolve(time.TimeResponse.create({
      messages: [{ server: "a", localtime: { seconds: 1 }, remotetime: { seconds: 1 } }],
    }))),
];

/** The commands with their table headers, and whether an empty table has a header. */
const COMMANDS: readonly (readonly [command: string, header: RegExp])[] = [
  ["memory", /^NODE +TOTAL +USED +FREE +SHARED +BUFFERS +CACHE +AVAILABLE$/],
  [
    "mounts",
    /^NODE +FILESYSTEM +SIZE\(GB\) +USED\(GB\) +AVAILABLE\(GB\) +PERCENT USED +MOUNTED ON$/,
  ],
  [
    "disks",
    /^NODE +DEV +MODEL +SERIAL +TYPE +UUID +WWID +MODALIAS +NAME +SIZE +BUS_PATH +SUBSYSTEM +READ_ONLY +SYSTEM_DISK$/,
  ],
  ["time", /^NODE +NTP-SERVER +NODE-TIME +NTP-SERVER-TIME$/],
  ["containers", /^NODE +NAMESPACE +ID +IMAGE +PID +STATUS$/],
  ["stats", /^NODE +NAMESPACE +ID +MEMORY\(MB\) +CPU$/],
  ["service", /^NODE +SERVICE +STATE +HEALTH +LAST CHANGE +LAST EVENT$/],
];

Deno.test("unary commands print one node, two nodes and an unreachable one", async (t) => {
  await withSandbox({ workers: 1, bindings }, async ({ run, controlPlanes, workers, dead }) => {
    const node = controlPlanes[0]!.address;
    const worker = workers[0]!.address;
    const oneLine = new RegExp(`^osctl: ${dead.replaceAll(".", "\\.")}: [^\\n]+\\n$`);
    for (const [command, header] of COMMANDS) {
      await t.step(command, async () => {
        const one = await run([command, "-n", node]);
        assert.deepEqual([one.code, one.stderr], [0, ""]);
        const [first, ...rows] = lines(one.stdout);
        assert.match(first!, header);
        assert.ok(rows.length > 0);
        assert.ok(rows.every((row) => row.startsWith(`${node}   `)));
        const bare = await run([command, "--no-headers", "-n", node]);
        assert.equal(lines(bare.stdout).length, rows.length);

        const three = await run([command, "-n", `${dead},${worker},${node}`]);
        assert.equal(three.code, 1);
        assert.match(three.stderr, oneLine);
        const nodes = lines(three.stdout).slice(1).map((line) => line.split(" ")[0]);
        assert.deepEqual([...new Set(nodes)], [worker, node]);
        assert.equal(nodes.indexOf(node) - 1, nodes.lastIndexOf(worker));

        const json = await run([command, "-o", "json", "-n", `${worker},${dead},${node}`]);
        assert.equal(json.code, 1);
        assert.match(json.stderr, oneLine);
        const records: { node: string }[] = JSON.parse(json.stdout);
        assert.deepEqual([...new Set(records.map((record) => record.node))], [worker, node]);
        const yaml = await run([command, "--output=yaml", "-n", `${worker},${node}`]);
        assert.deepEqual(
          parse(yaml.stdout).map((record: object) => Object.keys(record)),
          records.map((record) => Object.keys(record)),
        );

        const none = await run([command, "-n", dead]);
        assert.deepEqual([none.code, none.stdout], [1, ""]);
        assert.match(none.stderr, oneLine);
        for (const nowhere of [["-n", dead], ["-n", node, "-e", dead]]) {
          const empty = await run([command, "-o", "json", ...nowhere]);
          assert.deepEqual([empty.code, empty.stdout], [1, "[]\n"]);
        }
        for (const wrong of [["-o", "xml"], ["--nope"], ["--no-headers=maybe"], ["a", "b", "c"]]) {
          const rejected = await run([command, ...wrong, "-n", node]);
          assert.deepEqual([rejected.code, rejected.stdout], [2, ""], rejected.stderr);
          assert.match(rejected.stderr, /^osctl: [^\n]+\n$/);
        }
        const help = await run([command, "--help"]);
        assert.equal(help.code, 0);
        assert.match(help.stdout, new RegExp(`osctl ${command} `));
      });
    }
  });
});
