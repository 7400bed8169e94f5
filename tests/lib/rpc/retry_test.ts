import assert from "node:assert/strict";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { forLibraries } from "../../../lib/pki/pem.ts";
import { Connection } from "../../../lib/rpc/http2/connection.ts";
import { ErrorCode } from "../../../lib/rpc/http2/errors.ts";
import type { Stream } from "../../../lib/rpc/http2/stream.ts";
import { openChannel, RpcError } from "../../../lib/rpc/mod.ts";
import { method, sharedPki } from "./peers.ts";

const Echo = method("/test.Echo/Say");

/** A server that treats its streams one after the other as told. */
async function start(...treatments: ((stream: Stream) => void)[]) {
  const { server } = await sharedPki();
  const sockets = new Set<TLSSocket>();
  const tls = createTlsServer({
    cert: server.crt,
    key: forLibraries(server.key),
    ALPNProtocols: ["h2"],
  }, (socket) => {
    sockets.add(socket);
    new Connection(socket, {
      role: "server",
      streamWindow: 100_000,
      connectionWindow: 100_000,
      frameSize: 20_000,
      headerLimit: 10_000,
      maxStreams: 10,
      onStream: (stream) => treatments.shift()?.(stream),
    });
  });
  await new Promise<void>((resolve) => tls.listen(0, "127.0.0.1", resolve));
  const address = tls.address();
  assert.ok(typeof address === "object" && address !== null);
  return {
    endpoint: `127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => tls.close(resolve));
    },
  };
}

const refuse = (stream: Stream) => stream.reset(ErrorCode.refusedStream);
const status = (fields: [string, string][]) => (stream: Stream) =>
  stream.sendHeaders([[":status", "200"], ["content-type", "application/grpc"], ...fields], true);

async function failure(...treatments: ((stream: Stream) => void)[]): Promise<RpcError> {
  await using server = await start(...treatments);
  const channel = openChannel(server.endpoint, { insecure: true });
  const error = await channel.unary(Echo, "").then(() => undefined, (error: unknown) => error);
  channel.close();
  assert.ok(error instanceof RpcError, String(error));
  return error;
}

Deno.test("a call the server refused to look at is made once more, not more often", async () => {
  const seen = await failure(refuse, status([["grpc-status", "5"], ["grpc-message", "second"]]));
  assert.equal(seen.details, "second");
  const twice = await failure(refuse, refuse, status([["grpc-status", "5"]]));
  assert.equal(twice.codeName, "Unavailable");
});

Deno.test("a stream the server resets is an error that says so, and is not tried again", async () => {
  const error = await failure(
    (stream) => stream.reset(ErrorCode.enhanceYourCalm),
    status([["grpc-status", "5"]]),
  );
  assert.equal(error.codeName, "ResourceExhausted");
  assert.match(
    error.message,
    /^127\.0\.0\.1:\d+ broke off the call: stream was reset by the peer \(ENHANCE_YOUR_CALM\)$/,
  );
});

Deno.test("what is not gRPC is told apart by its HTTP status and type", async () => {
  const http = (code: string, type: string) => (stream: Stream) =>
    stream.sendHeaders([[":status", code], ["content-type", type]], true);
  const cases: [string, string, string, string][] = [
    ["401", "text/html", "Unauthenticated", "the server answered with HTTP status 401"],
    ["404", "text/html", "Unimplemented", "the server answered with HTTP status 404"],
    ["503", "text/html", "Unavailable", "the server answered with HTTP status 503"],
    ["418", "text/html", "Unknown", "the server answered with HTTP status 418"],
    ["200", "text/html", "Unknown", 'the server answered with "text/html", not gRPC'],
  ];
  for (const [code, type, name, details] of cases) {
    const error = await failure(http(code, type));
    assert.deepEqual([error.codeName, error.details], [name, details]);
  }
});

Deno.test("a call that ends without a status or without an answer is an error", async () => {
  const empty = await failure(status([]));
  assert.equal(empty.details, "the server ended the call without a status");
  const unanswered = await failure(status([["grpc-status", "0"]]));
  assert.equal(unanswered.details, "the answer is empty");
});
