import assert from "node:assert/strict";
import { ErrorCode } from "../../../lib/rpc/http2/errors.ts";
import type { Stream } from "../../../lib/rpc/http2/stream.ts";
import { RpcError } from "../../../lib/rpc/mod.ts";
import { FakeClock } from "../../helpers/fake_system.ts";
import {
  bytes,
  goaway,
  message,
  method,
  openTestChannel,
  perConnection,
  type RawServer,
  SETTINGS,
  sharedTrust,
  startRawServer,
} from "./peers.ts";

const Echo = method("/test.Echo/Say");
const Join = method("/test.Echo/Join", { client: true });

const refuse = (stream: Stream) => stream.reset(ErrorCode.refusedStream);
const status = (fields: [string, string][]) => (stream: Stream) =>
  stream.sendHeaders([[":status", "200"], ["content-type", "application/grpc"], ...fields], true);

async function failure(...handlers: ((stream: Stream) => void)[]): Promise<RpcError> {
  await using server = await startRawServer({ onStream: (stream) => handlers.shift()?.(stream) });
  const channel = openTestChannel(server.endpoint, await sharedTrust());
  const error = await channel.unary(Echo, "").then(() => undefined, (error: unknown) => error);
  channel.close();
  assert.ok(error instanceof RpcError, String(error));
  return error;
}

perConnection("a call with REFUSED_STREAM is retried once", async () => {
  const seen = await failure(refuse, status([["grpc-status", "5"], ["grpc-message", "second"]]));
  assert.equal(seen.details, "second");
  const twice = await failure(refuse, refuse, status([["grpc-status", "5"]]));
  assert.equal(twice.codeName, "Unavailable");
});

Deno.test("grpc-timeout is the time that is left when the request is sent, on a retry too", async () => {
  const clock = new FakeClock();
  const timeouts: (string | undefined)[] = [];
  await using server = await startRawServer({
    onStream: (stream, fields) => {
      timeouts.push(fields.find(([name]) => name === "grpc-timeout")?.[1]);
      // Time passes until the server refuses the stream.
      if (timeouts.length > 1) return status([["grpc-status", "5"]])(stream);
      void clock.advance(20_000).then(() => stream.reset(ErrorCode.refusedStream));
    },
  });
  const channel = openTestChannel(server.endpoint, await sharedTrust(), { clock });
  await assert.rejects(channel.unary(Echo, "", { timeoutMs: 30_000 }), { code: 5 });
  channel.close();
  assert.deepEqual(timeouts, ["30000m", "10000m"]);
});

Deno.test("a call whose stream is reset otherwise fails without a retry", async () => {
  const error = await failure(
    (stream) => stream.reset(ErrorCode.enhanceYourCalm),
    status([["grpc-status", "5"]]),
  );
  assert.equal(error.codeName, "ResourceExhausted");
  assert.match(
    error.message,
    /^127\.0\.0\.1:\d+ reset the call: stream was reset by the peer \(ENHANCE_YOUR_CALM\)$/,
  );
});

Deno.test("responses other than gRPC are classified by HTTP status and content type", async () => {
  const http = (code: string, type: string) => (stream: Stream) =>
    stream.sendHeaders([[":status", code], ["content-type", type]], true);
  const cases: [string, string, string, string][] = [
    ["401", "text/html", "Unauthenticated", "the server responded with HTTP status 401"],
    ["404", "text/html", "Unimplemented", "the server responded with HTTP status 404"],
    ["503", "text/html", "Unavailable", "the server responded with HTTP status 503"],
    ["418", "text/html", "Unknown", "the server responded with HTTP status 418"],
    ["200", "text/html", "Unknown", 'the server responded with "text/html", not gRPC'],
  ];
  for (const [code, type, name, details] of cases) {
    const error = await failure(http(code, type));
    assert.deepEqual([error.codeName, error.details], [name, details]);
  }
});

Deno.test("a call without a status or without a response is an error", async () => {
  const empty = await failure(status([]));
  assert.equal(empty.details, "the server ended the call without a status");
  const unanswered = await failure(status([["grpc-status", "0"]]));
  assert.equal(unanswered.details, "the server sent no response");
});

Deno.test("grpc-status other than decimal digits is an error, never OK", async () => {
  for (const text of ["", "0x0", "+0", "-0", "0.0", "0e0", "zero", "99999999999"]) {
    const error = await failure(status([["grpc-status", text]]));
    const details = `the server ended the call with the malformed grpc-status "${text}"`;
    assert.deepEqual([error.codeName, error.details], ["Internal", details]);
  }
  // Fields with surrounding spaces are malformed already in HTTP/2.
  assert.equal((await failure(status([["grpc-status", " 0"]]))).kind, "node");
});

