/**
 * Connections with grpc-go, recorded below TLS: what its server sends to `ClientCall`, and what its
 * client sends to `ServerCall`. Nodes of v1.4 use grpc-go 1.54, nodes of v1.8 use 1.66.
 */
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { createServer as createTlsServer } from "node:tls";
import recorded from "../data/grpc_go.json" with { type: "json" };
import { ClientCall } from "../../lib/rpc/client_call.ts";
import { Http2Error } from "../../lib/rpc/http2/errors.ts";
import { HeaderDecoder, type HeaderField } from "../../lib/rpc/http2/hpack.ts";
import { concat } from "../../lib/rpc/http2/bytes.ts";
import { FrameType } from "../../lib/rpc/http2/frame_types.ts";
import { FrameReader } from "../../lib/rpc/http2/frame_reader.ts";
import { CLIENT_PREFACE } from "../../lib/rpc/http2/preface.ts";
import { ServerCall } from "../../lib/rpc/server_call.ts";
import { openChannel, StatusError } from "../../lib/rpc/mod.ts";
import type { Answer, IncomingCall } from "../../lib/rpc/server.ts";
import { toPkcs8Label } from "../../lib/pki/pem.ts";
import { credentials, makePki, method } from "../lib/rpc/peers.ts";
import { open, turn, Wire } from "../lib/rpc/http2/wire.ts";

const LIMITS = {
  streamWindow: 1 << 21,
  connectionWindow: 1 << 24,
  headerLimit: 1 << 20,
  receiveBudget: 1 << 26,
};
const PIECES = [Infinity, 1, 7];
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const toByteStream = (base64: string) =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

/** Pushes bytes in pieces of `size`, with turns of the event loop in between. */
async function feed(wire: Wire, bytes: Uint8Array, size: number): Promise<void> {
  const step = Math.min(size, bytes.length);
  for (let at = 0; at < bytes.length; at += step) {
    wire.push(bytes.slice(at, at + step));
    if (at % 64 === 0) await turn();
  }
  await turn();
}

/** Returns the messages of a call, then its status or error. */
async function outcome(call: ClientCall): Promise<unknown[]> {
  const seen: unknown[] = [];
  try {
    for await (const message of call.responses) seen.push(text(message));
    seen.push("OK");
  } catch (error) {
    if (error instanceof StatusError) seen.push([error.code, error.details]);
    else if (error instanceof Http2Error) seen.push([error.reason, error.code]);
    else throw error;
  }
  return seen;
}

const REQUEST: readonly HeaderField[] = [
  [":method", "POST"],
  [":scheme", "https"],
  [":path", "/wire.Test/Any"],
  [":authority", "127.0.0.1:50000"],
  ["te", "trailers"],
  ["content-type", "application/grpc"],
];

/** Returns the outcomes of the calls of one connection, in the order of their streams. */
type Expected = unknown[][];

const FROM_SERVER: Record<string, Expected> = {
  "status": [[[5, "nö: 100% gone\nhere "]]],
  "echo-twice": [["first", "OK"], ["second", "OK"]],
  "count": [["", "\0", "\0\0", "OK"]],
  "count-then-fail": [["one", [14, "gone"]]],
  "upload": [["30", "OK"]],
  "early-status": [[[7, "not authorized"]]],
  "deadline": [[[4, "context deadline exceeded"]]],
  "headers": [["h", "OK"]],
  "unknown": [[[12, "unknown service wire.Test"]]],
  "huge-status": [[["reset", 2]]],
  "too-large": [[[8, "grpc: received message larger than max (34603008 vs. 33554432)"]]],
  "graceful": [["before", "after", "OK"]],
};

for (const [version, connections] of Object.entries(recorded.server)) {
  for (const [name, base64] of Object.entries(connections)) {
    Deno.test(`a call with a grpc-go ${version} server: ${name}`, async () => {
      const expected = FROM_SERVER[name]!;
      for (const size of PIECES) {
        const { wire, connection } = open("client", LIMITS);
        const calls: ClientCall[] = [];
        for (const _ of expected) {
          calls.push(new ClientCall(await connection.open(), REQUEST, 32 * 1024 * 1024));
        }
        // A recorded reset may arrive before the request is complete.
        for (const call of calls) call.send(new Uint8Array(1), true).catch(() => {});
        const outcomes = calls.map(outcome);
        await feed(wire, toByteStream(base64), size);
        deepStrictEqual(await Promise.all(outcomes), expected, `in pieces of ${size}`);
        if (name === "graceful") {
          strictEqual(connection.isUsable, false);
          ok(wire.frames.some((frame) => frame.startsWith("6 1 0 ")), "the ping is answered");
        }
        connection.destroy();
      }
    });
  }
}

