/** Sessions that end, are suspended or have bugs, and connections that become unreachable. */
import assert from "node:assert/strict";
import { PrivateListener } from "../../../lib/platform/private_listener.ts";
import { ConnStream } from "../../../lib/rpc/conn_stream.ts";
import { Connection } from "../../../lib/rpc/http2/connection.ts";
import { ErrorCode, Http2Error } from "../../../lib/rpc/http2/errors.ts";
import { ReceiveBudget } from "../../../lib/rpc/http2/receive_budget.ts";
import type { Stream } from "../../../lib/rpc/http2/stream.ts";
import { openChannel, RpcError, type TlsSettings } from "../../../lib/rpc/mod.ts";
import type { Dispatch, IncomingCall } from "../../../lib/rpc/server.ts";
import { sessionName } from "../../../lib/rpc/session/mod.ts";
import { Relay } from "../../../lib/rpc/session/relay.ts";
import { sessionFault } from "../../../lib/rpc/session/session_error.ts";
import { afterSteps, withinTime } from "../../../lib/rpc/session/time_limit.ts";
import { withCuttableRelay } from "../../helpers/cuttable_relay.ts";
import { FakeClock, wallClock } from "../../helpers/fake_system.ts";
import { until } from "../../helpers/until.ts";
import { bytes, connect, credentials, method, sharedPki } from "./peers.ts";
import { startTestSession } from "./session_channel.ts";

const Echo = method("/test.Echo/Say");
const Follow = method("/test.Log/Follow", { server: true });
const Upload = method("/test.Store/Put", { client: true });

const windows = Deno.build.os === "windows";

/** Sends one message and then none; echoes the requests of other calls. */
const follow = async function* (call: IncomingCall) {
  if (call.path === Echo.path) return yield await call.request();
  yield bytes("first");
  await new Promise<void>((resolve) => call.signal.addEventListener("abort", () => resolve()));
} as Dispatch;

Deno.test({
  name: "a session reports an endpoint that became unreachable as a direct connection does",
  ignore: windows,
  async fn() {
    const clock = new FakeClock(Date.UTC(2024, 0, 2, 3, 4, 5));
    await using pair = await connect(follow);
    const tls = credentials(await sharedPki());
    await withCuttableRelay({ address: "127.0.0.1", port: pair.port }, async (relay) => {
      await using session = await startTestSession(relay.endpoint, tls, clock);
      const channel = openChannel(relay.endpoint, tls, { sessions: session.folder });
      const call = channel.serverStream(Follow, "", { keepalive: true });
      const stream = call[Symbol.asyncIterator]();
      assert.equal((await stream.next()).value, "first");
      const { lost } = relay.cut();
      const failed = assert.rejects(async () => await stream.next(), {
        kind: "connection",
        code: 14,
        message: `lost the connection to ${relay.endpoint}: no data since ` +
          "2024-01-02 03:04:05 UTC, no ping response within 20s",
        hint: "check the node and the network, then run the command again",
      });
      await clock.advance(330_000);
      await lost;
      await clock.advance(20_000);
      await failed;
      assert.equal(session.calls, 1);
      assert.equal(await channel.unary(Echo, "again"), "again");
      channel.close();
    });
  },
});

Deno.test({
  name: "a call that a session has sent fails when the session ends, and is not repeated",
  ignore: windows,
  async fn() {
    let started = 0;
    const hang = async function* (call: IncomingCall) {
      started++;
      if (started > 1) return yield await call.request();
      await new Promise<void>((resolve) => call.signal.addEventListener("abort", () => resolve()));
    } as Dispatch;
    await using pair = await connect(hang);
    const tls = credentials(await sharedPki());
    const session = await startTestSession(pair.endpoint, tls);
    const channel = openChannel(pair.endpoint, tls, { sessions: session.folder });
    const failed = assert.rejects(channel.unary(Echo, "once"), (error) => {
      assert.ok(error instanceof RpcError);
      assert.match(error.message, /^lost the connection to /);
      return true;
    });
    await until(() => Promise.resolve(started), (count) => count === 1);
    await session[Symbol.asyncDispose]();
    await failed;
    assert.equal(started, 1);
    assert.equal(await channel.unary(Echo, "next"), "next");
    channel.close();
  },
});

