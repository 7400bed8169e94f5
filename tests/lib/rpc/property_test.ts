/** Random calls between `ClientCall` and `ServerCall` over a pair of sockets in memory. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers";
import { Duplex } from "node:stream";
import { ClientCall } from "../../../lib/rpc/client_call.ts";
import { Connection } from "../../../lib/rpc/http2/connection.ts";
import { Http2Error } from "../../../lib/rpc/http2/errors.ts";
import { type IncomingCall, ServerCall } from "../../../lib/rpc/server_call.ts";
import { StatusError } from "../../../lib/rpc/mod.ts";
import { property, type Seeded } from "../../helpers/seeded.ts";

/** One end of a connection in memory, which delivers in random pieces and at random times. */
class End extends Duplex {
  peer!: End;

  constructor(readonly random: Seeded) {
    super({ allowHalfOpen: false, highWaterMark: 1 << 20 });
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    // A copy: the writer reuses its buffer once it is done.
    const bytes = new Uint8Array(chunk);
    const longest = this.random.pick([1, 50, 5000]);
    // Bounds the number of pieces, for speed.
    const sent = this.random.pieces(bytes, Math.max(longest, bytes.length >>> 7));
    const deliver = () => {
      for (let count = this.random.between(1, 20); count > 0; count--) {
        const piece = sent.shift();
        if (piece === undefined) return done();
        if (!this.peer.destroyed && !this.peer.readableEnded) this.peer.push(piece);
      }
      setImmediate(deliver);
    };
    if (this.random.oneIn(2)) deliver();
    else setImmediate(deliver);
  }

  override _final(done: () => void): void {
    this.peer.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.peer.destroyed) setImmediate(() => this.peer.destroy());
    done(error);
  }
}

/** The course of one call, known to both sides. */
interface Plan {
  requests: number[];
  responses: number[];
  /** Status the server ends with. */
  code: number;
  /** Requests the server reads before it answers; all of them when undefined. */
  reads: number | undefined;
  /** Responses after which the client cancels. */
  cancelAfter: number | undefined;
}

function plan(random: Seeded): Plan {
  const size = () => random.pick([0, 1, 5, 300, 4095, 4096, 9000]);
  const requests = [size(), ...random.list(4, size)];
  return {
    requests,
    responses: random.list(5, size),
    code: random.oneIn(4) ? random.between(1, 16) : 0,
    reads: random.oneIn(5) ? random.below(requests.length) : undefined,
    cancelAfter: random.oneIn(5) ? random.below(4) : undefined,
  };
}

/** Message number `index` of a call, recognizable by its content. */
function message(call: number, index: number, length: number): Uint8Array {
  return new Uint8Array(length).fill(call * 16 + index);
}

const LIMITS = { frameSize: 16_384, headerLimit: 10_000, receiveBudget: 1 << 24 };
const LARGEST = 10_000;

/** The record of a call by both sides. */
interface Record {
  received: Uint8Array[];
  /** Outcomes of the call on the client; exactly one is expected. */
  outcomes: unknown[];
  served: Uint8Array[];
  /** Whether the call reached the server. */
  reached: boolean;
  /** Whether the server read the end of the requests. */
  complete: boolean;
}

async function serve(plan: Plan, record: Record, index: number, call: IncomingCall) {
  record.reached = true;
  let read = 0;
  for await (const request of plan.reads === 0 ? [] : call.requests) {
    record.served.push(Uint8Array.from(request));
    if (++read === plan.reads) break;
  }
  record.complete = plan.reads === undefined;
  return (async function* () {
    for (const [number, length] of plan.responses.entries()) yield message(index, number, length);
    if (plan.code !== 0) throw new StatusError(plan.code, "as planned");
  })();
}

async function follow(plan: Plan, record: Record, index: number, call: ClientCall): Promise<void> {
  const sending = (async () => {
    for (const [number, length] of plan.requests.entries()) {
      await call.send(message(index, number, length), number === plan.requests.length - 1);
    }
  })().catch(() => {}); // the outcome has the reason
  const cancelled = new Error("cancelled");
  try {
    for (;;) {
      if (record.received.length === plan.cancelAfter) call.cancel(cancelled);
      const next = await call.responses.next();
      if (next.done) break;
      record.received.push(Uint8Array.from(next.value));
    }
    record.outcomes.push("OK");
  } catch (error) {
    record.outcomes.push(error === cancelled ? "cancelled" : error);
  }
  await sending;
}

