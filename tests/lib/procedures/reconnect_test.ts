import { equal } from "node:assert/strict";
import { Reconnector } from "../../../lib/procedures/shared_connection/reconnect.ts";
import { FakeClock } from "../../helpers/fake_system.ts";

/** A connection; `wake` connects unless the endpoint is down. */
class Upstream {
  isUsable = true;
  isDown = false;
  wakes = 0;
  wake(): void {
    this.wakes++;
    this.isUsable = !this.isDown;
  }
}

function start() {
  const clock = new FakeClock();
  const upstream = new Upstream();
  const busy = { calls: 0 };
  const reconnector = new Reconnector({
    clock,
    upstreams: [upstream],
    isBusy: () => busy.calls > 0,
  });
  return { clock, upstream, busy, reconnector };
}

Deno.test("a closed connection is replaced at once while the session is used", async () => {
  const { clock, upstream, reconnector } = start();
  reconnector.used();
  for (let turn = 1; turn <= 3; turn++) {
    await clock.advance(2000);
    upstream.isUsable = false;
    await clock.advance(50);
    equal(upstream.isUsable, true);
    equal(upstream.wakes, turn);
  }
  reconnector[Symbol.dispose]();
  equal(clock.waiting, 0);
});

Deno.test("without calls for 10 s nothing is checked; a call in progress is a use", async () => {
  const { clock, upstream, busy, reconnector } = start();
  equal(clock.waiting, 0);
  busy.calls = 1;
  reconnector.used();
  await clock.advance(60_000);
  upstream.isUsable = false;
  await clock.advance(50);
  equal(upstream.wakes, 1);
  busy.calls = 0;
  reconnector.used();
  await clock.advance(10_000);
  equal(clock.waiting, 0);
  upstream.isUsable = false;
  await clock.advance(60_000);
  equal(upstream.wakes, 1);
  reconnector.used();
  await clock.advance(50);
  equal(upstream.wakes, 2);
  reconnector[Symbol.dispose]();
});

Deno.test("attempts to connect to an endpoint that is down are up to 5 s apart", async () => {
  const { clock, upstream, busy, reconnector } = start();
  busy.calls = 1;
  upstream.isUsable = false;
  upstream.isDown = true;
  reconnector.used();
  const at: number[] = [];
  const startedAt = clock.now();
  for (let wakes = 0; at.length < 7;) {
    await clock.advance(50);
    if (upstream.wakes > wakes) at.push(clock.now() - startedAt);
    wakes = upstream.wakes;
  }
  equal(at.join(), [50, 300, 800, 1800, 3800, 7800, 12_800].join());
  upstream.isDown = false;
  await clock.advance(5000);
  equal(upstream.isUsable, true);
  reconnector[Symbol.dispose]();
});
