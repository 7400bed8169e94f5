import assert from "node:assert/strict";
import { packTar } from "modern-tar";
import { stream } from "../../lib/sandbox/types.ts";
import { MachineService } from "../../proto/machine.ts";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { acceleratedClock, fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { gzip } from "../helpers/tar.ts";
import { data, problem } from "./answers.ts";
import { testWith } from "../helpers/programs.ts";

const diffTest = testWith("diff", "tar");

/** A node that sends these bytes for every Copy call. */
function sending(bytes: Uint8Array) {
  return stream(MachineService.Copy, async function* () {
    yield await Promise.resolve(data(bytes));
  });
}

diffTest("copy creates the directory, or writes the archive to stdout", async () => {
  await withSandbox({ workers: 1 }, async ({ run, home, controlPlanes, workers, dead }) => {
    const node = controlPlanes[0]!.address;
    const source = `${home}/source`;
    await Deno.mkdir(`${source}/deep/er`, { recursive: true });
    await Deno.writeTextFile(`${source}/script`, "echo", { mode: 0o755 });
    await Deno.writeTextFile(`${source}/deep/er/file`, "x".repeat(300_000));
    await Deno.symlink("script", `${source}/link`);

    for (const [name, target] of [[node, "one"], [workers[0]!.address, "two/levels"]] as const) {
      const { code, stdout, stderr } = await run(["copy", source, target, "-n", name]);
      assert.deepEqual([code, stdout, stderr], [0, "", ""]);
      const diff = await new Deno.Command("diff", {
        args: ["-r", "--no-dereference", source, `${home}/${target}`],
      }).output();
      assert.equal(diff.code, 0, new TextDecoder().decode(diff.stdout));
      assert.equal((await Deno.stat(`${home}/${target}/script`)).mode! & 0o777, 0o755);
    }

    const file = await run(["cp", `${source}/script`, "file", "-n", node]);
    assert.equal(file.code, 0, file.stderr);
    assert.equal(await Deno.readTextFile(`${home}/file`), "echo");
    assert.equal((await Deno.stat(`${home}/file`)).mode! & 0o777, 0o755);
    const below = await run(["cp", `${source}/script`, "folder/", "-n", node]);
    assert.equal(below.code, 0, below.stderr);
    assert.equal(await Deno.readTextFile(`${home}/folder/script`), "echo");

    const piped = await run(["copy", source, "-", "-n", node]);
    assert.equal(piped.code, 0);
    await Deno.writeFile(`${home}/a.tgz`, piped.bytes);
    const listed = await new Deno.Command("tar", { args: ["tzf", `${home}/a.tgz`] }).output();
    assert.match(new TextDecoder().decode(listed.stdout), /deep\/er\/file/);

    const again = await run(["copy", source, "one", "-n", node]);
    assert.equal(again.code, 1);
    assert.match(
      again.stderr,
      /^osctl: cannot extract: 3 files already exist, "[^"]+" among them; remove the existing files[^\n]+\n$/,
    );
    await Deno.remove(`${home}/one/script`);
    await Deno.remove(`${home}/one/deep`, { recursive: true });
    const one = await run(["copy", source, "one", "-n", node]);
    assert.match(one.stderr, /^osctl: cannot extract: "link" already exists; [^\n]+\n$/);
    await assert.rejects(Deno.stat(`${home}/one/script`), "nothing is transferred");

    const missing = await run(["copy", "/nope", "missing", "-n", node]);
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /^osctl: [\d.]+: [^\n]*no such file or directory[^\n]*\n$/);
    await assert.rejects(Deno.stat(`${home}/missing`), Deno.errors.NotFound);

    const absent = await run(["copy", source, "absent", "-n", dead]);
    assert.equal(absent.code, 1);
    assert.ok(absent.stderr.startsWith(`osctl: ${dead}: `), absent.stderr);

    await Deno.writeTextFile(`${home}/plain`, "");
    const plain = await run(["copy", source, "plain", "-n", node]);
    assert.equal(plain.code, 1);
    assert.match(plain.stderr, /"plain" is not a directory/);
  });
});

Deno.test("copy rejects several nodes and missing paths", async () => {
  await withSandbox({ workers: 1 }, async ({ run, home, nodes }) => {
    const both = nodes.map(({ address }) => address).join(",");
    for (const target of ["-", "folder"]) {
      const { code, stdout, stderr } = await run(["copy", "/etc", target, "-n", both]);
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, /^osctl: "osctl copy" accepts one node[^\n]+\n$/);
    }
    await assert.rejects(Deno.stat(`${home}/folder`), Deno.errors.NotFound);
    for (const args of [["copy"], ["copy", "/etc"], ["copy", "/etc", "a", "b"]]) {
      assert.equal((await run([...args, "-n", nodes[0]!.address])).code, 2);
    }
  });
});