/** One call as the server received it. */
interface Seen {
  path: string;
  headers: unknown;
  messages: number[];
  timed: boolean;
  aborted: boolean;
}

const nodes = { nodes: ["10.0.0.2", "10.0.0.3"] };
const FROM_CLIENT: Record<string, Omit<Seen, "timed">[]> = {
  "unary-twice-with-nodes": [
    { path: "/wire.Test/Echo", headers: nodes, messages: [5], aborted: false },
    { path: "/wire.Test/Echo", headers: nodes, messages: [6], aborted: false },
  ],
  "upload": [{
    path: "/wire.Test/Upload",
    headers: { node: ["10.0.0.2"], "x-bin": ["AP8"] },
    messages: [0, 10, 20],
    aborted: false,
  }],
  "cancelled-stream": [
    { path: "/wire.Test/Count", headers: {}, messages: [1], aborted: true },
  ],
  "status": [{ path: "/wire.Test/Status", headers: {}, messages: [0], aborted: false }],
  // Ended by a reset of the client or by its deadline, whichever is first.
  "deadline": [{ path: "/wire.Test/Hang", headers: {}, messages: [0], aborted: true }],
};

for (const [version, connections] of Object.entries(recorded.client)) {
  for (const [name, base64] of Object.entries(connections)) {
    Deno.test(`the server with a grpc-go ${version} client: ${name}`, async () => {
      for (const size of PIECES) {
        const expected = FROM_CLIENT[name]!.map((call) => ({ ...call, timed: true }));
        deepStrictEqual(await received(toByteStream(base64), size), expected);
      }
    });
  }
}