/** Listens as a session that closes the connection of each call, before or after it is accepted. */
async function startDyingSession(endpoint: string, tls: TlsSettings, isAccepted: boolean) {
  const folder = await Deno.makeTempDir({ prefix: "osctl-s-" });
  const name = await sessionName({ endpoint, tls, proxy: undefined });
  let calls = 0;
  const listener = new PrivateListener(folder, name, async (conn) => {
    await conn.write(bytes("R"));
    const stream = new ConnStream(conn);
    const connection: Connection = new Connection(stream, {
      role: "server",
      source: stream,
      streamWindow: 65_535,
      connectionWindow: 65_535,
      receiveBudget: 1_000_000,
      frameSize: 16_384,
      headerLimit: 16_384,
      maxStreams: 10,
      onStream: (call) => {
        calls++;
        call.receiver = { headers() {}, data() {}, end() {}, closed() {} };
        if (isAccepted) call.sendHeaders([[":status", "100"]], false);
        setTimeout(() => connection.destroy(), 20);
      },
    });
  });
  return {
    folder,
    calls: () => calls,
    async [Symbol.asyncDispose]() {
      listener.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

for (const isAccepted of [false, true]) {
  Deno.test({
    name: `a session is killed ${isAccepted ? "after" : "before"} it has sent a call`,
    ignore: windows,
    async fn() {
      const received: string[] = [];
      const store = async function* (call: IncomingCall) {
        for await (const request of call.requests) {
          received.push(new TextDecoder().decode(request));
        }
        yield bytes("stored");
      } as Dispatch;
      await using pair = await connect(store);
      const tls = credentials(await sharedPki());
      await using session = await startDyingSession(pair.endpoint, tls, isAccepted);
      let read = 0;
      const requests = async function* () {
        read++;
        yield "a";
        yield "b";
      };
      for (const put of [() => requests(), () => requests()]) {
        const channel = openChannel(pair.endpoint, tls, { sessions: session.folder });
        const call = channel.clientStream(Upload, put());
        if (isAccepted) await assert.rejects(call, { kind: "connection" });
        else assert.equal(await call, "stored");
        channel.close();
      }
      assert.equal(session.calls(), 2);
      // What was read for a session is lost; what was not is sent directly, once.
      assert.deepEqual(received, isAccepted ? [] : ["a", "b", "a", "b"]);
      assert.ok(read <= 2);
    },
  });
}

Deno.test("a bug in one call of a session ends this call only", async () => {
  const resets: number[] = [];
  const stream = (parts: Partial<Stream>) =>
    ({ reset: (code: number) => resets.push(code), ...parts }) as Stream;
  const reported: unknown[] = [];
  const bug = new TypeError("a bug");
  const sink = stream({
    send: () => Promise.reject(bug),
  });
  const budget = new ReceiveBudget(1000);
  const relay = new Relay(stream({}), { budget, report: (error) => reported.push(error) });
  relay.data(bytes("12345"));
  relay.start(sink);
  await until(() => Promise.resolve(resets.length), (count) => count === 2);
  assert.deepEqual(reported, [bug]);
  assert.deepEqual(resets, [ErrorCode.internalError, ErrorCode.internalError]);
  assert.ok(budget.reserve(1000));
});

Deno.test("faults of the system and of HTTP/2 make a session unusable, bugs do not", () => {
  const full = Object.assign(new Error("Too many open files (os error 24)"), { code: "EMFILE" });
  assert.equal(sessionFault(full), full.message);
  assert.equal(sessionFault(new Deno.errors.ConnectionRefused("refused")), "refused");
  assert.equal(sessionFault(new Http2Error(ErrorCode.noError, "ended", "closed")), "ended");
  assert.equal(sessionFault(new TypeError("undefined is not a function")), undefined);
  assert.equal(sessionFault("text"), undefined);
});

Deno.test("a time limit is kept, and extended while timers are late", async () => {
  const clock = new FakeClock();
  let fired = false;
  afterSteps(clock, 100, () => fired = true);
  await clock.advance(99);
  assert.equal(fired, false);
  await clock.advance(1);
  assert.equal(fired, true);
  const never = new Promise<void>(() => {});
  const expired = assert.rejects(withinTime(never, 100, clock), Deno.errors.TimedOut);
  await clock.advance(100);
  await expired;
  // A machine that suspends this process for a second: what arrived meanwhile is read first.
  const { promise, resolve } = Promise.withResolvers<string>();
  setTimeout(() => resolve("late"), 60);
  const answer = withinTime(promise, 100, wallClock);
  for (const end = performance.now() + 300; performance.now() < end;);
  assert.equal(await answer, "late");
  assert.equal(clock.waiting, 0);
});

Deno.test({
  name: "a thousand programs at the same time share a connection",
  ignore: windows,
  async fn() {
    const ports = new Set<number>();
    await using pair = await connect(async (call) => {
      ports.add(call.peer.port);
      return await call.request();
    });
    const tls = credentials(await sharedPki());
    await using session = await startTestSession(pair.endpoint, tls);
    // All programs are in this process, which would be late for most of them.
    const after = (ms: number, callback: () => void) => wallClock.after(100 * ms, callback);
    const options = { sessions: session.folder, clock: { ...wallClock, after } };
    const outcomes = await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        const channel = openChannel(pair.endpoint, tls, options);
        const answer = await channel.unary(Echo, `call ${index}`);
        channel.close();
        return answer === `call ${index}`;
      }),
    );
    assert.ok(outcomes.every(Boolean));
    assert.deepEqual([session.calls, ports.size, session.reported], [1000, 1, []]);
  },
});
