import assert from "node:assert/strict";
import { parse } from "yaml";
import { stream } from "../../lib/sandbox/types.ts";
import { type machine, MachineService } from "../../proto/machine.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { entry } from "./answers.ts";

const lines = (text: string) => text.split("\n").slice(0, -1);

Deno.test("list prints files of one node, two nodes and names an unreachable one", async () => {
  await withSandbox({ workers: 1 }, async ({ run, home, controlPlanes, workers, dead }) => {
    const node = controlPlanes[0]!.address;
    const worker = workers[0]!.address;
    const tree = `${home}/tree`;
    await Deno.mkdir(`${tree}/sub/deeper`, { recursive: true });
    await Deno.writeTextFile(`${tree}/file`, "12345", { mode: 0o640 });
    await Deno.writeTextFile(`${tree}/sub/inner`, "");
    await Deno.writeTextFile(`${tree}/sub/deeper/last`, "");
    await Deno.symlink("file", `${tree}/link`);
    await Deno.utime(`${tree}/file`, 1_600_000_000, 1_600_000_000);
    const names = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(["list", tree, "-n", node, ...args]);
      assert.equal(code, 0, stderr);
      return lines(stdout).slice(1).map((line) => line.replace(/^\S+ +/, ""));
    };

    const one = await run(["list", tree, "-n", node]);
    const column = "NODE".padEnd(node.length + 3);
    assert.equal(
      one.stdout,
      `${column}NAME\n` +
        [".", "file", "link", "sub"].map((name) => `${node}   ${name}\n`).join(""),
    );
    assert.deepEqual(await names("-d", "2"), [
      ...[".", "file", "link", "sub", "sub/deeper", "sub/inner"],
    ]);
    assert.deepEqual(await names("--depth=0"), await names());
    assert.deepEqual(await names("-r"), [
      ...[".", "file", "link", "sub", "sub/deeper", "sub/deeper/last", "sub/inner"],
    ]);
    assert.deepEqual(await names("--recurse", "--type=d"), [".", "sub", "sub/deeper"]);
    assert.deepEqual(await names("-r", "-tfl"), [
      ...["file", "link", "sub/deeper/last", "sub/inner"],
    ]);
    assert.deepEqual(await names("-t", "f,L"), ["file", "link"]);
    const bare = await run(["ls", tree, "-n", node, "--no-headers"]);
    assert.equal(bare.stdout, lines(one.stdout).slice(1).map((line) => `${line}\n`).join(""));

    const long = await run(["list", "-l", tree, "-n", node]);
    assert.match(lines(long.stdout)[0]!, /^NODE +MODE +UID +GID +SIZE\(B\) +LASTMOD +LABEL +NAME$/);
    const file = lines(long.stdout).find((line) => line.endsWith(" file"))!;
    assert.match(file, /-rw-r----- +\d+ +\d+ +5 +Sep 1[34] 2020 \d\d:\d\d +file$/);
    assert.match(long.stdout, /Lrwxrwxrwx .* link -> file\n/);
    const human = await run(["list", "--long", "--humanize", tree, "-n", node]);
    assert.match(human.stdout, /-rw-r----- .* 5 B +\d+ years ago +file\n/);
    const old = await run(["list", "-lH", tree, "-n", node], { release: "v1.4" });
    assert.match(lines(old.stdout)[0]!, /LASTMOD +NAME$/);

    const two = await run(["list", tree, "-n", `${worker},${node}`]);
    assert.deepEqual(
      lines(two.stdout).slice(1).map((line) => line.split(" ")[0]),
      [...Array(4).fill(worker), ...Array(4).fill(node)],
    );

    const three = await run(["list", tree, "-n", `${dead},${worker},${node}`]);
    assert.equal(three.code, 1);
    assert.equal(three.stdout, two.stdout);
    assert.match(three.stderr, new RegExp(`^osctl: ${dead.replaceAll(".", "\\.")}: [^\\n]+\\n$`));

    const json = await run(["list", tree, "-o", "json", "-n", `${worker},${dead},${node}`]);
    assert.equal(json.code, 1);
    const rows = JSON.parse(json.stdout);
    assert.equal(rows.length, 8);
    const { uid, gid } = await Deno.stat(`${tree}/file`);
    assert.deepEqual(rows.find((row: { name: string }) => row.name === "file"), {
      node: worker,
      name: "file",
      path: `${tree}/file`,
      type: "file",
      mode: "-rw-r-----",
      permissions: "0640",
      uid,
      gid,
      size: 5,
      modified: "2020-09-13T12:26:40Z",
      link: null,
      label: null,
    });
    const yaml = await run(["list", tree, "-o", "yaml", "-n", `${worker},${node}`]);
    assert.deepEqual(parse(yaml.stdout), rows);
  });
});

