import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { EndpointPool, FIRST_CALLS } from "../../../lib/client/endpoint_pool.ts";
import { FakeClock } from "../../helpers/fake_system.ts";
import { FakeChannel, type FakeEndpoint, refused, zeros } from "./fake_channel.ts";

const never = new AbortController().signal;
const hangs = () => new Promise<void>(() => {});

function poolOf(behaviours: Readonly<Record<string, FakeEndpoint>>, random = zeros) {
  const channels: FakeChannel[] = [];
  const clock = new FakeClock();
  const pool = new EndpointPool(Object.keys(behaviours), {
    clock,
    random,
    open(endpoint) {
      const channel = new FakeChannel(endpoint, behaviours[endpoint]!);
      channels.push(channel);
      return channel;
    },
  });
  return { pool, channels, clock, next: async () => (await pool.channel(never)).endpoint };
}

/** The result, with the clock moved on as long as it takes; and how long that was. */
async function timed<T>(work: Promise<T>, clock: FakeClock): Promise<{ value: T; ms: number }> {
  const start = clock.now();
  let done = false;
  work.finally(() => done = true);
  for (let turn = 0; !done; turn++) {
    await Promise.resolve();
    if (turn % 50 === 49) await clock.advance(50);
  }
  return { value: await work, ms: clock.now() - start };
}

Deno.test("a pool uses its endpoints round robin, one channel each, after the first calls", async () => {
  const { next, channels } = poolOf({ a: {}, b: {}, c: {} });
  const early = new Set<string>();
  for (let call = 1; call < FIRST_CALLS; call++) early.add(await next());
  strictEqual(early.size, 1);
  strictEqual(channels.length, 1);
  const first = [await next(), await next(), await next()];
  deepStrictEqual(first.toSorted(), ["a", "b", "c"]);
  deepStrictEqual([await next(), await next(), await next()], first);
  strictEqual(channels.length, 3);
});

Deno.test("a pool shuffles its endpoints into every order", async () => {
  const seen = new Set<string>();
  for (let round = 0; round < 400 && seen.size < 6; round++) {
    const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
    const { next } = poolOf({ a: {}, b: {}, c: {} }, random);
    for (let call = 1; call < FIRST_CALLS; call++) await next();
    seen.add([await next(), await next(), await next()].join(""));
  }
  strictEqual(seen.size, 6);
});

Deno.test("a pool skips endpoints that are down and remembers them", async () => {
  const { next, channels } = poolOf({
    a: { connect: () => refused("a") },
    b: {},
    c: { connect: () => refused("c") },
  });
  for (let call = 0; call < 6; call++) strictEqual(await next(), "b");
  const attempts = channels.filter(({ endpoint }) => endpoint !== "b")
    .reduce((sum, { connects }) => sum + connects, 0);
  strictEqual(attempts <= 2, true);
});

Deno.test("a pool retries an endpoint that was down when the others fail", async () => {
  let up = "a";
  const connect = (endpoint: string) => () =>
    endpoint === up ? Promise.resolve() : refused(endpoint);
  const { next, clock } = poolOf({ a: { connect: connect("a") }, b: { connect: connect("b") } });
  strictEqual(await next(), "a");
  await clock.advance(100);
  up = "b";
  strictEqual(await next(), "b");
  strictEqual(await next(), "b");
  await clock.advance(100);
  up = "a";
  strictEqual(await next(), "a");
});

Deno.test("calls within 100 ms of a failed attempt share its error", async () => {
  let isUp = false;
  const connect = () => isUp ? Promise.resolve() : refused("a");
  const { pool, channels, clock, next } = poolOf({ a: { connect } });
  const calls = Array.from({ length: 20 }, () => pool.channel(never));
  for (const call of calls) await rejects(call, { message: "a refuses connections" });
  await clock.advance(99);
  isUp = true;
  await rejects(pool.channel(never), { message: "a refuses connections" });
  strictEqual(channels[0]!.connects, 1);
  await clock.advance(1);
  strictEqual(await next(), "a");
});

