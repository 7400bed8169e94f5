import assert from "node:assert/strict";
import { encodeHeaders, type HeaderField } from "../../../../lib/rpc/http2/hpack.ts";
import type { Http2Error } from "../../../../lib/rpc/http2/errors.ts";
import type { Stream } from "../../../../lib/rpc/http2/stream.ts";
import { open, REQUEST, request, turn, Wire } from "./wire.ts";

const ENHANCE_YOUR_CALM = 11;
const [DATA, HEADERS, RST, SETTINGS, PING, WINDOW_UPDATE, CONTINUATION] = [0, 1, 3, 4, 6, 8, 9];
const [END, WHOLE] = [1, 4];

/** Returns the error code that ended the connection. */
async function code(ended: Promise<Http2Error | undefined>): Promise<number | undefined> {
  return (await ended)?.code;
}

/** A wire whose peer can stop reading. */
class StallingWire extends Wire {
  isStalled = false;
  /** Bytes the peer has not read. */
  unread = 0;

  override _write(chunk: Uint8Array, encoding: string, done: () => void): void {
    if (this.isStalled) this.unread += chunk.length;
    else super._write(chunk, encoding, done);
  }
}

for (const [name, type, payload] of [["pings", PING, "00".repeat(8)], ["settings", SETTINGS, ""]]) {
  Deno.test(`a peer that sends ${name} and does not read is disconnected`, async () => {
    const wire = new StallingWire("server");
    const { ended, connection } = open("server", {}, wire);
    wire.receive(SETTINGS, 0, 0);
    await turn();
    wire.isStalled = true;
    let sent = 0;
    const limit = 4 * 1024 * 1024;
    const length = Number(type === PING ? 17 : 9);
    while (!wire.writableEnded && sent * length < 2 * limit) {
      for (let count = 0; count < 10_000; count++) {
        wire.receive(Number(type), 0, 0, String(payload));
      }
      sent += 10_000;
      await turn();
      assert.ok(connection.writer.pending < limit + 10_000 * length);
    }
    assert.equal(await code(ended), ENHANCE_YOUR_CALM);
    assert.equal(connection.writer.pending < limit * 2, true);
    wire.destroy();
    await turn();
  });
}

/** Response headers of a call. */
const RESPONSE = encodeHeaders([[":status", "200"], ["content-type", "application/grpc"]]);

const response: HeaderField[] = [[":status", "200"], ["grpc-message", "x".repeat(900)]];
for (const name of ["trailers-only responses", "refused streams"]) {
  Deno.test(`a client that does not read ${name} is disconnected`, async () => {
    const wire = new StallingWire("server");
    const maxStreams = name === "refused streams" ? 0 : 1;
    const onStream = (stream: Stream) => stream.sendHeaders(response, true);
    const { ended, connection } = open("server", { onStream, maxStreams }, wire);
    wire.receive(SETTINGS, 0, 0);
    await turn();
    wire.isStalled = true;
    for (let id = 1; !wire.writableEnded; id += 2) {
      wire.receive(HEADERS, WHOLE | END, id, request);
      if (id % 1000 === 1) await turn();
      const { pending } = connection.writer;
      assert.ok(pending < 6 * 1024 * 1024, `${pending} bytes of responses are buffered`);
    }
    assert.equal(await code(ended), ENHANCE_YOUR_CALM);
    wire.destroy();
    await turn();
  });
}

Deno.test("a reset stream stops its writer although the peer does not read", async () => {
  const wire = new StallingWire("server");
  let outcome: unknown;
  const onStream = (stream: Stream) => {
    stream.sendHeaders([[":status", "200"]], false);
    stream.send([new Uint8Array(2 ** 20)], false).catch((error) => outcome = error);
  };
  const { connection, ended } = open("server", { onStream }, wire);
  wire.receive(SETTINGS, 0, 0, "00047fffffff");
  wire.receive(WINDOW_UPDATE, 0, 0, "7fff0000");
  await turn();
  wire.isStalled = true;
  wire.receive(HEADERS, WHOLE | END, 1, request);
  await turn();
  assert.ok(connection.writer.isCongested);
  wire.receive(RST, 0, 1, "00000008");
  await turn();
  assert.match(String(outcome), /stream was reset by the peer/);
  connection.destroy();
  wire.destroy();
  await ended;
});

