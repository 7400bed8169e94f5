import assert from "node:assert/strict";
import { parse } from "yaml";
import { stream } from "../../lib/sandbox/types.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const lines = (text: string) => text.split("\n").slice(0, -1);

/** A tree of known file sizes; directory sizes differ between file systems. */
async function createTree(home: string): Promise<string> {
  const tree = `${home}/tree`;
  await Deno.mkdir(`${tree}/a/deep`, { recursive: true });
  await Deno.mkdir(`${tree}/b`);
  await Deno.writeFile(`${tree}/a/deep/big`, new Uint8Array(100_000));
  await Deno.writeFile(`${tree}/a/small`, new Uint8Array(10));
  await Deno.writeFile(`${tree}/top`, new Uint8Array(1));
  return tree;
}

Deno.test("usage prints directory sizes including contents, to the requested depth", async () => {
  await withSandbox({ workers: 1 }, async ({ run, home, controlPlanes, workers, dead }) => {
    const node = controlPlanes[0]!.address;
    const worker = workers[0]!.address;
    const tree = await createTree(home);
    const names = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(["usage", tree, "-n", node, ...args]);
      assert.equal(code, 0, stderr);
      return lines(stdout).slice(1).map((line) => line.split(/ {3,}/)[2]);
    };
    assert.deepEqual(await names(), ["a", "b", "."]);
    assert.deepEqual(await names("-d", "0"), ["."]);
    assert.deepEqual(await names("-d", "1"), ["a", "b", "."]);
    assert.deepEqual(await names("--depth=2"), ["a/deep", "a", "b", "."]);
    assert.deepEqual(await names("--depth", "-1"), ["a/deep", "a", "b", "."]);
    assert.deepEqual(await names("-d", "2147483647"), ["a/deep", "a", "b", "."]);
    assert.deepEqual(await names("-a", "-d1"), ["a", "b", "top", "."]);
    const every = ["a/deep/big", "a/deep", "a/small", "a", "b", "top", "."];
    assert.deepEqual(await names("--all", "-d", "3"), every);
    assert.deepEqual(await names("-a", "-d=-1", "-t", "100000"), [
      ...["a/deep/big", "a/deep", "a", "."],
    ]);
    assert.deepEqual(await names("-a", "-d=-1", "--threshold=-10"), ["a/small", "top"]);

    const folder = async (path: string) => (await Deno.stat(path)).size;
    const deep = 100_000 + await folder(`${tree}/a/deep`);
    const a = deep + 10 + await folder(`${tree}/a`);
    const b = await folder(`${tree}/b`);
    const whole = a + b + 1 + await folder(tree);
    const one = await run(["du", "-d", "1", tree, "-n", node]);
    const width = Math.max(...[a, b, whole, "SIZE"].map((size) => String(size).length));
    const row = (size: unknown, name: string) => `${String(size).padEnd(width)}   ${name}`;
    assert.deepEqual(lines(one.stdout), [
      `${"NODE".padEnd(node.length)}   ${row("SIZE", "NAME")}`,
      `${node}   ${row(a, "a")}`,
      `${node}   ${row(b, "b")}`,
      `${node}   ${row(whole, ".")}`,
    ]);
    const human = await run(["usage", "-d0", "--no-headers", "--humanize", tree, "-n", node]);
    assert.match(human.stdout, new RegExp(`^${node} {3}1\\d\\d kB {3}\\.\\n$`));

    const three = await run(["usage", "-H", "-d0", tree, "-n", `${dead},${worker},${node}`]);
    assert.equal(three.code, 1);
    assert.match(three.stderr, new RegExp(`^osctl: ${dead.replaceAll(".", "\\.")}: [^\\n]+\\n$`));
    assert.deepEqual(lines(three.stdout).map((line) => line.split(" ")[0]), ["NODE", worker, node]);

    const json = await run([
      ...["usage", "-d", "1", tree, "-o", "json", "-n", `${worker},${dead},${node}`],
    ]);
    assert.equal(json.code, 1);
    assert.deepEqual(JSON.parse(json.stdout).slice(0, 4), [
      { node: worker, name: "a", path: `${tree}/a`, size: a },
      { node: worker, name: "b", path: `${tree}/b`, size: b },
      { node: worker, name: ".", path: tree, size: whole },
      { node, name: "a", path: `${tree}/a`, size: a },
    ]);
    const yaml = await run(["usage", "-d", "1", tree, "-o", "yaml", "-n", `${worker},${node}`]);
    assert.deepEqual(parse(yaml.stdout), JSON.parse(json.stdout));

    const several = await run(["usage", "-d0", `${tree}/a`, "/nope", `${tree}/b`, "-n", node]);
    assert.equal(several.code, 1);
    assert.equal(lines(several.stdout).length, 3);
    assert.match(several.stderr, /^osctl: [\d.]+: [^\n]*\/nope[^\n]*\n$/);
    const none = await run(["usage", "/nope", "-o", "json", "-n", node]);
    assert.deepEqual([none.code, none.stdout], [1, "[]\n"]);
    const empty = await run(["usage", "/nope", "-n", node]);
    assert.deepEqual([empty.code, empty.stdout], [1, ""]);
  });
});

