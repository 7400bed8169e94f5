import assert from "node:assert/strict";
import { KeepaliveTimeoutError } from "../../../../lib/rpc/http2/errors.ts";
import { encodeHeaders } from "../../../../lib/rpc/http2/hpack.ts";
import type { Stream } from "../../../../lib/rpc/http2/stream.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";
import { open, REQUEST, turn, type Wire } from "./wire.ts";

const [DATA, HEADERS, RST, SETTINGS, PING, UPDATE] = [0, 1, 3, 4, 6, 8];
const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
const IDLE = 330 * SECOND;
const RESPONSE = encodeHeaders([[":status", "200"]]);

/** The keepalive pings that were sent. */
const pings = ({ frames }: Wire) => frames.filter((frame) => frame.startsWith(`${PING} 0 0 `));

async function settle(): Promise<void> {
  for (let count = 0; count < 3; count++) await turn();
}

/** A connected client with a clock that can be set. */
async function client() {
  const fake = new FakeClock();
  let off = 0;
  const clock = {
    now: () => fake.now() + off,
    after: (ms: number, callback: () => void) => fake.after(ms, callback),
  };
  const { wire, connection, ended } = open("client", { clock });
  wire.receive(SETTINGS, 0, 0);
  await connection.ready;
  return {
    wire,
    connection,
    ended,
    clock: fake,
    /** Opens a stream with an open response. */
    async stream(hasKeepalive: boolean): Promise<Stream> {
      const stream = await connection.open();
      if (hasKeepalive) connection.enableKeepalive(stream);
      stream.sendHeaders(REQUEST, true);
      wire.receive(HEADERS, 4, stream.id, RESPONSE);
      await settle();
      return stream;
    },
    async pass(ms: number) {
      await fake.advance(ms);
      await settle();
    },
    /** Sets the clock without firing timers: a suspended machine, or a set clock. */
    jump: (ms: number) => off += ms,
  };
}

Deno.test("a ping is sent after 5.5 minutes without data, not before", async () => {
  const { wire, connection, stream, pass } = await client();
  await stream(true);
  await pass(IDLE - 1);
  assert.equal(pings(wire).length, 0);
  await pass(1);
  assert.deepEqual(pings(wire), [`${PING} 0 0 0000000000000000`]);
  connection.destroy();
});

Deno.test("20 s without a response end the connection and all its streams", async () => {
  const { wire, connection, ended, clock, stream, pass } = await client();
  const since = clock.now();
  const streams = [await stream(true), await stream(true), await stream(false)];
  const closed: unknown[] = [];
  for (const each of streams) {
    each.receiver = {
      headers: () => {},
      data: () => {},
      end: () => {},
      closed: (error) => closed.push(error),
    };
  }
  await pass(IDLE + 20 * SECOND - 1);
  assert.equal(closed.length, 0);
  await pass(1);
  const error = await ended;
  assert.ok(error instanceof KeepaliveTimeoutError);
  assert.equal(error.since, since);
  assert.deepEqual(closed, [error, error, error]);
  assert.ok(!connection.isUsable && wire.destroyed);
  assert.equal(clock.waiting, 0);
});

Deno.test("an idle peer that answers is pinged every 5.5 minutes", async () => {
  const { wire, connection, stream, pass } = await client();
  await stream(true);
  for (let count = 1; count <= 131; count++) {
    await pass(IDLE);
    assert.equal(pings(wire).length, count);
    wire.receive(PING, 1, 0, "00".repeat(8));
    await settle();
  }
  assert.ok(connection.isUsable); // after twelve hours
  connection.destroy();
});

Deno.test("all received data counts as activity", async () => {
  const activities: [string, (wire: Wire) => void][] = [
    ["data", (wire) => wire.receive(DATA, 0, 1, "00")],
    ["a window update", (wire) => wire.receive(UPDATE, 0, 0, "00000001")],
    ["settings", (wire) => wire.receive(SETTINGS, 0, 0)],
    ["a ping of its own", (wire) => wire.receive(PING, 0, 0, "0102030405060708")],
    ["part of a frame", (wire) => wire.push(Uint8Array.of(0, 0))],
  ];
  for (const [name, send] of activities) {
    const early = await client();
    await early.stream(true);
    await early.pass(IDLE - 1);
    send(early.wire);
    await settle();
    await early.pass(IDLE - 1);
    assert.equal(pings(early.wire).length, 0, `${name} restarts the wait`);
    await early.pass(1);
    assert.equal(pings(early.wire).length, 1, `${name} restarts the wait`);
    early.connection.destroy();

    const late = await client();
    await late.stream(true);
    await late.pass(IDLE + 19 * SECOND);
    send(late.wire);
    await settle();
    await late.pass(IDLE - 1);
    assert.ok(late.connection.isUsable, `${name} is an answer`);
    assert.equal(pings(late.wire).length, 1);
    await late.pass(1);
    assert.equal(pings(late.wire).length, 2);
    late.connection.destroy();
  }
});

