import assert from "node:assert/strict";
import { Duplex } from "node:stream";
import { Connection } from "../../../../lib/rpc/http2/connection.ts";
import type { Http2Error } from "../../../../lib/rpc/http2/errors.ts";
import type { Stream } from "../../../../lib/rpc/http2/stream.ts";
import { open, request, turn, Wire } from "./wire.ts";

/** Returns the message of the error that ended the connection. */
async function reason(ended: Promise<Http2Error | undefined>): Promise<string> {
  return (await ended)?.message ?? "no error";
}

Deno.test("a client sends its preface and acknowledges the settings of the server", async () => {
  const { wire, connection } = open("client");
  wire.receive(4, 0, 0);
  await connection.ready;
  await turn();
  assert.equal(wire.frames[0], "4 0 0 0004000186a0000500004e200006000003e8000200000000");
  assert.ok(wire.frames.includes("4 1 0 "));
  connection.destroy();
});

Deno.test("a ping is answered with the same payload", async () => {
  const { wire, connection } = open("client");
  wire.receive(4, 0, 0);
  wire.receive(6, 0, 0, "0102030405060708");
  await turn();
  await turn();
  assert.ok(wire.frames.includes("6 1 0 0102030405060708"));
  connection.destroy();
});

Deno.test("a protocol error ends the connection with GOAWAY", async () => {
  const cases: [string, (wire: Wire) => void, RegExp][] = [
    ["first frame is PING", (wire) => wire.receive(6, 0, 0, "00".repeat(8)), /is not SETTINGS/],
    ["PUSH_PROMISE", (wire) => wire.receive(5, 4, 1, "00000002"), /server push is disabled/],
    ["DATA on an idle stream", (wire) => wire.receive(0, 0, 9, "00"), /never opened/],
    ["CONTINUATION alone", (wire) => wire.receive(9, 4, 1), /without HEADERS/],
    ["SETTINGS of 2 bytes", (wire) => wire.receive(4, 0, 0, "0001"), /invalid length 2/],
    ["initial window 2^32-1", (wire) => wire.receive(4, 0, 0, "0004ffffffff"), /INITIAL_WINDOW/],
    ["frame size 1", (wire) => wire.receive(4, 0, 0, "000500000001"), /MAX_FRAME_SIZE 1/],
    ["window above 2^31-1", (wire) => wire.receive(8, 0, 0, "7fffffff"), /window exceeds/],
    ["RST_STREAM of 1 byte", (wire) => wire.receive(3, 0, 1, "00"), /invalid length 1/],
  ];
  for (const [name, violate, message] of cases) {
    const { wire, ended } = open("client");
    if (name !== "first frame is PING") wire.receive(4, 0, 0);
    violate(wire);
    assert.match(await reason(ended), message, name);
    await turn();
    assert.match(wire.frames.at(-1) ?? "", /^7 0 0 /, name);
  }
});

Deno.test("a server rejects HTTP/1.1 and even-numbered streams", async () => {
  const http1 = new Wire("server");
  http1.push(new TextEncoder().encode("GET / HTTP/1.1\r\n\r\n"));
  assert.match(await reason(open("server", {}, http1).ended), /does not speak HTTP\/2/);
  const even = open("server");
  even.wire.receive(4, 0, 0);
  even.wire.receive(1, 5, 2, request);
  assert.match(await reason(even.ended), /even-numbered stream 2/);
});

Deno.test("a stream whose window is exceeded is reset", async () => {
  const { wire, ended } = open("server", { onStream: () => {} });
  wire.receive(4, 0, 0);
  wire.receive(1, 4, 1, request);
  for (let count = 0; count < 6; count++) wire.receive(0, 0, 1, new Uint8Array(20_000));
  await turn();
  await turn();
  // Without a receiver the window is not replenished.
  assert.ok(wire.frames.some((frame) => frame === "3 0 1 00000003"), wire.frames.join("\n"));
  wire.destroy();
  await ended;
});

Deno.test("a header block may span frames, up to a limit", async () => {
  const seen: string[] = [];
  const { wire, ended } = open("server", {
    onStream: (_stream, fields) => seen.push(fields.map(([name]) => name).join()),
  });
  wire.receive(4, 0, 0);
  wire.receive(1, 1, 1, request.subarray(0, 1));
  wire.receive(9, 0, 1, request.subarray(1, 3));
  wire.receive(9, 4, 1, request.subarray(3));
  await turn();
  assert.deepEqual(seen, [":method,:scheme,:path"]);
  wire.receive(1, 0, 3);
  for (let count = 0; count < 400; count++) wire.receive(9, 0, 3);
  assert.match(await reason(ended), /header block too large/);
});

