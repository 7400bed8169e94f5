import assert from "node:assert/strict";
import { ClientCall } from "../../../lib/rpc/client_call.ts";
import { concat } from "../../../lib/rpc/http2/bytes.ts";
import { encodeHeaders } from "../../../lib/rpc/http2/hpack.ts";
import type { Stream } from "../../../lib/rpc/http2/stream.ts";
import { type Dispatch, ServerCall } from "../../../lib/rpc/server_call.ts";
import { StatusError } from "../../../lib/rpc/status.ts";
import { STREAM_WINDOW } from "../../../lib/rpc/tuning.ts";
import { open, turn, type Wire } from "./http2/wire.ts";

const MIB = 1024 * 1024;
const [DATA, HEADERS, RST, SETTINGS, UPDATE] = [0, 1, 3, 4, 8];
const FRAME = 15_000;
const RESPONSE = encodeHeaders([[":status", "200"], ["content-type", "application/grpc"]]);
const CALL = encodeHeaders([
  [":method", "POST"],
  [":scheme", "https"],
  [":path", "/test.Messages/Any"],
  ["content-type", "application/grpc"],
]);

/** Lets the connection read its input and respond. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await turn();
}

/** `count` messages of `length` bytes each with their prefixes. */
function messages(count: number, length: number): Uint8Array {
  const all = new Uint8Array(count * (5 + length));
  for (let index = 0; index < count; index++) all[index * (5 + length) + 4] = length;
  return all;
}

/** Sum of the WINDOW_UPDATE increments for a stream, bytes. */
function windowGrowth(wire: Wire, stream: number): number {
  return wire.frames.filter((frame) => frame.startsWith(`${UPDATE} 0 ${stream} `))
    .reduce((sum, frame) => sum + parseInt(frame.split(" ")[3] ?? "", 16), 0);
}

/** Sends `body` repeatedly while the windows allow; returns the bytes sent. */
async function fill(wire: Wire, stream: number, body: Uint8Array, most: number): Promise<number> {
  let sent = 0;
  while (sent + body.length <= Math.min(most, STREAM_WINDOW + windowGrowth(wire, stream))) {
    wire.receive(DATA, 0, stream, body);
    sent += body.length;
    if (sent % (20 * body.length) === 0) await settle();
  }
  await settle();
  return sent;
}

const sizes = { streamWindow: STREAM_WINDOW, connectionWindow: 64 * MIB };

/** A call on a client whose server has sent response headers. */
async function startCall(receiveBudget = 1000 * MIB) {
  const { wire, connection } = open("client", { ...sizes, receiveBudget });
  wire.receive(SETTINGS, 0, 0);
  await connection.ready;
  const call = new ClientCall(await connection.open(), [[":method", "POST"]], 32 * MIB);
  wire.receive(HEADERS, 4, 1, RESPONSE);
  await settle();
  return { wire, connection, call };
}

/** A server that answers calls by `dispatch`. */
function startServer(dispatch: Dispatch, receiveBudget = 1000 * MIB, maxStreams = 1000) {
  const onStream = (stream: Stream, fields: ConstructorParameters<typeof ServerCall>[1]) => {
    const peer = { address: "", port: 0, certificate: undefined };
    const host = {
      peer,
      receiveLimit: 32 * MIB,
      abortConnection: () => {},
      onInternalError: undefined,
    };
    void new ServerCall(stream, fields, host).run(dispatch);
  };
  const { wire, connection } = open("server", { ...sizes, receiveBudget, maxStreams, onStream });
  wire.receive(SETTINGS, 0, 0);
  return { wire, connection };
}

for (const length of [0, 1]) {
  Deno.test(`unread responses of ${length} bytes stop the server by their prefixes`, async () => {
    const { wire, connection, call } = await startCall();
    const body = messages(FRAME / (5 + length), length);
    const before = Deno.memoryUsage();
    const sent = await fill(wire, 1, body, 33_000_000);
    assert.ok(sent < 4 * MIB, `${sent} bytes were accepted without a reader`);
    const after = Deno.memoryUsage();
    const used = after.heapUsed + after.external - before.heapUsed - before.external;
    assert.ok(used < 30 * MIB, `${used} bytes of memory for ${sent} bytes`);
    for (let left = sent / (5 + length); left > 0; left--) {
      assert.equal((await call.responses.next()).value?.length, length);
    }
    await settle();
    assert.ok(windowGrowth(wire, 1) > sent - STREAM_WINDOW / 4, "the window was not given back");
    assert.equal(connection.receiveBudget.reserved, 0);
    connection.destroy();
  });
}

Deno.test("unread empty requests stop the client by their prefixes", async () => {
  const release = Promise.withResolvers<void>();
  let read = 0;
  const { wire, connection } = startServer(async ({ requests }) => {
    await release.promise;
    for await (const _ of requests) read++;
    return new Uint8Array();
  });
  wire.receive(HEADERS, 4, 1, CALL);
  await settle();
  const sent = await fill(wire, 1, messages(FRAME / 5, 0), 33_000_000);
  assert.ok(sent < 4 * MIB, `${sent} bytes were accepted without a reader`);
  release.resolve();
  wire.receive(DATA, 1, 1);
  await settle();
  assert.equal(read, sent / 5);
  assert.equal(connection.receiveBudget.reserved, 0);
  connection.destroy();
});