// Header loop of internal/transport/http2_client.go of grpc-go v1.66.0.
Deno.test("the last of several grpc-status fields counts, a malformed one always", async () => {
  const last = await failure(status([
    ["grpc-status", "0"],
    ["grpc-message", "first"],
    ["grpc-status", "5"],
    ["grpc-message", "second"],
  ]));
  assert.deepEqual([last.codeName, last.details], ["NotFound", "second"]);
  for (const codes of [["5", "zero"], ["zero", "5"]]) {
    const error = await failure(status(codes.map((code) => ["grpc-status", code])));
    const details = 'the server ended the call with the malformed grpc-status "zero"';
    assert.deepEqual([error.codeName, error.details], ["Internal", details]);
  }
});

/** Answers a call with the messages and status OK. */
function respond(stream: Stream, ...messages: string[]): void {
  stream.sendHeaders([[":status", "200"], ["content-type", "application/grpc"]], false);
  void Promise.all(messages.map((text) => stream.send([message(bytes(text))], false)))
    .then(() => stream.sendHeaders([["grpc-status", "0"]], true));
}

Deno.test("a second response to a unary or client-stream call is an error", async () => {
  await using server = await startRawServer({ onStream: (stream) => respond(stream, "a", "b") });
  const channel = openTestChannel(server.endpoint, await sharedTrust());
  const expected = { codeName: "Internal", details: "the server sent more than one response" };
  await assert.rejects(channel.unary(Echo, ""), expected);
  await assert.rejects(channel.clientStream(Join, stalled().source), expected);
  channel.close();
});

/** A source that yields some texts and then stalls until it is closed. */
function stalled(...items: string[]) {
  const log: string[] = [];
  const source: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        const value = items.shift();
        if (value === undefined) return new Promise<never>(() => {});
        log.push(value);
        return Promise.resolve({ done: false, value });
      },
      return: () => {
        log.push("return");
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  };
  return { source, log };
}

Deno.test("a client stream ends at an early status while its source stalls", async () => {
  const handlers = [
    (stream: Stream) => respond(stream, "early"),
    status([["grpc-status", "7"], ["grpc-message", "no"]]),
  ];
  await using server = await startRawServer({ onStream: (stream) => handlers.shift()?.(stream) });
  const channel = openTestChannel(server.endpoint, await sharedTrust());
  const first = stalled("a");
  assert.equal(await channel.clientStream(Join, first.source), "early");
  assert.deepEqual(first.log, ["a", "return"]);
  const second = stalled("b");
  await assert.rejects(channel.clientStream(Join, second.source), { details: "no" });
  assert.equal(second.log.at(-1), "return");
  channel.close();
});

Deno.test("an early status does not wait for a generator that is blocked", async () => {
  await using server = await startRawServer({ onStream: (stream) => respond(stream, "early") });
  const channel = openTestChannel(server.endpoint, await sharedTrust());
  async function* blocked(): AsyncGenerator<string> {
    yield "a";
    await new Promise<never>(() => {});
  }
  assert.equal(await channel.clientStream(Join, blocked()), "early");
  channel.close();
});

Deno.test("a call announces that it accepts uncompressed responses only", async () => {
  const seen = Promise.withResolvers<unknown>();
  await using server = await startRawServer({
    onStream: (stream, fields) => {
      seen.resolve(fields.filter(([name]) => name === "grpc-accept-encoding"));
      respond(stream, "");
    },
  });
  const channel = openTestChannel(server.endpoint, await sharedTrust());
  await channel.unary(Echo, "");
  assert.deepEqual(await seen.promise, [["grpc-accept-encoding", "identity"]]);
  channel.close();
});

