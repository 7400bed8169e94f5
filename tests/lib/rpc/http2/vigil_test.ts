import assert from "node:assert/strict";
import { SilenceError } from "../../../../lib/rpc/http2/errors.ts";
import { encodeHeaders } from "../../../../lib/rpc/http2/hpack.ts";
import type { Stream } from "../../../../lib/rpc/http2/stream.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";
import { open, REQUEST, turn, type Wire } from "./wire.ts";

const [DATA, HEADERS, RST, SETTINGS, PING, UPDATE] = [0, 1, 3, 4, 6, 8];
const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
const SILENCE = 330 * SECOND;
const RESPONSE = encodeHeaders([[":status", "200"]]);

/** How often the peer was asked whether it lives. */
const pings = ({ frames }: Wire) => frames.filter((frame) => frame.startsWith(`${PING} 0 0 `));

async function settle(): Promise<void> {
  for (let count = 0; count < 3; count++) await turn();
}

/** A client that is connected, by a clock that can be set and that knows sleep. */
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
    ...{ wire, connection, ended, clock: fake },
    /** Opens a stream, with an answer that goes on. */
    async stream(watched: boolean): Promise<Stream> {
      const stream = await connection.open();
      if (watched) connection.watchOver(stream);
      stream.sendHeaders(REQUEST, true);
      wire.receive(HEADERS, 4, stream.id, RESPONSE);
      await settle();
      return stream;
    },
    async pass(ms: number) {
      await fake.advance(ms);
      await settle();
    },
    /** Timers do not notice: the machine slept, or its clock was set. */
    jump: (ms: number) => off += ms,
  };
}

Deno.test("a followed stream's peer is asked after 5.5 minutes of silence, not before", async () => {
  const { wire, connection, stream, pass } = await client();
  await stream(true);
  await pass(SILENCE - 1);
  assert.equal(pings(wire).length, 0);
  await pass(1);
  assert.deepEqual(pings(wire), [`${PING} 0 0 0000000000000000`]);
  connection.destroy();
});

Deno.test("a peer that does not answer for 20 s has vanished: its streams learn since when", async () => {
  const { wire, connection, ended, clock, stream, pass } = await client();
  const since = clock.now();
  const streams = [await stream(true), await stream(true), await stream(false)];
  const closed: unknown[] = [];
  for (const each of streams) {
    each.receiver = {
      ...{ headers: () => {}, data: () => {}, end: () => {} },
      closed: (error) => closed.push(error),
    };
  }
  await pass(SILENCE + 20 * SECOND - 1);
  assert.equal(closed.length, 0);
  await pass(1);
  const error = await ended;
  assert.ok(error instanceof SilenceError);
  assert.equal(error.since, since);
  assert.deepEqual(closed, [error, error, error]);
  assert.ok(!connection.usable && wire.destroyed);
  assert.equal(clock.waiting, 0);
});

Deno.test("a peer that answers keeps its stream, and is asked every 5.5 minutes", async () => {
  const { wire, connection, stream, pass } = await client();
  await stream(true);
  for (let count = 1; count <= 131; count++) {
    await pass(SILENCE);
    assert.equal(pings(wire).length, count);
    wire.receive(PING, 1, 0, "00".repeat(8));
    await settle();
  }
  assert.ok(connection.usable); // after twelve hours
  connection.destroy();
});

Deno.test("whatever a peer says shows that it lives", async () => {
  const words: [string, (wire: Wire) => void][] = [
    ["data", (wire) => wire.receive(DATA, 0, 1, "00")],
    ["a window update", (wire) => wire.receive(UPDATE, 0, 0, "00000001")],
    ["settings", (wire) => wire.receive(SETTINGS, 0, 0)],
    ["a ping of its own", (wire) => wire.receive(PING, 0, 0, "0102030405060708")],
    ["part of a frame", (wire) => wire.push(Uint8Array.of(0, 0))],
  ];
  for (const [name, say] of words) {
    const early = await client();
    await early.stream(true);
    await early.pass(SILENCE - 1);
    say(early.wire);
    await settle();
    await early.pass(SILENCE - 1);
    assert.equal(pings(early.wire).length, 0, `${name} restarts the wait`);
    await early.pass(1);
    assert.equal(pings(early.wire).length, 1, `${name} restarts the wait`);
    early.connection.destroy();

    const late = await client();
    await late.stream(true);
    await late.pass(SILENCE + 19 * SECOND);
    say(late.wire);
    await settle();
    await late.pass(SILENCE - 1);
    assert.ok(late.connection.usable, `${name} is an answer`);
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

Deno.test("without a followed stream nobody is asked, and no timer waits", async () => {
  const { wire, connection, clock, stream, pass } = await client();
  await pass(HOUR);
  await stream(false);
  await pass(HOUR);
  assert.equal(clock.waiting, 0);
  const followed = await stream(true);
  await pass(SILENCE - 1);
  followed.reset(8);
  assert.equal(clock.waiting, 0);
  const asked = await stream(true);
  await pass(SILENCE);
  assert.equal(pings(wire).length, 1);
  wire.receive(RST, 0, asked.id, "00000008");
  await settle();
  assert.equal(clock.waiting, 0);
  await pass(HOUR);
  assert.equal(pings(wire).length, 1);
  assert.ok(connection.usable);
  connection.destroy();
  connection.watchOver(asked);
  assert.equal(clock.waiting, 0);
});

Deno.test("a machine that slept gives the peer another 20 s to be heard", async () => {
  const { wire, connection, ended, stream, pass, jump } = await client();
  await stream(true);
  await pass(SILENCE);
  jump(HOUR);
  await pass(20 * SECOND);
  assert.ok(connection.usable);
  wire.receive(PING, 1, 0, "00".repeat(8));
  await settle();
  await pass(SILENCE);
  jump(HOUR);
  await pass(39 * SECOND);
  assert.ok(connection.usable);
  await pass(SECOND);
  assert.ok(await ended instanceof SilenceError);
});

Deno.test("a clock set back lengthens the wait by no more than another one", async () => {
  const { wire, ended, stream, pass, jump } = await client();
  await stream(true);
  jump(-24 * HOUR);
  await pass(2 * SILENCE);
  assert.equal(pings(wire).length, 1);
  jump(-24 * HOUR);
  await pass(20 * SECOND);
  assert.ok(await ended instanceof SilenceError);
});

Deno.test("a server that enforces 5 minutes between pings has nothing to object to", async () => {
  // Streams come and go, speak or not, and answers take their time: a day of that.
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const { wire, connection, clock, stream } = await client();
  const streams: Stream[] = [];
  // As grpc-go counts them, except that no data sent makes it forget.
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
  assert.ok(connection.usable);
  connection.destroy();
});

Deno.test("a server does not ask its clients", async () => {
  const clock = new FakeClock();
  const { wire, connection } = open("server", { onStream: () => {} });
  wire.receive(SETTINGS, 0, 0);
  wire.receive(HEADERS, 4, 1, encodeHeaders(REQUEST));
  await settle();
  await clock.advance(HOUR);
  assert.equal(pings(wire).length, 0);
  connection.destroy();
});