Deno.test("usage sends the request of talosctl, also without a depth", async () => {
  const seen: machine.IDiskUsageRequest[] = [];
  const recording = stream(MachineService.DiskUsage, async function* (request) {
    seen.push(request);
    yield await Promise.resolve(machine.DiskUsageInfo.create({ relativeName: "a\nb", size: 7 }));
    yield machine.DiskUsageInfo.create({ error: "lstat /x: it vanished" });
  });
  await withSandbox({ bindings: [recording] }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    for (
      const args of [[], ["-d", "0"], ["-d", "3", "-a", "/etc", "/usr"], ["-d=-7", "-t", "-5"]]
    ) {
      const { code, stdout, stderr } = await run(["usage", ...args, "-n", node, "--no-headers"]);
      assert.deepEqual([code, stdout], [1, `${node}   7   a\\nb\n`]);
      assert.equal(stderr, `osctl: ${node}: lstat /x: it vanished\n`);
    }
  });
  assert.deepEqual(
    seen.map(({ recursionDepth, all, threshold, paths }) => ({
      recursionDepth,
      all,
      threshold: Number(threshold),
      paths,
    })),
    [
      { recursionDepth: 2, all: false, threshold: 0, paths: ["/"] },
      { recursionDepth: 1, all: false, threshold: 0, paths: ["/"] },
      { recursionDepth: 4, all: true, threshold: 0, paths: ["/etc", "/usr"] },
      { recursionDepth: 0, all: false, threshold: -5, paths: ["/"] },
    ],
  );
});

Deno.test("usage prints what arrived before a stream broke, then the error", async () => {
  const hundred = stream(MachineService.DiskUsage, async function* () {
    for (let size = 0; size < 100; size++) {
      yield await Promise.resolve(machine.DiskUsageInfo.create({ relativeName: "a", size }));
    }
  });
  const options = { bindings: [hundred], workers: 1 };
  await withSandbox(options, async ({ run, controlPlanes, workers, cluster }) => {
    const node = controlPlanes[0]!.address;
    const { address: worker, name } = workers[0]!;
    cluster.faults.set([
      { id: "1", action: "cut", node: name, method: "DiskUsage", afterBytes: 100 },
    ]);
    const { code, stdout, stderr } = await run([
      ...["usage", "--no-headers", "-n", `${worker},${node}`],
    ]);
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`^osctl: ${worker}: [^\\n]+\\n$`));
    const nodes = lines(stdout).map((line) => line.split(" ")[0]);
    const shown = nodes.indexOf(node);
    assert.ok(shown > 0 && shown < 100, stdout);
    assert.equal(nodes.length - shown, 100);
  });
});

Deno.test("usage rejects invalid flags in one line each", async () => {
  await withSandbox({}, async ({ run, nodes, dead }) => {
    const node = nodes[0]!.address;
    for (const args of [["-d", "many"], ["-d", "2147483648"], ["-t", "1k"], ["-o", "xml"]]) {
      const { code, stdout, stderr } = await run(["usage", "/etc", ...args, "-n", node]);
      assert.deepEqual([code, stdout], [2, ""], stderr);
      assert.match(stderr, /^osctl: [^\n]+\n$/);
    }
    for (const nowhere of [["-n", dead], ["-n", node, "-e", dead]]) {
      const failed = await run(["usage", "/etc", "-o", "json", ...nowhere]);
      assert.deepEqual([failed.code, failed.stdout], [1, "[]\n"]);
    }
  });
});