Deno.test("copy rejects hostile archive entries and unpacks the others", async () => {
  const hostile = await gzip(
    await packTar([
      { header: { name: "../escape", size: 1, type: "file" }, body: "x" },
      { header: { name: "door", size: 0, type: "symlink", linkname: "/tmp" } },
      { header: { name: "door/through", size: 1, type: "file" }, body: "x" },
      { header: { name: "\x1b[2Jname", size: 0, type: "fifo" } },
      { header: { name: "good", size: 4, type: "file" }, body: "kept" },
    ]),
  );
  await withSandbox({ bindings: [sending(hostile)] }, async ({ run, home, nodes }) => {
    const node = nodes[0]!.address;
    const { code, stderr } = await run(["copy", "/x", "target", "-n", node]);
    assert.equal(code, 1);
    assert.equal(
      stderr,
      `osctl: cannot extract "../escape": path is outside the target directory\n` +
        `osctl: cannot extract "door/through": path contains the symbolic link "door"\n` +
        `osctl: cannot extract "\\x1b[2Jname": unsupported entry type fifo\n`,
    );
    assert.equal(await Deno.readTextFile(`${home}/target/good`), "kept");
    await assert.rejects(Deno.stat(`${home}/escape`), Deno.errors.NotFound);
  });
});

Deno.test("copy does not print an archive on a terminal", async () => {
  await withSandbox({}, async ({ run, nodes }) => {
    const line = ["copy", "/etc", "-", "-n", nodes[0]!.address];
    const { code, stdout, stderr } = await run(line, { terminals: ["stdout"] });
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /^osctl: the archive was not printed on the terminal; use a directory/);
  });
});