Deno.test("a stream that receives data for hours sends no ping", async () => {
  const { wire, connection, stream, pass } = await client();
  await stream(true);
  for (let passed = 0; passed < 6 * HOUR; passed += 5 * MINUTE) {
    await pass(5 * MINUTE);
    wire.receive(DATA, 0, 1, "00");
    await settle();
  }
  assert.equal(pings(wire).length, 0);
  connection.destroy();
});

Deno.test("without streams with keepalive there is no ping and no timer", async () => {
  const { wire, connection, clock, stream, pass } = await client();
  await pass(HOUR);
  await stream(false);
  await pass(HOUR);
  assert.equal(clock.waiting, 0);
  const first = await stream(true);
  await pass(IDLE - 1);
  first.reset(8);
  assert.equal(clock.waiting, 0);
  const second = await stream(true);
  await pass(IDLE);
  assert.equal(pings(wire).length, 1);
  wire.receive(RST, 0, second.id, "00000008");
  await settle();
  assert.equal(clock.waiting, 0);
  await pass(HOUR);
  assert.equal(pings(wire).length, 1);
  assert.ok(connection.isUsable);
  connection.destroy();
  connection.enableKeepalive(second);
  assert.equal(clock.waiting, 0);
});

Deno.test("after a suspension the peer has another 20 s to respond", async () => {
  const { wire, connection, ended, stream, pass, jump } = await client();
  await stream(true);
  await pass(IDLE);
  jump(HOUR);
  await pass(20 * SECOND);
  assert.ok(connection.isUsable);
  wire.receive(PING, 1, 0, "00".repeat(8));
  await settle();
  await pass(IDLE);
  jump(HOUR);
  await pass(39 * SECOND);
  assert.ok(connection.isUsable);
  await pass(SECOND);
  assert.ok(await ended instanceof KeepaliveTimeoutError);
});

Deno.test("a clock set back extends the wait by at most one idle time", async () => {
  const { wire, ended, stream, pass, jump } = await client();
  await stream(true);
  jump(-24 * HOUR);
  await pass(2 * IDLE);
  assert.equal(pings(wire).length, 1);
  jump(-24 * HOUR);
  await pass(20 * SECOND);
  assert.ok(await ended instanceof KeepaliveTimeoutError);
});

Deno.test("pings stay within the enforcement policy of grpc-go, 5 minutes apart", async () => {
  // One day of streams that open, close and receive data at random, with delayed answers.
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const { wire, connection, clock, stream } = await client();
  const streams: Stream[] = [];
  // Counted as in grpc-go, but sent data does not reset the count.
  let [seen, strikes, last] = [0, 0, -Infinity];
  for (const end = clock.now() + 24 * HOUR; clock.now() < end;) {
    await clock.advance(SECOND * (1 + random(15)));
    if (pings(wire).length > seen) {
      seen++;
      if (clock.now() - last < 5 * MINUTE) strikes++;
      last = clock.now();
      await clock.advance(SECOND * random(5));
      wire.receive(PING, 1, 0, "00".repeat(8));
      await settle();
    }
    const chance = random(200);
    if (chance < 3 && streams.length < 3) streams.push(await stream(random(3) > 0));
    else if (chance === 3) streams.shift()?.reset(8);
    else if (chance === 4 && streams[0]) {
      wire.receive(DATA, 0, streams[0].id, "00");
      await settle();
    }
  }
  assert.ok(seen > 50, `${seen} pings`);
  assert.equal(strikes, 0);
  assert.ok(connection.isUsable);
  connection.destroy();
});

Deno.test("a server sends no keepalive pings", async () => {
  const clock = new FakeClock();
  const { wire, connection } = open("server", { onStream: () => {} });
  wire.receive(SETTINGS, 0, 0);
  wire.receive(HEADERS, 4, 1, encodeHeaders(REQUEST));
  await settle();
  await clock.advance(HOUR);
  assert.equal(pings(wire).length, 0);
  connection.destroy();
});