Deno.test("a clock set back does not extend a shared error", async () => {
  let isUp = false;
  const channel = new FakeChannel("a", { connect: () => isUp ? Promise.resolve() : refused("a") });
  let now = 1000;
  const clock = { now: () => now, after: () => () => {} };
  const pool = new EndpointPool(["a"], { clock, random: zeros, open: () => channel });
  await rejects(pool.channel(never), { message: "a refuses connections" });
  now = 0;
  isUp = true;
  strictEqual((await pool.channel(never)).endpoint, "a");
});

Deno.test("the error of a pool has every unreachable endpoint", async () => {
  const { pool } = poolOf({
    a: { connect: () => refused("a") },
    b: { connect: () => refused("b") },
  });
  await rejects(pool.channel(never), (error) => {
    if (!(error instanceof OsctlError)) return false;
    strictEqual(error.kind, "connection");
    strictEqual(
      error.message,
      "all 2 endpoints failed: b refuses connections, the same for a",
    );
    return true;
  });
  const alone = poolOf({ a: { connect: () => refused("a") } });
  await rejects(alone.pool.channel(never), { message: "a refuses connections" });
});

Deno.test("equal reasons of endpoints are printed once, different ones each", async () => {
  const timeout = () => Promise.reject(new OsctlError("connection", "10.5.0.3 did not respond"));
  const { pool } = poolOf({
    "10.5.0.2": { connect: () => refused("10.5.0.2") },
    "10.5.0.3": { connect: timeout },
    "10.5.0.4": { connect: () => refused("10.5.0.4") },
  });
  await rejects(pool.channel(never), {
    message: "all 3 endpoints failed: 10.5.0.3 did not respond; " +
      "10.5.0.4 refuses connections, the same for 10.5.0.2",
  });
});

Deno.test("a pool hedges endpoints that drop packets, once per endpoint", async () => {
  const { pool, clock } = poolOf({ a: { connect: hangs }, b: { connect: hangs }, c: {} });
  let total = 0;
  for (let call = 0; call < 9; call++) {
    const { value, ms } = await timed(pool.channel(never), clock);
    strictEqual(value.endpoint, "c");
    total += ms;
  }
  strictEqual(total <= 500, true, `${total} ms`);
  strictEqual(clock.waiting, 0);
});

Deno.test("a pool rejects when the caller aborts", async () => {
  const { pool, clock } = poolOf({ a: { connect: hangs }, b: { connect: hangs } });
  const cancel = new AbortController();
  const waiting = pool.channel(cancel.signal);
  cancel.abort(new OsctlError("cancelled", "stop"));
  await rejects(waiting, { message: "stop" });
  strictEqual(clock.waiting, 0);
});

Deno.test("a pool rejects on a bug and closes its channels", async () => {
  const { pool, channels, next } = poolOf({
    a: { connect: () => Promise.reject(new Error("bug")) },
  });
  await rejects(next(), { message: "bug" });
  pool.close();
  deepStrictEqual(channels.map(({ closed }) => closed), [true]);
});

Deno.test("a connected channel is returned without an attempt", async () => {
  const { next, channels, clock } = poolOf({ a: {} });
  await next();
  const [channel] = channels;
  channel!.isConnected = true;
  strictEqual(await next(), "a");
  strictEqual(channel!.connects, 1);
  strictEqual(clock.waiting, 0);
  channel!.isConnected = false;
  await next();
  strictEqual(channel!.connects, 2);
});

Deno.test("a connected channel is not returned after an abort", async () => {
  const { pool, channels, next } = poolOf({ a: {} });
  await next();
  channels[0]!.isConnected = true;
  await rejects(pool.channel(AbortSignal.abort(new OsctlError("cancelled", "interrupted"))), {
    message: "interrupted",
  });
});
