import assert from "node:assert/strict";
import type { IncomingCall } from "../../../lib/rpc/server.ts";
import { FakeClock } from "../../helpers/fake_system.ts";
import { withCuttableRelay } from "../../helpers/cuttable_relay.ts";
import { bytes, connect, credentials, method, openTestChannel, sharedPki } from "./peers.ts";

const Follow = method("/test.Log/Follow", { server: true });
const Echo = method("/test.Echo/Say");
const IDLE = 330_000;
const START = Date.UTC(2024, 0, 2, 3, 4, 5);

/** Sends one message and then none; echoes the requests of other calls. */
async function* respond(call: IncomingCall): AsyncGenerator<Uint8Array, void, undefined> {
  if (call.path === Echo.path) return yield await call.request();
  yield bytes("first");
  await new Promise<void>((resolve) => call.signal.addEventListener("abort", () => resolve()));
}

Deno.test("a call with keepalive fails 350 s after its endpoint became unreachable, with a hint", async () => {
  const clock = new FakeClock(START);
  await using pair = await connect(respond);
  await withCuttableRelay({ address: "127.0.0.1", port: pair.port }, async (relay) => {
    const channel = openTestChannel(relay.endpoint, credentials(await sharedPki()), { clock });
    const stream = channel.serverStream(Follow, "", { keepalive: true })[Symbol.asyncIterator]();
    assert.equal((await stream.next()).value, "first");
    const { lost } = relay.cut();
    let hasFailed = false;
    const failed = assert.rejects(async () => await stream.next(), {
      kind: "connection",
      code: 14,
      message: `lost the connection to ${relay.endpoint}: no data since ` +
        "2024-01-02 03:04:05 UTC, no ping response within 20s",
      hint: "check the node and the network, then run the command again",
    }).then(() => hasFailed = true);
    await clock.advance(IDLE);
    await lost;
    await clock.advance(19_999);
    assert.ok(!hasFailed);
    await clock.advance(1);
    await failed;
    assert.equal(clock.waiting, 0);
    // The next call reconnects.
    assert.equal(await channel.unary(Echo, "x"), "x");
    assert.equal(relay.connections, 2);
    channel.close();
  });
});

Deno.test("a call with keepalive survives hours of idle time", async () => {
  const clock = new FakeClock(START);
  await using pair = await connect(respond, { channel: { clock } });
  const stream = pair.channel.serverStream(Follow, "", { keepalive: true })[Symbol.asyncIterator]();
  await stream.next();
  for (let hours = 0; hours < 6; hours++) {
    for (let count = 0; count < 11; count++) {
      await clock.advance(IDLE);
      // Its response follows the answer to the ping.
      assert.equal(await pair.channel.unary(Echo, "still there"), "still there");
    }
  }
  await stream.return?.();
  assert.equal(clock.waiting, 0);
});

Deno.test("other calls, and a channel without calls, have no keepalive timer", async () => {
  const clock = new FakeClock(START);
  await using pair = await connect(respond, { channel: { clock } });
  await pair.channel.connect();
  assert.equal(clock.waiting, 0);
  const stream = pair.channel.serverStream(Follow, "")[Symbol.asyncIterator]();
  await stream.next();
  assert.equal(clock.waiting, 0);
  await stream.return?.();
});