Deno.test("a client that resets each stream it opens is disconnected", async () => {
  let seen = 0;
  const { wire, ended } = open("server", { onStream: () => seen++ });
  wire.receive(SETTINGS, 0, 0);
  for (let id = 1; !wire.writableEnded && id < 10_000; id += 2) {
    wire.receive(HEADERS, WHOLE | END, id, request);
    wire.receive(RST, 0, id, "00000008");
    if (id % 100 === 1) await turn();
  }
  assert.equal(await code(ended), ENHANCE_YOUR_CALM);
  assert.ok(seen >= 1000 && seen < 1200, String(seen));
});

Deno.test("a client whose streams all have errors is disconnected", async () => {
  const { wire, ended } = open("server", { onStream: () => {} });
  wire.receive(SETTINGS, 0, 0);
  for (let id = 1; !wire.writableEnded && id < 10_000; id += 2) {
    wire.receive(HEADERS, WHOLE | END, id, request);
    wire.receive(DATA, 0, id, "00");
    if (id % 100 === 1) await turn();
  }
  assert.equal(await code(ended), ENHANCE_YOUR_CALM);
});

Deno.test("a client that cancels half of its streams stays connected", async () => {
  const finish = (stream: Stream) =>
    stream.receiver = {
      headers: () => {},
      data: () => {},
      end: () => stream.sendHeaders([[":status", "200"]], true),
      closed: () => {},
    };
  const { wire, connection, ended } = open("server", { onStream: finish });
  wire.receive(SETTINGS, 0, 0);
  for (let id = 1; id < 12_000; id += 4) {
    wire.receive(HEADERS, WHOLE, id, request);
    wire.receive(RST, 0, id, "00000008");
    wire.receive(HEADERS, WHOLE | END, id + 2, request);
    if (id % 100 === 1) await turn();
  }
  await turn();
  assert.equal(connection.isUsable, true);
  connection.destroy();
  await ended;
});

Deno.test("an endless header block ends the connection", async () => {
  for (const payload of ["", "00", "00".repeat(500)]) {
    const { wire, ended } = open("server", { onStream: () => {} });
    wire.receive(SETTINGS, 0, 0);
    wire.receive(HEADERS, 0, 1, request);
    let sent = 0;
    for (; !wire.writableEnded && sent < 1000; sent++) {
      wire.receive(CONTINUATION, 0, 1, payload);
      await turn();
    }
    assert.equal(await code(ended), ENHANCE_YOUR_CALM);
    assert.ok(sent <= 8 * 1000 / 32, String(sent));
  }
});

Deno.test("a small block with a large decoded list resets its stream only", async () => {
  const seen: number[] = [];
  const { wire, connection } = open("server", { onStream: ({ id }) => seen.push(id) });
  wire.receive(SETTINGS, 0, 0);
  // One entry of 100 bytes in the dynamic table, referenced 100 times.
  const entry = `40${"01"}61${"64"}${"62".repeat(100)}`;
  wire.receive(HEADERS, WHOLE, 1, `${request.toHex()}${entry}${"be".repeat(100)}`);
  wire.receive(HEADERS, WHOLE, 3, `${request.toHex()}be`);
  await turn();
  await turn();
  assert.ok(wire.frames.includes("3 0 1 0000000b"), wire.frames.join("\n"));
  assert.deepEqual(seen, [3], "later blocks are decoded with the same table");
  connection.destroy();
});

Deno.test("sent frames are at most 256 KiB, whatever the peer accepts", async () => {
  const { wire, connection, ended } = open("client");
  // Windows of 2 GiB and frames of 16 MiB.
  wire.receive(SETTINGS, 0, 0, `00047fffffff000500ffffff`);
  wire.receive(8, 0, 0, "7f000000");
  await connection.ready;
  const stream = await connection.open();
  stream.sendHeaders(REQUEST, false);
  await stream.send([new Uint8Array(3_000_000)], true);
  await turn();
  const lengths = wire.frames.filter((frame) => frame.startsWith("data"))
    .map((frame) => Number(frame.split(" ")[2]));
  assert.equal(lengths.reduce((sum, length) => sum + length, 0), 3_000_000);
  assert.ok(Math.max(...lengths) <= 262_144, String(lengths));
  connection.destroy();
  await ended;
});