/** Answers with the number of the connection and the requests, joined. */
async function collectRequests(server: RawServer, stream: Stream): Promise<void> {
  const parts: Uint8Array[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  stream.receiver = {
    headers: () => {},
    data: (piece) => parts.push(piece.slice()),
    end: resolve,
    closed: () => resolve(),
  };
  const connection = server.connections.length;
  await promise;
  if (stream.isClosed) return;
  const text = new TextDecoder().decode(
    new Uint8Array(await new Blob(parts as BlobPart[]).bytes()),
  );
  respond(stream, `${connection}:${text.replaceAll(/[^a-z]/g, "")}`);
}

perConnection("calls move on when GOAWAY comes with the first SETTINGS", async () => {
  let connections = 0;
  await using server: RawServer = await startRawServer({
    onConnection: (socket) => {
      if (connections++ > 0) return true;
      socket.end(new Uint8Array([...SETTINGS, ...goaway(0)]));
      return false;
    },
    onStream: (stream) => respond(stream, "second"),
  });
  const channel = openTestChannel(server.endpoint, await sharedTrust());
  assert.equal(await channel.unary(Echo, ""), "second");
  assert.equal(connections, 2);
  channel.close();
});

perConnection(
  "a server that closes every connection with its first SETTINGS fails a call",
  async () => {
    let connections = 0;
    await using server = await startRawServer({
      onConnection: (socket) => {
        connections++;
        socket.end(new Uint8Array([...SETTINGS, ...goaway(0)]));
        return false;
      },
    });
    const channel = openTestChannel(server.endpoint, await sharedTrust());
    await assert.rejects(channel.unary(Echo, ""), { codeName: "Unavailable" });
    assert.equal(connections, 5);
    channel.close();
  },
);

Deno.test("a call that waits for a slot moves to a new connection at GOAWAY", async () => {
  const opened = Promise.withResolvers<Stream>();
  await using server: RawServer = await startRawServer({
    maxStreams: 1,
    onStream: (stream) => {
      if (server.connections.length === 1) opened.resolve(stream);
      else respond(stream, "second");
    },
  });
  const channel = openTestChannel(server.endpoint, await sharedTrust());
  const first = channel.unary(Echo, "");
  const stream = await opened.promise;
  const waiting = channel.unary(Echo, "");
  await new Promise((resolve) => setTimeout(resolve, 10));
  server.connections[0]?.write(goaway(stream.id));
  assert.equal(await waiting, "second");
  respond(stream, "first");
  assert.equal(await first, "first");
  channel.close();
});

Deno.test("calls above the last stream id of GOAWAY are retried with all their requests", async () => {
  const opened = Promise.withResolvers<void>();
  let streams = 0;
  await using server: RawServer = await startRawServer({
    onStream: (stream) => {
      if (server.connections.length > 1) return void collectRequests(server, stream);
      if (++streams === 2) opened.resolve();
    },
  });
  const channel = openTestChannel(server.endpoint, await sharedTrust());
  const release = Promise.withResolvers<void>();
  async function* requests() {
    yield "a";
    yield "b";
    await release.promise;
    yield "c";
  }
  const unary = channel.unary(Echo, "x");
  const upload = channel.clientStream(Join, requests());
  await opened.promise;
  await new Promise((resolve) => setTimeout(resolve, 10));
  server.connections[0]?.write(goaway(0));
  assert.equal(await unary, "2:x");
  release.resolve();
  assert.equal(await upload, "2:abc");
  channel.close();
});

Deno.test("a client stream that has sent more than 256 KiB is not retried", async () => {
  let streams = 0;
  await using server = await startRawServer({
    onStream: (stream) => {
      streams++;
      let size = 0;
      stream.receiver = {
        headers: () => {},
        data: ({ length }) => {
          if ((size += length) > 300_000) stream.reset(ErrorCode.refusedStream);
        },
        end: () => {},
        closed: () => {},
      };
      const timer = setInterval(
        () => stream.isClosed ? clearInterval(timer) : stream.replenish(),
        1,
      );
    },
  });
  const channel = openTestChannel(server.endpoint, await sharedTrust());
  const source = stalled(...Array.from({ length: 4 }, () => "x".repeat(100_000)));
  await assert.rejects(channel.clientStream(Join, source.source), { codeName: "Unavailable" });
  assert.equal(streams, 1);
  channel.close();
});

Deno.test("a cancelled call that waits for a slot leaves the slot to the next call", async () => {
  const opened = Promise.withResolvers<Stream>();
  let streams = 0;
  await using server = await startRawServer({
    maxStreams: 1,
    onStream: (stream) => {
      if (streams++ === 0) opened.resolve(stream);
      else respond(stream, "next");
    },
  });
  const channel = openTestChannel(server.endpoint, await sharedTrust());
  const first = channel.unary(Echo, "");
  const stream = await opened.promise;
  const controller = new AbortController();
  const cancelled = channel.unary(Echo, "", { signal: controller.signal });
  await new Promise((resolve) => setTimeout(resolve, 10));
  controller.abort();
  await assert.rejects(cancelled, { kind: "cancelled" });
  respond(stream, "first");
  assert.equal(await first, "first");
  assert.equal(await channel.unary(Echo, "", { timeoutMs: 5000 }), "next");
  assert.equal(streams, 2);
  channel.close();
});
