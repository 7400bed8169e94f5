/** Memory of the program and of the sandbox under load, by the peak resident set. */
import assert from "node:assert/strict";
import { Program } from "../../scripts/program.ts";
import { parseConfig } from "../../lib/osconfig/mod.ts";
import { openChannel } from "../../lib/rpc/mod.ts";
import { MachineService } from "../../proto/machine.ts";
import { withRealCluster } from "../e2e/cluster.ts";
import { makePki } from "../lib/rpc/peers.ts";
import { IS_FULL } from "./counts.ts";
import { FloodingNode, frame, logMessage, repeat, RESPONSE, writeConfig } from "./flooding_node.ts";

const MB = 1_000_000;
/** Bytes of a file of zeros: far more than the bound. */
const ZEROS = IS_FULL ? 2000 * MB : 600 * MB;
/** Bounds. The program takes 80 to 142 MB, the sandbox 300 MB; garbage collection may be late. */
const PROGRAM_LIMIT = 400 * MB;
const SANDBOX_LIMIT = 1000 * MB;

/** Returns the largest resident set of a process so far, bytes; 0 after its end. */
async function readPeak(pid: number): Promise<number> {
  try {
    const text = await Deno.readTextFile(`/proc/${pid}/status`);
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || /os error 3\b/.test(String(error))) return 0;
    throw error;
  }
}

/** Runs the program to its end and returns its exit code and peak. */
async function runMeasured(program: Program, args: readonly string[]) {
  const child = program.command(args, { stdin: "null", stdout: "null", stderr: "inherit" }).spawn();
  let isOver = false;
  const status = child.status.finally(() => isOver = true);
  let peak = 0;
  while (!isOver) {
    peak = Math.max(peak, await readPeak(child.pid));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { code: (await status).code, peak };
}

const ignore = Deno.build.os !== "linux";

Deno.test({
  name: `copy and read of ${ZEROS / MB} MB that compress well take bounded memory`,
  ignore,
  async fn() {
    await withRealCluster(async ({ program, controlPlane }) => {
      const { home } = program;
      await Deno.mkdir(`${home}/big`);
      await Deno.writeFile(`${home}/big/zeros`, new Uint8Array(1));
      await Deno.truncate(`${home}/big/zeros`, ZEROS);
      for (
        const args of [
          ["copy", `${home}/big`, `${home}/copied`],
          ["copy", `${home}/big`, "-"],
          ["read", `${home}/big/zeros`],
        ]
      ) {
        const { code, peak } = await runMeasured(program, [...args, "-n", controlPlane]);
        assert.equal(code, 0);
        assert.ok(peak > 0 && peak < PROGRAM_LIMIT, `${args[0]}: ${peak} bytes`);
      }
      assert.equal((await Deno.stat(`${home}/copied`)).size, ZEROS);
    });
  },
});

Deno.test({
  name: "a program whose output is not read stops reading a node that floods it",
  ignore,
  async fn() {
    await using program = await Program.create();
    const pki = await makePki();
    const block = repeat(frame(0, 0, 1, logMessage("x".repeat(100))));
    using node = new FloodingNode(pki, { first: frame(1, 4, 1, RESPONSE), block });
    await writeConfig(program.home, pki, node.port);
    const args = ["logs", "kubelet", "-f"];
    const child = program.command(args, { stdin: "null", stdout: "piped", stderr: "null" }).spawn();
    await node.sent(block.length);
    // Until the flood stands still: all buffers are full.
    for (let [sent, calm] = [0, 0]; calm < 50;) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      calm = node.sentBytes === sent ? calm + 1 : 0;
      sent = node.sentBytes;
      assert.ok(sent < 200 * MB, `${sent} bytes were read`);
    }
    const peak = await readPeak(child.pid);
    assert.ok(peak > 0 && peak < PROGRAM_LIMIT, `${peak} bytes`);
    child.kill("SIGTERM");
    await child.stdout.cancel();
    await child.status;
  },
});

Deno.test({
  name: "calls to 20,000 nodes take bounded memory of the sandbox",
  ignore,
  async fn() {
    await withRealCluster(async ({ program, controlPlane, worker }) => {
      const text = await Deno.readTextFile(`${program.home}/.os/config`);
      const { ca, crt, key } = parseConfig(text, "config").config.contexts.get("e2e")!;
      const tls = { ca: atob(ca!), crt: atob(crt!), key: atob(key!) };
      const state = `${program.home}/.os/clusters/e2e/process.json`;
      const { pid } = JSON.parse(await Deno.readTextFile(state));
      const channel = openChannel(`${controlPlane}:50000`, tls);
      const abort = new AbortController();
      const options = { headers: { nodes: Array(1000).fill(worker) }, signal: abort.signal };
      const calls = Array.from(
        { length: 20 },
        () => channel.unary(MachineService.Hostname, {}, options).catch((error: Error) => error),
      );
      await Promise.race(calls);
      abort.abort(new Error("cancelled"));
      await Promise.all(calls);
      const { code, stderr } = await program.run(["version", "-n", controlPlane]);
      assert.equal(code, 0, stderr);
      channel.close();
      const peak = await readPeak(pid);
      assert.ok(peak > 0 && peak < SANDBOX_LIMIT, `${peak} bytes`);
    });
  },
});