Deno.test("streams above the limit are refused with REFUSED_STREAM", async () => {
  const { wire, connection } = open("server", { onStream: () => {} });
  wire.receive(4, 0, 0);
  for (const id of [1, 3, 5]) wire.receive(1, 4, id, request);
  await turn();
  await turn();
  assert.equal(connection.openStreams, 2);
  assert.ok(wire.frames.includes("3 0 5 00000007"));
  connection.destroy();
});

/** Opens a client stream and logs the calls of its receiver. */
async function clientStream(connection: Connection): Promise<{ stream: Stream; log: string[] }> {
  const stream = await connection.open();
  const log: string[] = [];
  stream.receiver = {
    headers: (fields) => log.push(`headers ${fields.length}`),
    data: (piece) => log.push(`data ${piece.length}`),
    end: () => log.push("end"),
    closed: (error) => log.push(error ? `${error.message} ${error.isUnprocessed}` : "closed"),
  };
  stream.sendHeaders([[":method", "POST"]], false);
  return { stream, log };
}

Deno.test("GOAWAY closes the streams above its last stream as unprocessed", async () => {
  const { wire, connection } = open("client");
  wire.receive(4, 0, 0);
  await connection.ready;
  const [one, two] = [await clientStream(connection), await clientStream(connection)];
  wire.receive(7, 0, 0, `00000001${"00000000"}`);
  await turn();
  assert.equal(connection.isUsable, false);
  assert.deepEqual(one.log, []);
  assert.deepEqual(two.log, ["peer is shutting down true"]);
  await assert.rejects(connection.open(), (error: Http2Error) => error.reason === "goaway");
  connection.destroy();
  assert.deepEqual(one.log, ["connection was closed here false"]);
});

Deno.test("the error code and debug data of GOAWAY are in the error", async () => {
  const { wire, connection } = open("client");
  wire.receive(4, 0, 0);
  await connection.ready;
  const { log } = await clientStream(connection);
  const text = new TextEncoder().encode("too_many_pings").toHex();
  wire.receive(7, 0, 0, `00000001${"0000000b"}${text}`);
  wire.push(null);
  await turn();
  await turn();
  assert.deepEqual(log, ["peer is shutting down (ENHANCE_YOUR_CALM, too_many_pings) false"]);
});

Deno.test("sending waits for the windows of the stream and of the connection", async () => {
  const { wire, connection } = open("client");
  wire.receive(4, 0, 0, "000400000064");
  await connection.ready;
  const { stream } = await clientStream(connection);
  let sent = false;
  const sending = stream.send([new Uint8Array(5), new Uint8Array(), new Uint8Array(295)], true)
    .then(() => sent = true);
  await turn();
  await turn();
  const written = () =>
    wire.frames.filter((frame) => frame.startsWith("data 1")).map((frame) =>
      Number(frame.split(" ")[2])
    ).reduce((sum, length) => sum + length, 0);
  assert.equal(written(), 100);
  wire.receive(8, 0, 1, "000000c8");
  await sending;
  await turn();
  assert.ok(sent);
  assert.equal(written(), 300);
  assert.ok(wire.frames.includes("end 1"));
  connection.destroy();
});

Deno.test("an aborted wait for a slot rejects at once and takes no slot", async () => {
  const { wire, connection } = open("client");
  wire.receive(4, 0, 0, "000300000001");
  await connection.ready;
  const { stream } = await clientStream(connection);
  const controller = new AbortController();
  const waiting = connection.open(controller.signal);
  await turn();
  controller.abort("enough");
  await assert.rejects(waiting, (error) => error === "enough");
  stream.reset(8);
  await turn();
  assert.equal(connection.openStreams, 0);
  await assert.rejects(connection.open(controller.signal), (error) => error === "enough");
  assert.equal((await connection.open()).id, 3);
  connection.destroy();
});

Deno.test("an unexpected exception ends the connection with INTERNAL_ERROR and is reported", async () => {
  const bug = new TypeError("oops");
  const reports: unknown[] = [];
  const { wire, ended } = open("server", {
    onStream: () => {
      throw bug;
    },
    onInternalError: (error) => reports.push(error),
  });
  wire.receive(4, 0, 0);
  wire.receive(1, 4, 1, request);
  const error = await ended;
  assert.deepEqual([error?.reason, error?.cause], ["internal", bug]);
  assert.deepEqual(reports, [bug]);
  const text = new TextEncoder().encode("internal error").toHex();
  assert.equal(wire.frames.at(-1), `7 0 0 0000000100000002${text}`);
});

