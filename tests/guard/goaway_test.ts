/**
 * A client survives graceful stops (GOAWAY) of a grpc-js server on Node.js.
 *
 * The runtime's own HTTP/2 client still fails here: in Deno 2.9.6 `node:http2` aborts the process
 * when a GOAWAY closes a session that was idle for minutes (denoland/deno#36788). `lib/rpc` has its
 * own HTTP/2, so osctl never runs that code; the layer check refuses imports of `node:http2`. This
 * test covers the client in use, not the runtime's defect.
 *
 * @module
 */
import assert from "node:assert/strict";
import { OsctlError } from "../../lib/errors.ts";
import { GrpcJsFolder, isNodeInstalled, toPkcs8 } from "./grpc_js.ts";
import { credentials, makePki, method, openTestChannel } from "../lib/rpc/peers.ts";

const STOPS = 20;
const Say = method("/guard.Echo/Say");
const Follow = method("/guard.Echo/Follow", { server: true });

/** The grpc-js server as a child process. */
class GrpcJsServer implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #lines: ReadableStreamDefaultReader<string>;
  #rest = "";

  constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#input = child.stdin.getWriter();
    this.#lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Sends a command and returns the line of its response. */
  async send(command: "start" | "stop"): Promise<string> {
    await this.#input.write(new TextEncoder().encode(`${command}\n`));
    while (!this.#rest.includes("\n")) {
      const { value, done } = await this.#lines.read();
      assert.ok(!done, "the grpc-js server has exited");
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
  }
}

Deno.test({
  name: isNodeInstalled
    ? `a client survives ${STOPS} graceful stops of a grpc-js server, idle and with an open stream`
    : "a client survives graceful stops of a grpc-js server (skipped: no node or npm here)",
  ignore: !isNodeInstalled,
  async fn() {
    const pki = await makePki();
    await using folder = await GrpcJsFolder.open({
      "server.crt": pki.server.crt,
      "server.key": toPkcs8(pki.server.key),
      "ca.crt": pki.ca.crt,
    });
    const files = ["server.crt", "server.key", "ca.crt"].map((name) => folder.path(name));
    await using server = new GrpcJsServer(folder.node("server.mjs", ...files).spawn());
    const endpoint = `127.0.0.1:${await server.send("start")}`;
    const idle = openTestChannel(endpoint, credentials(pki));
    const busy = openTestChannel(endpoint, credentials(pki));
    for (let stop = 1; stop <= STOPS; stop++) {
      assert.equal(await idle.unary(Say, `idle ${stop}`), `idle ${stop}`);
      const stream = busy.serverStream(Follow, `busy ${stop}`)[Symbol.asyncIterator]();
      assert.equal((await stream.next()).value, `busy ${stop}`);
      const cut = assert.rejects(Promise.resolve(stream.next()), OsctlError);
      assert.equal(await server.send("stop"), "stopped");
      await cut;
      assert.equal(await server.send("start"), endpoint.split(":")[1]);
    }
    assert.equal(await idle.unary(Say, "alive"), "alive");
    idle.close();
    busy.close();
  },
});