/** Creates a deterministic generator of integers below a limit (mulberry32). */
function randomness(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const FIELDS: HeaderField[] = [
  ...REQUEST,
  [":status", "200"],
  [":status", "100"],
  ["content-length", "5"],
  ["te", "trailers"],
  ["X", "y"],
];

/** Creates a random frame, mostly valid, so that sequences get beyond their first frames. */
function frame(random: (below: number) => number, role: "client" | "server"): Uint8Array {
  const type = [
    HEADERS,
    HEADERS,
    DATA,
    DATA,
    2,
    RST,
    SETTINGS,
    PING,
    PING,
    8,
    8,
    77,
    9,
    5,
    7,
  ][random(random(4) === 0 ? 15 : 12)] ??
    0;
  const stream = 1 + 2 * random(role === "server" ? 6 : 3) + (random(60) === 0 ? 1 : 0);
  const flags = random(20) === 0 ? random(256) : type === HEADERS ? WHOLE | random(2) : random(2);
  const exact = new Map([[2, 5], [RST, 4], [PING, 8], [7, 8], [8, 4], [SETTINGS, 6 * random(3)]]);
  let payload: Uint8Array = crypto.getRandomValues(new Uint8Array(exact.get(type) ?? random(60)));
  for (let index = 0; index < payload.length; index++) payload[index] = random(256);
  if (random(20) > 0) {
    if (type === HEADERS) {
      const valid = role === "server" ? REQUEST : [FIELDS[3] ?? ["", ""] as const];
      payload = encodeHeaders(
        random(4) > 0 ? valid : FIELDS.filter(() => random(2) === 0),
      );
    }
    if (type === SETTINGS) {
      for (let at = 0; at < payload.length; at += 6) {
        payload.set([0, random(7), 0, 0, random(256), random(256)], at);
      }
    }
    if (type === 8) payload.set([0, 0, random(256), 1]);
  }
  const length = payload.length;
  const id = exact.has(type) && [SETTINGS, PING, 7].includes(type) && random(20) > 0 ? 0 : stream;
  return Uint8Array.from([0, length >> 8, length, type, flags, 0, 0, 0, id, ...payload]);
}

for (const role of ["client", "server"] as const) {
  Deno.test(`a ${role} that reads random frames continues or sends GOAWAY`, async () => {
    let survived = 0;
    for (let seed = 1; seed <= 400; seed++) {
      const random = randomness(seed);
      const live = new Set<Stream>();
      const listen = (stream: Stream) => {
        live.add(stream);
        const answer = () => {
          if (random(3) === 0) stream.reset(8);
          else stream.sendHeaders([[":status", "200"]], random(2) === 0);
        };
        stream.receiver = {
          headers: () => random(2) === 0 && answer(),
          data: () => random(2) === 0 ? stream.replenish() : random(4) === 0 && answer(),
          end: () => random(3) > 0 && answer(),
          closed: () => live.delete(stream),
        };
        if (random(4) === 0) {
          // Rejects when the peer resets the stream first.
          stream.send([new Uint8Array(random(100_000))], random(2) === 0).catch(() => {});
        }
      };
      const { wire, connection, ended } = open(role, { onStream: listen, maxStreams: 3 });
      wire.receive(SETTINGS, 0, 0);
      if (role === "client") {
        await connection.ready;
        for (let count = 0; count < 3; count++) {
          const stream = await connection.open();
          listen(stream);
          stream.sendHeaders(REQUEST, false);
        }
      }
      const bytes = Array.from({ length: 1 + random(40) }, () => [...frame(random, role)]).flat();
      if (random(4) === 0) bytes[random(bytes.length)] = random(256);
      for (let at = 0; at < bytes.length && !wire.writableEnded;) {
        const next = at + 1 + random(100);
        wire.push(Uint8Array.from(bytes.slice(at, next)));
        at = next;
        if (random(4) === 0) await turn();
        assert.ok(
          connection.openStreams <= 3,
          `${connection.openStreams} streams with seed ${seed}`,
        );
        assert.ok(connection.writer.pending < 1_000_000);
      }
      await turn();
      const hasEnded = wire.writableEnded;
      if (!hasEnded) {
        survived++;
        if (!wire.readableEnded) wire.push(null);
      }
      const error = await ended;
      await turn();
      if (hasEnded && error?.reason === "protocol") {
        assert.match(wire.frames.at(-1) ?? "", /^7 0 0 /, `seed ${seed}: ${error.message}`);
      }
      assert.notEqual(error?.reason, "internal", `seed ${seed}: ${error?.cause}`);
      assert.equal(live.size, 0, `open streams with seed ${seed}`);
      assert.equal(connection.openStreams, 0);
      wire.destroy();
    }
    assert.ok(survived > 0 && survived < 400, String(survived));
  });
}

/** Frames without effect: type, flags, stream (of an open one) and payload. */
const FLOODS: [name: string, type: number, flags: number, stream: number, payload?: string][] = [
  ["acknowledgements of settings", SETTINGS, 1, 0],
  ["settings", SETTINGS, 0, 0],
  ["unknown frames", 0x2a, 0, 0],
  ["empty data", DATA, 0, 1],
  ["padding without data", DATA, 8, 1, "0100"],
  ["ping answers", PING, 1, 0, "00".repeat(8)],
  ["priorities", 2, 0, 1, "0000000310"],
  ["window updates of 1 byte", WINDOW_UPDATE, 0, 0, "00000001"],
  ["window updates of 1 KiB", WINDOW_UPDATE, 0, 0, "00000400"],
  ["window updates of a stream", WINDOW_UPDATE, 0, 1, "00000400"],
];

for (const role of ["client", "server"] as const) {
  for (const [name, type, flags, stream, payload = ""] of FLOODS) {
    Deno.test(`a ${role} disconnects a peer that floods it with ${name}`, async () => {
      const { wire, connection, ended } = open(role, { onStream: () => {} });
      wire.receive(SETTINGS, 0, 0);
      await turn();
      if (role === "client") {
        (await connection.open()).sendHeaders(REQUEST, false);
        wire.receive(HEADERS, WHOLE, 1, RESPONSE);
      } else wire.receive(HEADERS, WHOLE, 1, request);
      let sent = 0;
      for (; !wire.writableEnded && sent < 200_000; sent++) {
        wire.receive(type, flags, stream, payload);
        if (sent % 1000 === 0) await turn();
      }
      if (sent === 200_000) connection.destroy();
      assert.equal(await code(ended), ENHANCE_YOUR_CALM);
    });
  }
}

/** Frames on a stream that this side has reset: type, flags, payload. */
const LATE_FLOODS: [name: string, type: number, flags: number, payload: string][] = [
  ["resets", 3, 0, "00000008"],
  ["window updates of 64 KiB", WINDOW_UPDATE, 0, "00010000"],
];

for (const role of ["client", "server"] as const) {
  for (const [name, type, flags, payload] of LATE_FLOODS) {
    Deno.test(`a ${role} disconnects a peer that floods a closed stream with ${name}`, async () => {
      const opened: Stream[] = [];
      const { wire, connection, ended } = open(role, { onStream: (stream) => opened.push(stream) });
      wire.receive(SETTINGS, 0, 0);
      await turn();
      if (role === "client") {
        const stream = await connection.open();
        stream.sendHeaders(REQUEST, false);
        stream.reset(8);
      } else {
        wire.receive(HEADERS, WHOLE, 1, request);
        await turn();
        opened[0]!.reset(8);
      }
      let sent = 0;
      for (; !wire.writableEnded && sent < 200_000; sent++) {
        wire.receive(type, flags, 1, payload);
        if (sent % 1000 === 0) await turn();
      }
      if (sent === 200_000) connection.destroy();
      assert.equal(await code(ended), ENHANCE_YOUR_CALM);
    });
  }
}

Deno.test("a client disconnects a peer that floods a closed stream with trailers", async () => {
  const { wire, connection, ended } = open("client");
  wire.receive(SETTINGS, 0, 0);
  await turn();
  const stream = await connection.open();
  stream.sendHeaders(REQUEST, false);
  stream.reset(8);
  const trailers = encodeHeaders([["grpc-status", "0"]]);
  for (let sent = 0; !wire.writableEnded && sent < 200_000; sent++) {
    wire.receive(HEADERS, WHOLE | 1, 1, trailers);
    if (sent % 1000 === 0) await turn();
  }
  if (!wire.writableEnded) connection.destroy();
  assert.equal(await code(ended), ENHANCE_YOUR_CALM);
});

Deno.test("a client disconnects a peer that floods it with interim responses", async () => {
  const { wire, connection, ended } = open("client");
  wire.receive(SETTINGS, 0, 0);
  await turn();
  (await connection.open()).sendHeaders(REQUEST, false);
  const interim = encodeHeaders([[":status", "103"]]);
  for (let sent = 0; !wire.writableEnded && sent < 200_000; sent++) {
    wire.receive(HEADERS, WHOLE, 1, interim);
    if (sent % 1000 === 0) await turn();
  }
  if (!wire.writableEnded) connection.destroy();
  assert.equal(await code(ended), ENHANCE_YOUR_CALM);
});

Deno.test("data between pings keeps the connection", async () => {
  const { wire, connection } = open("client");
  wire.receive(SETTINGS, 0, 0);
  await turn();
  const stream = await connection.open();
  stream.receiver = {
    headers: () => {},
    data: () => stream.replenish(),
    end: () => {},
    closed: () => {},
  };
  stream.sendHeaders(REQUEST, false);
  wire.receive(HEADERS, WHOLE, 1, RESPONSE);
  for (let sent = 0; sent < 20_000; sent++) {
    wire.receive(PING, 1, 0, "00".repeat(8));
    wire.receive(DATA, 0, 1, "00");
    if (sent % 100 === 0) await turn();
  }
  await turn();
  assert.ok(connection.isUsable);
  connection.destroy();
  await turn();
});

Deno.test("window updates for each KiB of sent data keep the connection", async () => {
  const { wire, connection, ended } = open("client");
  wire.receive(SETTINGS, 0, 0);
  await turn();
  const stream = await connection.open();
  stream.sendHeaders(REQUEST, false);
  const total = 32 * 1024 * 1024;
  let isSent = false;
  const sending = stream.send([new Uint8Array(total)], true).then(() => isSent = true);
  let [read, updates] = [0, 0];
  while (!isSent && connection.isUsable) {
    for (const frame of wire.frames.splice(0)) {
      if (frame.startsWith("data")) read += Number(frame.split(" ")[2]);
    }
    for (; updates * 1024 < read; updates++) {
      wire.receive(WINDOW_UPDATE, 0, 0, "00000400");
      wire.receive(WINDOW_UPDATE, 0, 1, "00000400");
    }
    await turn();
  }
  await sending;
  assert.ok(connection.isUsable);
  assert.ok(updates > 30_000, String(updates));
  connection.destroy();
  await ended;
});

Deno.test("data that was sent before the reset of its stream keeps the connection", async () => {
  const { wire, connection, ended } = open("client");
  wire.receive(SETTINGS, 0, 0);
  await turn();
  const stream = await connection.open();
  stream.sendHeaders(REQUEST, false);
  wire.receive(HEADERS, WHOLE, 1, RESPONSE);
  await turn();
  stream.reset(8);
  // The window of the stream, in frames of 2 bytes.
  for (let sent = 0; sent < 50_000; sent++) {
    wire.receive(DATA, 0, 1, "0000");
    if (sent % 1000 === 0) await turn();
  }
  await turn();
  assert.ok(connection.isUsable);
  for (let sent = 0; !wire.writableEnded && sent < 100_000; sent++) {
    wire.receive(DATA, 0, 1, "0000");
    if (sent % 1000 === 0) await turn();
  }
  if (!wire.writableEnded) connection.destroy();
  assert.equal(await code(ended), ENHANCE_YOUR_CALM, "beyond the window");
});
