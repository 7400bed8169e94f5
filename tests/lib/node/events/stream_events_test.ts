import assert from "node:assert/strict";
import { EndpointPool } from "../../../../lib/client/endpoint_pool.ts";
import { streamEvents, toEventFilter } from "../../../../lib/node/events/stream_events.ts";
import { createNodeClient } from "../../../../lib/client/node_client.ts";
import { OsctlError } from "../../../../lib/errors.ts";
import { statusError } from "../../../../lib/rpc/mod.ts";
import { machine } from "../../../../proto/machine.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";
import { FakeChannel, zeros } from "../../client/fake_channel.ts";

const NOTHING = { tail: 0, since: "", duration: 0, actorId: "" };
const hello = (id: string) => machine.Event.create({ id, data: {} });
const event = (id: string) => machine.Event.create({ id, data: { type_url: "x" } });
const away = () => statusError(14, "the node is away");

/** Events of a stream, then its end or error. */
type Script = (machine.Event | Error)[];

/** Streams events of a node with one script per connection; returns requests, IDs and outages. */
async function read(scripts: Script[], flags: Partial<typeof NOTHING>, take: number) {
  const clock = new FakeClock();
  const requests: Record<string, unknown>[] = [];
  const lost: string[] = [];
  const pauses: number[] = [];
  const channel = new FakeChannel("a:1", {
    stream: async function* (request) {
      requests.push({ ...request as Record<string, unknown> });
      const script = scripts.shift();
      if (script === undefined) throw statusError(7, "not authorized");
      for (const step of script) {
        if (step instanceof Error) throw step;
        yield await Promise.resolve(step);
      }
    },
  });
  const signal = new AbortController().signal;
  const pool = new EndpointPool(["a:1"], { open: () => channel, clock, random: zeros });
  const client = createNodeClient({
    nodes: ["n"],
    endpoints: ["a:1"],
    poolOf: () => pool,
    openDirect: () => assert.fail("no direct client"),
    pools: [pool],
    headers: {},
    isProxied: true,
    callMs: 1000,
    clock,
    signal,
  });
  // Pauses end at once and are recorded.
  const quick = {
    now: () => clock.now(),
    after: (ms: number, callback: () => void) => {
      pauses.push(ms);
      void clock.advance(ms).then(callback);
      return () => {};
    },
  };
  const seen: string[] = [];
  let error: unknown;
  try {
    const question = toEventFilter({ ...NOTHING, ...flags });
    const options = {
      clock: quick,
      signal,
      onLost: (reason: string) => void lost.push(reason),
      onRecovered: () => void lost.push("back"),
    };
    for await (const { id } of streamEvents(client, "n", question, options)) {
      seen.push(id);
      if (seen.length === take) break;
    }
  } catch (thrown) {
    error = thrown;
  }
  return { requests, seen, lost, pauses, error };
}

const RESUMED = { tailEvents: 0, tailSeconds: 0, withActorId: "" };

Deno.test("a lost stream resumes after the last event, without gaps or duplicates", async () => {
  const { requests, seen, lost, pauses } = await read(
    [
      [hello("h1"), event("a"), event("b"), away()],
      [away()],
      [away()],
      [hello("h2"), event("c")],
      [hello("h3"), event("d")],
    ],
    { tail: 2, actorId: "" },
    4,
  );
  assert.deepEqual(seen, ["a", "b", "c", "d"]);
  assert.deepEqual(requests, [
    { tailEvents: 2, tailId: "", tailSeconds: 0, withActorId: "" },
    ...["b", "b", "b", "c"].map((tailId) => ({ ...RESUMED, tailId })),
  ]);
  assert.deepEqual(lost, [
    ...["the node is away (Unavailable)", "back", "the node ended the stream", "back"],
  ]);
  assert.deepEqual(pauses, [1000, 2000]);
});

Deno.test("a stream without events resumes from its start", async () => {
  const { requests, seen } = await read([[hello("h1")], [hello("h2"), event("a")]], {
    actorId: "me",
  }, 1);
  assert.deepEqual(seen, ["a"]);
  assert.deepEqual(requests[1], { ...RESUMED, withActorId: "me", tailId: "h1" });
});

Deno.test("past events are requested again until one is received", async () => {
  const all = await read([[hello("h1"), away()], [hello("h2"), event("a")]], { tail: -1 }, 1);
  assert.deepEqual(all.requests.map(({ tailEvents }) => tailEvents), [-1, -1]);
  const recent = await read(
    [[hello("h1"), away()], [away()], [hello("h2"), event("a")]],
    { duration: 5500 },
    1,
  );
  assert.deepEqual(recent.requests.map(({ tailSeconds }) => tailSeconds), [5, 5, 6]);
});

Deno.test("a permanent error ends the stream, and so does an unreachable node at the start", async () => {
  for (const failure of [statusError(7, "not authorized"), statusError(3, "bad id"), away()]) {
    const { error, lost } = await read([[failure]], {}, 1);
    assert.ok(error instanceof OsctlError);
    assert.deepEqual(lost, []);
  }
  const later = await read([[hello("h"), event("a"), away()]], {}, 9);
  assert.match(String(later.error), /not authorized/);
  const bug = await read([[hello("h"), new TypeError("a bug")]], {}, 9);
  assert.ok(bug.error instanceof TypeError);
});

Deno.test("an outage is reported once and lasts ten minutes at most", async () => {
  const scripts = [[hello("h"), event("a")], ...Array.from({ length: 500 }, () => [away()])];
  const { error, lost, pauses } = await read(scripts, {}, 9);
  assert.match(String(error), /the node is away/);
  assert.equal(lost.length, 1);
  const waited = pauses.reduce((sum, pause) => sum + pause, 0);
  assert.ok(waited > 590_000 && waited <= 600_000, String(waited));
});

Deno.test("a node that closes every stream at once fails after the longest outage", async () => {
  const scripts = Array.from({ length: 500 }, (_, index) => [hello(`h${index}`)]);
  const { error, lost } = await read(scripts, {}, 9);
  assert.match(String(error), /n: the node closes each event stream immediately/);
  assert.deepEqual(lost, ["the node ended the stream", "back"]);
});

Deno.test("a --duration out of range is rejected", () => {
  for (const duration of [-1000, 2 ** 31 * 1000]) {
    assert.throws(() => toEventFilter({ ...NOTHING, duration }), /invalid value for --duration/);
  }
  assert.equal(toEventFilter({ ...NOTHING, duration: 999 }).tailSeconds, 0);
});