async function received(bytes: Uint8Array, size: number): Promise<Seen[]> {
  const calls: Seen[] = [];
  const runs: Promise<void>[] = [];
  const wire = new Wire("server");
  const { connection } = open("server", {
    ...LIMITS,
    onStream: (stream, fields) => {
      const call: ServerCall = new ServerCall(stream, fields, {
        peer: { address: "127.0.0.1", port: 1, certificate: undefined },
        receiveLimit: 1000,
        abortConnection: () => {},
        onInternalError: undefined,
      });
      const entry: Seen = {
        path: call.path,
        headers: { ...call.headers },
        messages: [],
        timed: call.timeoutMs !== undefined && call.timeoutMs > 50,
        aborted: false,
      };
      calls.push(entry);
      call.signal.addEventListener("abort", () => entry.aborted = true);
      runs.push(call.run(async (incoming: IncomingCall) => {
        for await (const message of incoming.requests) entry.messages.push(message.length);
        if (/Count|Hang/.test(incoming.path)) await aborted(incoming.signal);
        return new Uint8Array();
      }));
    },
  }, wire);
  // `open` has sent the preface already.
  await feed(wire, bytes.subarray(CLIENT_PREFACE.length), size);
  await Promise.all(runs);
  connection.destroy();
  return calls;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Decodes the header blocks of recorded bytes, in the order of their frames. */
function headerBlocks(bytes: Uint8Array): HeaderField[][] {
  const blocks: HeaderField[][] = [];
  const decoder = new HeaderDecoder();
  new FrameReader({
    dataStart: () => {},
    data: () => {},
    dataEnd: () => {},
    frame: (type, _flags, _stream, payload) => {
      if (type === FrameType.headers) blocks.push(decoder.decode(payload, 1 << 20)!);
    },
  }, 1 << 20).push(bytes);
  return blocks;
}

/** Decodes the first header block written to `wire`. */
function writtenFields(wire: Wire): HeaderField[] {
  const [, , , hex = ""] = wire.frames.find((frame) => frame.startsWith("1 "))!.split(" ");
  return new HeaderDecoder().decode(Uint8Array.fromHex(hex), 1 << 20)!;
}

Deno.test("a request has the fields of a grpc-go client, with the same values but for names and times", async () => {
  const pki = await makePki();
  const first = Promise.withResolvers<HeaderField[]>();
  const server = createTlsServer({
    cert: pki.server.crt,
    key: toPkcs8Label(pki.server.key),
    ALPNProtocols: ["h2"],
  }, (socket) => {
    const chunks: Uint8Array[] = [];
    socket.on("error", () => {});
    socket.on("data", (chunk: Uint8Array) => {
      chunks.push(new Uint8Array(chunk));
      const [fields] = headerBlocks(concat(chunks).subarray(CLIENT_PREFACE.length));
      if (fields !== undefined) first.resolve(fields);
    });
    // A client sends its first call after the server's settings.
    socket.write(Uint8Array.of(0, 0, 0, FrameType.settings, 0, 0, 0, 0, 0));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const channel = openChannel(`127.0.0.1:${port}`, credentials(pki));
  const headers = { nodes: ["10.0.0.2", "10.0.0.3"] };
  const call = channel.unary(method("/wire.Test/Echo"), "", { headers, timeoutMs: 20_000 });
  call.catch(() => {});
  const ours = await first.promise;
  channel.close();
  await new Promise((resolve) => server.close(resolve));

  const recording = toByteStream(recorded.client["1.66.0"]["unary-twice-with-nodes"]);
  const [theirs = []] = headerBlocks(recording.subarray(CLIENT_PREFACE.length));
  // The recorded client forces a codec, whose name it appends to the content type.
  const differing = new Set([":authority", "user-agent", "grpc-timeout", "content-type"]);
  const comparable = (fields: HeaderField[]) =>
    fields.filter(([name]) => name !== "grpc-accept-encoding")
      .map(([name, value]) => differing.has(name) ? name : `${name}: ${value}`).toSorted();
  deepStrictEqual(comparable(ours), comparable(theirs));
  deepStrictEqual(ours.find(([name]) => name === "content-type")?.[1], "application/grpc");
  const pseudo = ours.map(([name]) => name.startsWith(":"));
  deepStrictEqual(pseudo, pseudo.toSorted().toReversed(), "pseudo-header fields come first");
});

/** Returns the response headers of the server to recorded client bytes, and grpc-go's. */
async function answers(
  client: string,
  server: string,
  run: (call: IncomingCall) => Answer | Promise<Answer>,
) {
  const wire = new Wire("server");
  const runs: Promise<void>[] = [];
  const { connection } = open("server", {
    ...LIMITS,
    onStream: (stream, fields) => {
      const host = { receiveLimit: 1000, abortConnection: () => {}, onInternalError: undefined };
      const peer = { address: "127.0.0.1", port: 1, certificate: undefined };
      runs.push(new ServerCall(stream, fields, { peer, ...host }).run(run));
    },
  }, wire);
  await feed(wire, toByteStream(client).subarray(CLIENT_PREFACE.length), Infinity);
  await Promise.all(runs);
  await turn();
  connection.destroy();
  const [theirs = []] = headerBlocks(toByteStream(server));
  // `grpc-status-details-bin` is optional; the embedded node sends none.
  const comparable = theirs.filter(([name]) => name !== "grpc-status-details-bin");
  // grpc-go sends `grpc-accept-encoding` only with registered compressors.
  const ours = writtenFields(wire).filter(([name]) => name !== "grpc-accept-encoding");
  return { ours, theirs: comparable };
}

Deno.test("error response: the fields of a grpc-go server, the message escaped in the same way", async () => {
  const { status: request } = recorded.client["1.66.0"];
  const { ours, theirs } = await answers(request, recorded.server["1.66.0"].status, () => {
    throw new StatusError(5, "nö: 100% gone\nhere ");
  });
  deepStrictEqual(ours, theirs);
});

Deno.test("a call past its deadline ends with the status of a grpc-go server", async () => {
  // This recording has no reset, so that the announced 78 ms end the call.
  const { deadline: request } = recorded.client["1.54.0"];
  const { ours, theirs } = await answers(
    request,
    recorded.server["1.66.0"].deadline,
    async (call) => {
      await aborted(call.signal);
      throw call.signal.reason;
    },
  );
  deepStrictEqual(ours, theirs);
});