Deno.test("opening a stream waits while the limit of concurrent streams is reached", async () => {
  const { wire, connection } = open("client");
  wire.receive(4, 0, 0, "000300000001");
  await connection.ready;
  const { stream } = await clientStream(connection);
  let opened = false;
  const second = connection.open().then(() => opened = true);
  await turn();
  assert.equal(opened, false);
  stream.reset(8);
  await second;
  connection.destroy();
});

Deno.test("a client uses stream identifiers up to 2^31-1", async () => {
  const { wire, connection, ended } = open("client", { firstStream: 2 ** 31 - 3 });
  wire.receive(4, 0, 0);
  await connection.ready;
  const first = await connection.open();
  assert.equal(first.id, 2 ** 31 - 3);
  assert.equal(connection.isUsable, true);
  const last = await connection.open();
  assert.equal(last.id, 2 ** 31 - 1);
  assert.equal(connection.isUsable, false);
  await assert.rejects(connection.open(), /connection is closing/);
  first.reset(8);
  assert.equal(connection.openStreams, 1);
  last.reset(8);
  assert.equal(await reason(ended), "no error");
});

Deno.test("a graceful shutdown accepts streams in flight, then sends the last stream", async () => {
  const { wire, connection, ended } = open("server", { onStream: () => {} });
  wire.receive(4, 0, 0);
  wire.receive(1, 4, 1, request);
  await turn();
  connection.shutdown();
  await turn();
  const goaways = () => wire.frames.filter((frame) => frame.startsWith("7 "));
  assert.deepEqual(goaways(), ["7 0 0 7fffffff00000000"]);
  const ping = wire.frames.find((frame) => frame.startsWith("6 0 0 "))?.split(" ")[3];
  wire.receive(1, 4, 3, request);
  wire.receive(6, 1, 0, ping);
  await turn();
  await turn();
  assert.equal(connection.openStreams, 2);
  assert.deepEqual(goaways(), ["7 0 0 7fffffff00000000", "7 0 0 0000000300000000"]);
  wire.receive(1, 4, 5, request);
  await turn();
  await turn();
  assert.ok(wire.frames.includes("3 0 5 00000007"), wire.frames.join("\n"));
  for (const id of [1, 3]) wire.receive(3, 0, id, "00000008");
  assert.equal(await reason(ended), "no error");
});

Deno.test("a graceful shutdown does not wait for a peer that sends no preface", async () => {
  const wire = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  const ended = Promise.withResolvers<Http2Error | undefined>();
  const connection = new Connection(wire, {
    role: "server",
    streamWindow: 100_000,
    connectionWindow: 100_000,
    receiveBudget: 100_000,
    frameSize: 20_000,
    headerLimit: 1000,
    maxStreams: 2,
    onClose: ended.resolve,
  });
  connection.shutdown();
  assert.equal(await reason(ended.promise), "no error");
  await turn();
});

Deno.test("a closed stream wakes one of the tasks that wait to open one", async () => {
  const { wire, connection, ended } = open("client");
  wire.receive(4, 0, 0, "000300000001");
  await connection.ready;
  const first = await connection.open();
  let waits = 0;
  const opening = Array.from({ length: 200 }, async () => {
    const { signal } = new AbortController();
    // Each wait adds a listener.
    const add = signal.addEventListener;
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      waits++;
      add.apply(signal, args);
    };
    const stream = await connection.open(signal);
    await turn();
    stream.reset(8);
  });
  first.reset(8);
  await Promise.all(opening);
  assert.equal(waits, 200);
  connection.destroy();
  await ended;
});

Deno.test("a task that was cancelled when it was woken leaves the stream to the next one", async () => {
  const { wire, connection, ended } = open("client");
  wire.receive(4, 0, 0, "000300000001");
  await connection.ready;
  const first = await connection.open();
  const cancelled = new AbortController();
  const [one, two] = [connection.open(cancelled.signal), connection.open()];
  first.reset(8);
  cancelled.abort(new Error("cancelled"));
  await assert.rejects(one, /^Error: cancelled$/);
  (await two).reset(8);
  connection.destroy();
  await ended;
});

Deno.test("a shutdown ends the tasks that wait to open a stream", async () => {
  const { wire, connection, ended } = open("client");
  wire.receive(4, 0, 0, "000300000001");
  await connection.ready;
  const first = await connection.open();
  const opening = [1, 2, 3].map(() => connection.open());
  connection.shutdown();
  for (const task of opening) await assert.rejects(task, /connection is closing/);
  first.reset(8);
  await ended;
});