Deno.test("copy shows progress after 2 s, on a terminal only", async () => {
  const whole = await gzip(
    await packTar([{ header: { name: "./", size: 0, type: "directory" } }]),
  );
  const slow = stream(MachineService.Copy, async function* () {
    yield await Promise.resolve(data(whole.slice(0, 10)));
    // Longer than 2 s by the clock of the client.
    await new Promise((resolve) => setTimeout(resolve, 500));
    yield data(whole.slice(10));
  });
  await withSandbox({ bindings: [slow] }, async ({ run, nodes }) => {
    const line = ["copy", "/x", "target", "-n", nodes[0]!.address];
    const options = { clock: acceleratedClock(5), terminals: ["stderr"] as const };
    const shown = await run(line, options);
    assert.equal(shown.code, 0, shown.stderr);
    assert.match(shown.stderr, /\[Kcopy \/x: 10 B, \d+ B\/s \([\d.]+s\)/);
    assert.ok(shown.stderr.endsWith("\r\x1b[K"));
    assert.equal((await run(line, { clock: acceleratedClock(5) })).stderr, "");
  });
});

Deno.test("^C during copy names what is incomplete", async () => {
  const first = await gzip(
    await packTar([
      { header: { name: "./", size: 0, type: "directory" } },
      { header: { name: "a", size: 1, type: "file" }, body: "a" },
      {
        header: { name: "b", size: 200_000, type: "file" },
        body: "b".repeat(200_000),
      },
    ]),
  );
  const stop = new AbortController();
  const endless = stream(MachineService.Copy, async function* (_, { signal }) {
    yield await Promise.resolve(data(first.slice(0, first.length - 20)));
    setTimeout(() => stop.abort(new InterruptError("SIGINT")), 100);
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  });
  await withSandbox({ bindings: [endless] }, async ({ home, run, nodes }) => {
    const system = fakeSystem({ home, clock: wallClock, signal: stop.signal });
    const { code, stderr } = await run(["copy", "/x", "t", "-n", nodes[0]!.address], { system });
    assert.equal(code, 130);
    assert.match(
      stderr,
      /^osctl: interrupted; "t\.part" is incomplete: \d+ files? (was|were) copied\n$/,
    );
  });
});

Deno.test("copy fails on a truncated archive", async () => {
  const whole = await gzip(
    await packTar([{ header: { name: "a", size: 3, type: "file" }, body: "abc" }]),
  );
  const cut = whole.slice(0, whole.length - 8);
  await withSandbox({ bindings: [sending(cut)] }, async ({ run, nodes }) => {
    const { code, stderr } = await run(["copy", "/x", "target", "-n", nodes[0]!.address]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^osctl: "target\.part" is incomplete: 1 file was copied\nosctl: [^\n]*corrupt or truncated archive[^\n]*\n$/,
    );
  });
});

Deno.test("copy names a new folder when it is complete, and replaces what an interruption left", async () => {
  const whole = await gzip(
    await packTar([
      { header: { name: "./", size: 0, type: "directory" } },
      { header: { name: "a", size: 3, type: "file" }, body: "abc" },
      {
        header: { name: "b", size: 60_000, type: "file" },
        body: crypto.getRandomValues(new Uint8Array(60_000)),
      },
    ]),
  );
  let untilExtracted: (() => Promise<void>) | undefined;
  const changing = stream(MachineService.Copy, async function* () {
    yield await Promise.resolve(data(whole.slice(0, 30_000)));
    await untilExtracted?.();
    yield data(untilExtracted ? whole.slice(30_000, 50_000) : whole.slice(30_000));
  });
  await withSandbox({ bindings: [changing] }, async ({ home, run, nodes }) => {
    const names = () =>
      [...Deno.readDirSync(home)].map(({ name }) => name).filter((name) => /^t/.test(name)).sort();
    const copy = () => run(["copy", "/x", "t/", "-n", nodes[0]!.address]);
    untilExtracted = async () => {
      while (!names().includes("t.part") || [...Deno.readDirSync(`${home}/t.part`)].length < 2) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const cut = await copy();
    untilExtracted = undefined;
    assert.equal(cut.code, 1);
    assert.match(cut.stderr, /^osctl: "t\.part" is incomplete: 1 file was copied\n/);
    assert.deepEqual(names(), ["t.part", "t.part.lock"]);
    await Deno.mkdir(`${home}/t.part/read-only`, { mode: 0o500 });
    const { code, stdout, stderr } = await copy();
    assert.deepEqual([code, stdout], [0, ""], stderr);
    assert.equal(
      stderr,
      `osctl: warning: removed "${home}/t.part", which an interrupted copy left\n`,
    );
    assert.deepEqual(names(), ["t"]);
    assert.equal((await Deno.stat(`${home}/t/b`)).size, 60_000);
  });
});

Deno.test("copy does not touch a .part that no interrupted copy left, or that another copy writes", async () => {
  const whole = await gzip(
    await packTar([{ header: { name: "a", size: 3, type: "file" }, body: "abc" }]),
  );
  await withSandbox({ bindings: [sending(whole)] }, async ({ home, run, nodes }) => {
    const copy = () => run(["copy", "/x", "t", "-n", nodes[0]!.address]);
    const names = () =>
      [...Deno.readDirSync(home)].map(({ name }) => name).filter((name) => /^t/.test(name)).sort();
    for (const name of ["t.part", "t.part.lock"]) {
      await Deno.writeTextFile(`${home}/${name}`, "mine");
      const { code, stderr } = await copy();
      assert.equal(code, 1);
      assert.equal(
        stderr,
        `osctl: "${home}/${name}" already exists, and no interrupted copy left it; ` +
          "rename it, or copy to another path\n",
      );
      assert.deepEqual(names(), [name]);
      assert.equal(await Deno.readTextFile(`${home}/${name}`), "mine");
      await Deno.remove(`${home}/${name}`);
    }
    // As the other copy leaves it at a SIGKILL, after which its lock is free.
    await Deno.writeTextFile(`${home}/t.part`, "a");
    await Deno.writeTextFile(`${home}/t.part.lock`, "incomplete copy\n");
    const other = await Deno.open(`${home}/t.part.lock`, { write: true });
    await other.lock(true);
    const busy = await copy();
    assert.equal(busy.code, 1);
    assert.equal(
      busy.stderr,
      `osctl: another copy is writing "${home}/t.part"; wait until it ends, or copy to another path\n`,
    );
    assert.equal(await Deno.readTextFile(`${home}/t.part`), "a");
    other.close();
    const free = await copy();
    assert.equal(free.code, 0, free.stderr);
    assert.match(free.stderr, /^osctl: warning: removed "[^"]+\/t\.part", which an interrupted/);
    assert.deepEqual(names(), ["t"]);
    assert.equal(await Deno.readTextFile(`${home}/t`), "abc");
  });
});

Deno.test("copy reports entries the node could not read after unpacking the rest", async () => {
  const whole = await gzip(
    await packTar([
      { header: { name: "./", size: 0, type: "directory" } },
      { header: { name: "a", size: 3, type: "file" }, body: "abc" },
    ]),
  );
  const partial = stream(MachineService.Copy, async function* () {
    yield await Promise.resolve(data(whole));
    yield problem("skipping /x/secret: permission denied");
  });
  await withSandbox({ bindings: [partial] }, async ({ run, home, nodes }) => {
    const node = nodes[0]!.address;
    const { code, stderr } = await run(["copy", "/x", "target", "-n", node]);
    assert.equal(code, 1);
    assert.match(stderr, /^osctl: [\d.]+: skipping \/x\/secret: permission denied\n$/);
    assert.equal(await Deno.readTextFile(`${home}/target/a`), "abc");
  });
});
