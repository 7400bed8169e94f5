/** The connection of a session to its endpoint. */
import { equal, ok, rejects } from "node:assert/strict";
import type { Connection } from "../../../lib/rpc/http2/connection.ts";
import { Upstream } from "../../../lib/rpc/session/mod.ts";
import { wallClock } from "../../helpers/fake_system.ts";

Deno.test("an endpoint that never answers a ping fails within the limit, and is closed", async () => {
  let closed = 0;
  const silent = {
    isUsable: true,
    ping: () => new Promise<boolean>(() => {}),
    destroy: () => void closed++,
    shutdown: () => {},
  };
  const upstream = new Upstream({
    clock: wallClock,
    answerMs: 100,
    unanswered: () => new Error("no answer"),
    dial: () => Promise.resolve(silent as unknown as Connection),
  });
  const start = performance.now();
  await rejects(upstream.connect(), /no answer/);
  ok(performance.now() - start < 2000);
  equal(closed, 1);
  equal(await upstream.acquire(), undefined);
});