Deno.test("the announced length of a message reserves no memory", async () => {
  const { wire, connection } = startServer((call) => call.request());
  const before = Deno.memoryUsage().external;
  for (let id = 1; id < 1800; id += 2) {
    wire.receive(HEADERS, 4, id, CALL);
    wire.receive(DATA, 0, id, "000200000000"); // the first byte of a message of 32 MiB
    if (id % 100 === 1) await settle();
  }
  await settle();
  const used = Deno.memoryUsage().external - before;
  assert.equal(connection.openStreams, 900);
  assert.ok(used < 32 * MIB, `${used} bytes of memory for 900 bytes of messages`);
  connection.destroy();
  await settle();
  assert.equal(connection.receiveBudget.reserved, 0);
});

Deno.test("a call that exceeds the memory of its connection fails, others continue", async () => {
  const { wire, connection } = startServer(async (call) => {
    const message = await call.request();
    return new Uint8Array(message.length);
  }, 2 * MIB);
  const half = new Uint8Array(MIB / 2);
  half.set([0, 0, 0x10, 0, 0]); // of a message of 1 MiB
  for (const id of [1, 3, 5]) {
    wire.receive(HEADERS, 4, id, CALL);
    for (let at = 0; at < half.length; at += 16_384) {
      wire.receive(DATA, 0, id, half.subarray(at, at + 16_384));
    }
  }
  await settle();
  const answer = wire.frames.findLast((frame) => frame.startsWith(`${HEADERS} `));
  assert.match(answer ?? "", /^1 5 5 /, wire.frames.join("\n"));
  const text = "unread messages of this connection exceed 2097152 bytes";
  assert.ok(answer?.includes(new TextEncoder().encode(text).toHex()), answer);
  const rest = new Uint8Array(MIB / 2 + 5);
  for (let at = 0; at < rest.length; at += 16_384) {
    wire.receive(DATA, at + 16_384 < rest.length ? 0 : 1, 1, rest.subarray(at, at + 16_384));
  }
  await settle();
  assert.ok(wire.frames.some((frame) => /^data 1 \d/.test(frame)), "stream 1 is answered");
  assert.ok(connection.receiveBudget.reserved <= MIB);
  connection.destroy();
  await settle();
  assert.equal(connection.receiveBudget.reserved, 0);
});

Deno.test("a response beyond the memory of the connection is an error of the call", async () => {
  const { wire, connection, call } = await startCall(100_000);
  const part = new Uint8Array(16_384);
  part.set([0, 0, 0x10, 0, 0]);
  for (let count = 0; count < 10; count++) wire.receive(DATA, 0, 1, part);
  await settle();
  await assert.rejects(
    call.responses.next(),
    (error) =>
      error instanceof StatusError && error.code === 8 && /exceed 100000/.test(error.details),
  );
  assert.ok(wire.frames.includes(`${RST} 0 1 00000008`));
  assert.equal(connection.receiveBudget.reserved, 0);
  connection.destroy();
});

Deno.test("messages of all sizes arrive in order and unchanged, however they are cut", async () => {
  const lengths = [0, 1, 5, 4095, 4096, 4097, 0, 70_000, 3, 3, 150_000, 12, 16_384, 65_536, 0, 1];
  const parts: Uint8Array[] = [];
  const expected = lengths.map((length, index) => {
    const message = Uint8Array.from({ length }, (_, at) => index + at);
    parts.push(Uint8Array.of(0, 0, length >> 16, length >> 8, length), message);
    return message;
  });
  const body = concat(parts);
  for (const cut of [13, 4100, 16_384]) {
    for (const reading of ["while they arrive", "afterwards"]) {
      const { wire, connection, call } = await startCall();
      const received: Uint8Array[] = [];
      const read = async () => {
        for (let count = 0; count < lengths.length; count++) {
          received.push((await call.responses.next()).value ?? new Uint8Array(999));
        }
      };
      const done = reading === "afterwards" ? undefined : read();
      for (let at = 0; at < body.length; at += 16_384) {
        const chunk = body.slice(at, at + 16_384);
        // One frame in many chunks, as a socket may deliver it.
        const length = chunk.length;
        wire.push(Uint8Array.of(length >> 16, length >> 8, length, DATA, 0, 0, 0, 0, 1));
        for (let from = 0; from < length; from += cut) wire.push(chunk.slice(from, from + cut));
        await settle();
      }
      await (done ?? read());
      assert.deepEqual(received, expected, `cut to ${cut} bytes, read ${reading}`);
      assert.equal(connection.receiveBudget.reserved, 0);
      connection.destroy();
    }
  }
});