Deno.test("list rejects invalid arguments in one line each", async () => {
  await withSandbox({ workers: 1 }, async ({ run, nodes, dead }) => {
    const node = nodes[0]!.address;
    for (
      const [args, expected] of [
        [["-r", "-d", "2"], /--recurse cannot be combined with --depth/],
        [["-t", "x"], /unknown file type "x"/],
        [["-t", "fd😀"], /unknown file type "😀"/],
        [["-d", "many"], /many/],
        [["-o", "xml"], /xml/],
        [["/a", "/b"], /\/b/],
      ] as const
    ) {
      const { code, stdout, stderr } = await run(["list", ...args, "-n", node]);
      assert.deepEqual([code, stdout], [2, ""], stderr);
      assert.match(stderr, expected);
      assert.match(stderr, /^osctl: [^\n]+\n$/);
    }
    const both = nodes.map(({ address }) => address).join(",");
    const missing = await run(["list", "/nope", "-n", both]);
    assert.equal(missing.code, 1);
    assert.equal(missing.stdout, "NODE   NAME\n");
    assert.match(missing.stderr, /^(osctl: [\d.]+: lstat \/nope: no such file[^\n]*\n){2}$/);
    for (const all of [["/nope", "-n", both], ["/", "-n", dead], ["/", "-n", node, "-e", dead]]) {
      const failed = await run(["list", "-o", "json", ...all]);
      assert.deepEqual([failed.code, failed.stdout], [1, "[]\n"]);
    }
    const root = await run(["list", "-n", node]);
    assert.match(root.stdout, / etc\n/);
  });
});

Deno.test("list sends the request of talosctl", async () => {
  const seen: machine.IListRequest[] = [];
  const recording = stream(MachineService.List, async function* (request) {
    seen.push({ ...request });
    yield await Promise.resolve(entry({ relativeName: "." }));
  });
  await withSandbox({ bindings: [recording] }, async ({ run, nodes }) => {
    for (const args of [[], ["/etc", "-l"], ["-r"], ["-d", "3"], ["-d=-1"], ["-t", "dl,f"]]) {
      assert.equal((await run(["list", ...args, "-n", nodes[0]!.address])).code, 0);
    }
  });
  const plain = { root: "/", recurse: false, recursionDepth: 1, types: [], reportXattrs: false };
  const expected = [
    plain,
    { ...plain, root: "/etc", reportXattrs: true },
    { ...plain, recurse: true, recursionDepth: -1 },
    { ...plain, recurse: true, recursionDepth: 3 },
    { ...plain, recursionDepth: -1 },
    { ...plain, types: [1, 2, 0] },
  ];
  assert.equal(seen.length, expected.length);
  for (const [index, request] of expected.entries()) {
    for (const [key, value] of Object.entries(request)) {
      const sent = seen[index]![key as keyof machine.IListRequest];
      const zero = Array.isArray(value) ? [] : typeof value === "boolean" ? false : 0;
      assert.deepEqual(sent ?? zero, value, `${index} ${key}`);
    }
  }
});

Deno.test("list reports an unreadable file, lists the others and exits with 1", async () => {
  const partly = stream(MachineService.List, async function* () {
    yield await Promise.resolve(entry({ name: "/x", relativeName: "." }));
    yield entry({ name: "/x/gone", relativeName: "gone", error: "it vanished" });
    yield entry({ name: "/x/evil", relativeName: "a\n\x1b[2Jb" });
  });
  await withSandbox({ bindings: [partly] }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const { code, stdout, stderr } = await run(["list", "/x", "-n", node, "--no-headers"]);
    assert.equal(code, 1);
    assert.equal(stdout, `${node}   .\n${node}   a\\n\\x1b[2Jb\n`);
    assert.equal(stderr, `osctl: ${node}: cannot read "/x/gone": it vanished\n`);
  });
});
