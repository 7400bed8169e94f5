import assert from "node:assert/strict";
import { StatusCode, StatusError } from "../../lib/rpc/mod.ts";
import type { IncomingCall } from "../../lib/rpc/server.ts";
import { bytes, collect, connect, makePki } from "../lib/rpc/peers.ts";
import { GrpcJsFolder, isNodeInstalled, toPkcs8 } from "./grpc_js.ts";

Deno.test({
  name: isNodeInstalled
    ? "a grpc-js client calls our server"
    : "a grpc-js client calls our server (skipped: no node or npm here)",
  ignore: !isNodeInstalled,
  async fn() {
    const pki = await makePki();
    const nodes: unknown[] = [];
    const text = (message: Uint8Array) => new TextDecoder().decode(message);
    const dispatch = async (call: IncomingCall) => {
      nodes.push(call.headers["nodes"]);
      switch (call.path) {
        case "/guard.Echo/Say":
          return await call.request();
        case "/guard.Echo/Hang":
          return await new Promise<never>((_, reject) =>
            call.signal.addEventListener("abort", () => reject(call.signal.reason))
          );
        case "/guard.Echo/Count": {
          const count = Number(text(await call.request()));
          return (async function* () {
            for (let index = 0; index < count; index++) yield new Uint8Array(index * 10);
          })();
        }
        case "/guard.Echo/Sum": {
          const parts = await collect(call.requests);
          return bytes(String(parts.reduce((sum, { length }) => sum + length, 0)));
        }
        default:
          throw new StatusError(StatusCode.notFound, "nö: 100% gone");
      }
    };
    await using pair = await connect(dispatch, { pki });
    await using folder = await GrpcJsFolder.open({
      "ca.crt": pki.ca.crt,
      "client.crt": pki.client.crt,
      "client.key": toPkcs8(pki.client.key),
    });
    const files = ["ca.crt", "client.crt", "client.key"].map((name) => folder.path(name));
    const child = folder.node("client.mjs", `localhost:${pair.port}`, ...files).spawn();
    await child.stdin.close();
    const { stdout } = await child.output();
    assert.deepEqual(JSON.parse(text(stdout)), {
      unary: "hello",
      status: { code: 5, details: "nö: 100% gone" },
      deadline: 4,
      stream: { messages: 1000, bytes: 4_995_000 },
      upload: "4000000",
    });
    assert.deepEqual(nodes, Array(5).fill(["10.0.0.2", "10.0.0.3"]));
  },
});