function isPrefix(part: Uint8Array[], index: number, lengths: number[]): void {
  assert.ok(part.length <= lengths.length, "no message is delivered twice");
  part.forEach((bytes, number) => {
    assert.deepEqual(bytes, message(index, number, lengths[number]!), "messages keep their order");
  });
}

const ended = () => new Promise<void>((resolve) => setImmediate(resolve));

property(
  "calls end once, with every message in order, however the bytes arrive",
  60,
  async (random) => {
    const [near, far] = [new End(random), new End(random)];
    [near.peer, far.peer] = [far, near];
    const window = () => random.pick([64, 1000, 65_535, 1 << 20]);
    const plans = Array.from({ length: random.between(1, 8) }, () => plan(random));
    const records = plans.map((): Record => ({
      received: [],
      outcomes: [],
      served: [],
      reached: false,
      complete: false,
    }));
    const runs: Promise<void>[] = [];
    const bugs: unknown[] = [];
    const server: Connection = new Connection(far, {
      ...LIMITS,
      role: "server",
      streamWindow: window(),
      connectionWindow: 65_535 + window(),
      maxStreams: random.between(1, 8),
      onStream: (stream, fields) => {
        const call = new ServerCall(stream, fields, {
          peer: { address: "memory", port: 1, certificate: undefined },
          receiveLimit: LARGEST,
          abortConnection: () => server.destroy(),
          onInternalError: (error) => bugs.push(error),
        });
        const index = Number(call.path.slice(1));
        runs.push(call.run((incoming) => serve(plans[index]!, records[index]!, index, incoming)));
      },
    });
    const client = new Connection(near, {
      ...LIMITS,
      role: "client",
      streamWindow: window(),
      connectionWindow: 65_535 + window(),
      maxStreams: 0,
    });
    await client.ready;

    // One run in three ends the connection in the middle, gracefully or not.
    const event = random.pick(["leave", "destroy", "none", "none", "none", "none"]);
    const started = plans.map(async (plan, index) => {
      for (let wait = random.below(5); wait > 0; wait--) await ended();
      const record = records[index]!;
      let call: ClientCall;
      try {
        call = new ClientCall(
          await client.open(),
          [
            [":method", "POST"],
            [":scheme", "https"],
            [":path", `/${index}`],
            ["content-type", "application/grpc"],
          ],
          LARGEST,
        );
      } catch (error) {
        record.outcomes.push(error);
        return;
      }
      await follow(plan, record, index, call);
    });
    if (event !== "none") {
      for (let wait = random.below(30); wait > 0; wait--) await ended();
      if (event === "leave") server.shutdown();
      else random.pick([client, server]).destroy();
    }
    await Promise.all(started);
    client.shutdown();
    server.shutdown();
    await Promise.all(runs);

    assert.deepEqual(bugs, []);
    plans.forEach((plan, index) => {
      const { received, outcomes, served, reached, complete } = records[index]!;
      isPrefix(received, index, plan.responses);
      isPrefix(served, index, plan.requests);
      if (complete && event !== "destroy" && plan.cancelAfter === undefined) {
        assert.equal(served.length, plan.requests.length, "no request is lost");
      }
      assert.equal(outcomes.length, 1, "a call has one outcome");
      const [outcome] = outcomes;
      if (outcome === "OK") {
        assert.deepEqual([received.length, plan.code], [plan.responses.length, 0]);
      } else if (outcome instanceof StatusError) {
        assert.deepEqual([received.length, outcome.code], [plan.responses.length, plan.code]);
      } else if (outcome === "cancelled") {
        // A cancelled call still gives the responses that had arrived.
        assert.ok(
          received.length >= plan.cancelAfter!,
          "no response before the cancellation is lost",
        );
      } else {
        assert.ok(outcome instanceof Http2Error, String(outcome));
        // A graceful end breaks off no call that has reached the server.
        if (event === "leave") {
          assert.deepEqual([reached, received.length], [false, 0], outcome.message);
        } else {
          assert.equal(event, "destroy", outcome.message);
        }
      }
    });
    // RST_STREAM of a cancelled call may still be on its way.
    for (let wait = 0; wait < 10_000 && server.openStreams > 0; wait++) await ended();
    assert.deepEqual([client.openStreams, server.openStreams], [0, 0]);
    near.destroy();
    far.destroy();
  },
);
