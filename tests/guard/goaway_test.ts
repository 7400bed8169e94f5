/**
 * A client must outlive graceful stops of a server: some releases of the runtime abort there. The
 * server is one that is not ours: grpc-js, run by the real Node.
 *
 * @module
 */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { OsctlError } from "../../lib/errors.ts";
import { openChannel } from "../../lib/rpc/mod.ts";
import { credentials, makePki, method } from "../lib/rpc/peers.ts";

const STOPS = 20;
const GRPC = "@grpc/grpc-js@1.14.7";
const Say = method("/guard.Echo/Say");
const Follow = method("/guard.Echo/Follow", { server: true });

/** Whether a program can be started. */
async function exists(program: string): Promise<boolean> {
  try {
    const command = new Deno.Command(program, { args: ["--version"], stdout: "null" });
    return (await command.output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

const present = await exists("node") && await exists("npm");
if (!present && Deno.env.get("CI") === "true") {
  throw new Error("node and npm are needed for the guard test");
}

/** The foreign server as a child process. */
class ForeignServer implements AsyncDisposable {
  readonly #folder: string;
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #lines: ReadableStreamDefaultReader<string>;
  #rest = "";

  private constructor(folder: string, child: Deno.ChildProcess) {
    this.#folder = folder;
    this.#child = child;
    this.#input = child.stdin.getWriter();
    this.#lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  static async install(files: Record<string, string>): Promise<ForeignServer> {
    const folder = await Deno.makeTempDir();
    const { success, stderr } = await new Deno.Command("npm", {
      args: ["install", "--prefix", folder, "--no-audit", "--no-fund", "--silent", GRPC],
      stdout: "null",
      stderr: "piped",
    }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${name}`, text, { mode: 0o600 });
    }
    const script = fileURLToPath(new URL("server.mjs", import.meta.url));
    const child = new Deno.Command("node", {
      args: [script, folder, ...Object.keys(files).map((name) => `${folder}/${name}`)],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    return new ForeignServer(folder, child);
  }

  /** Gives a command and returns the line it is answered with. */
  async tell(command: "start" | "stop"): Promise<string> {
    await this.#input.write(new TextEncoder().encode(`${command}\n`));
    while (!this.#rest.includes("\n")) {
      const { value, done } = await this.#lines.read();
      assert.ok(!done, "the foreign server has ended");
      this.#rest += value;
    }
    const [line = "", ...rest] = this.#rest.split("\n");
    this.#rest = rest.join("\n");
    return line;
  }

  async [Symbol.asyncDispose]() {
    await this.#input.close();
    await this.#lines.cancel();
    this.#child.kill();
    await this.#child.status;
    await Deno.remove(this.#folder, { recursive: true });
  }
}

Deno.test({
  name: present
    ? `a client outlives ${STOPS} graceful stops of a foreign server, idle and with an open stream`
    : "a client outlives graceful stops of a foreign server (skipped: no node or npm here)",
  ignore: !present,
  async fn() {
    const pki = await makePki();
    await using server = await ForeignServer.install({
      "server.crt": pki.server.crt,
      "server.key": pki.server.key.replaceAll("ED25519 PRIVATE KEY", "PRIVATE KEY"),
      "ca.crt": pki.ca.crt,
    });
    const endpoint = `127.0.0.1:${await server.tell("start")}`;
    const idle = openChannel(endpoint, credentials(pki));
    const busy = openChannel(endpoint, credentials(pki));
    for (let stop = 1; stop <= STOPS; stop++) {
      assert.equal(await idle.unary(Say, `idle ${stop}`), `idle ${stop}`);
      const stream = busy.serverStream(Follow, `busy ${stop}`)[Symbol.asyncIterator]();
      assert.equal((await stream.next()).value, `busy ${stop}`);
      const cut = assert.rejects(Promise.resolve(stream.next()), OsctlError);
      assert.equal(await server.tell("stop"), "stopped");
      await cut;
      assert.equal(await server.tell("start"), endpoint.split(":")[1]);
    }
    assert.equal(await idle.unary(Say, "alive"), "alive");
    idle.close();
    busy.close();
  },
});
