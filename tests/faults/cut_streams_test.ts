/** Connections that end at random bytes, for every command that streams. */
import assert from "node:assert/strict";
import { packTar } from "modern-tar";
import { stream } from "../../lib/sandbox/types.ts";
import { MachineService } from "../../proto/machine.ts";
import { data } from "../commands/answers.ts";
import { withCuttableRelay } from "../helpers/cuttable_relay.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { CUTS } from "./counts.ts";

const LINES = Array.from({ length: 400 }, (_, index) => `${index} ${"x".repeat(index % 90)}\n`);

/** A stream of lines, some of them split between messages. */
async function* lines() {
  const text = LINES.join("");
  for (let at = 0; at < text.length; at += 700) {
    yield await Promise.resolve(data(text.slice(at, at + 700)));
  }
}

/** An archive with content that does not compress. */
const ARCHIVE = await (async () => {
  const entries = Array.from({ length: 6 }, (_, index) => ({
    header: { name: `f${index}`, size: 4000, type: "file" as const, mode: 0o644 },
    body: crypto.getRandomValues(new Uint8Array(4000)),
  }));
  const gzip = new Blob([await packTar(entries)]).stream()
    .pipeThrough(new CompressionStream("gzip"));
  return await new Response(gzip).bytes();
})();

async function* archive() {
  for (let at = 0; at < ARCHIVE.length; at += 1500) {
    yield await Promise.resolve(data(ARCHIVE.slice(at, at + 1500)));
  }
}

const bindings = [
  stream(MachineService.Logs, lines),
  stream(MachineService.Dmesg, lines),
  stream(MachineService.Read, lines),
  stream(MachineService.Copy, archive),
];

/** Commands with a stream, TREE being a folder; `creates` is the path of their output. */
const COMMANDS: readonly { readonly args: readonly string[]; readonly creates?: string }[] = [
  { args: ["read", "/x"] },
  { args: ["logs", "x"] },
  { args: ["dmesg"] },
  { args: ["copy", "/x", "-"] },
  { args: ["copy", "/x", "copied"], creates: "copied" },
  { args: ["list", "-r", "TREE"] },
  { args: ["list", "-l", "-r", "TREE", "-o", "json"] },
  { args: ["usage", "-a", "TREE"] },
  { args: ["etcd", "snapshot", "db"], creates: "db" },
  { args: ["get", "members", "-o", "yaml"] },
  { args: ["get", "rd"] },
];

/** The files of a folder by path; empty when it does not exist. */
async function readFiles(path: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const walk = async (at: string) => {
    const info = await Deno.lstat(at);
    if (!info.isDirectory) return void files.set(at.slice(path.length), await Deno.readFile(at));
    for await (const { name } of Deno.readDir(at)) await walk(`${at}/${name}`);
  };
  try {
    await walk(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return files;
}

/** Runs a command through a relay, in a new working directory. */
async function runCut(
  { run, home, nodes }: Sandbox,
  args: readonly string[],
  resetAfter: () => number,
) {
  const cwd = await Deno.makeTempDir({ dir: home });
  let result: Awaited<ReturnType<typeof run>> | undefined;
  let received = 0;
  await withCuttableRelay(nodes[0]!, async (relay) => {
    const system = fakeSystem({ home, cwd, clock: wallClock });
    result = await run([...args, "-e", relay.endpoint, "-n", nodes[0]!.address], { system });
    received = relay.received;
  }, { resetAfter });
  const files = await readFiles(cwd);
  await Deno.remove(cwd, { recursive: true });
  return { ...result!, files, received };
}

Deno.test(`${CUTS} cut connections per command never give truncated data as success`, async (t) => {
  await withSandbox({ bindings }, async (sandbox) => {
    const tree = `${sandbox.home}/tree`;
    for (let index = 0; index < 150; index++) {
      await Deno.mkdir(`${tree}/folder-${index % 10}`, { recursive: true });
      await Deno.writeTextFile(`${tree}/folder-${index % 10}/${index}`, "x".repeat(index));
    }
    for (const { args: written, creates } of COMMANDS) {
      await t.step(written.join(" "), async () => {
        const args = written.map((arg) => arg === "TREE" ? tree : arg);
        const whole = await runCut(sandbox, args, () => Infinity);
        assert.equal(whole.code, 0, whole.stderr);
        let failures = 0;
        for (let cut = 0; cut < CUTS; cut++) {
          const offset = Math.floor(Math.random() * whole.received);
          const { code, bytes, stderr, files } = await runCut(sandbox, args, () => offset);
          const title = `${written.join(" ")}, cut after ${offset} bytes: ${stderr}`;
          if (code === 0) {
            assert.deepEqual(bytes, whole.bytes, title);
            if (creates === "copied") assert.deepEqual(files, whole.files, title);
            continue;
          }
          failures++;
          assert.equal(code, 1, title);
          assert.match(stderr, /^osctl: [^\n]+\n(osctl: [^\n]+\n)*$/, title);
          assert.doesNotMatch(stderr, /internal error/, title);
          // An incomplete folder is named, with its number of files.
          if (creates === "copied" && files.size > 0) {
            assert.match(stderr, /"copied" is incomplete: \d files? (was|were) copied\n/, title);
          }
          for (const [path, content] of files) {
            const original = whole.files.get(path);
            // The first file of an archive has the name of the folder until a second one arrives.
            const isComplete = original !== undefined && original.length === content.length;
            assert.ok(isComplete || path === `/${creates}`, `${title}: left ${path}`);
          }
        }
        assert.ok(failures > 0, "some cut hits the response");
      });
    }
  });
});
