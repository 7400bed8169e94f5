/** Random frames of a peer that may break every rule, read by `ClientCall` and by `ServerCall`. */
import assert from "node:assert/strict";
import { ClientCall } from "../../../lib/rpc/client_call.ts";
import { bytes32, concat } from "../../../lib/rpc/http2/bytes.ts";
import { ErrorCode, Http2Error } from "../../../lib/rpc/http2/errors.ts";
import { Flag, FrameType } from "../../../lib/rpc/http2/frame_types.ts";
import { encodeHeaders, type HeaderField } from "../../../lib/rpc/http2/hpack.ts";
import { ServerCall } from "../../../lib/rpc/server_call.ts";
import { StatusCode, StatusError } from "../../../lib/rpc/mod.ts";
import { messagePrefix } from "../../../lib/rpc/message_reader.ts";
import { property, type Seeded } from "../../helpers/seeded.ts";
import { open, turn, type Wire } from "./http2/wire.ts";

/** One frame to send, or the loss of the connection. */
type Frame = readonly [type: number, flags: number, payload: Uint8Array];

const REQUEST: readonly HeaderField[] = [
  [":method", "POST"],
  [":scheme", "https"],
  [":path", "/x"],
  ["content-type", "application/grpc"],
];
const RESPONSE: readonly HeaderField[] = [[":status", "200"], ["content-type", "application/grpc"]];
const LIMIT = 5000;

const encoder = new TextEncoder();
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** A header block in one to three frames, which no other frame may interrupt. */
function headers(random: Seeded, fields: readonly HeaderField[], endStream: boolean): Frame[] {
  const block = encodeHeaders(fields);
  const parts = random.oneIn(4) ? random.pieces(block, block.length, true) : [block];
  return parts.map((part, index): Frame => {
    let flags = index === parts.length - 1 ? Flag.endHeaders : 0;
    if (index === 0 && endStream) flags |= Flag.endStream;
    return [index === 0 ? FrameType.headers : FrameType.continuation, flags, part];
  });
}

function data(random: Seeded, piece: Uint8Array, endStream = false): Frame {
  const end = endStream ? Flag.endStream : 0;
  if (!random.oneIn(4)) return [FrameType.data, end, piece];
  const padding = random.below(20);
  const padded = concat([Uint8Array.of(padding), piece, new Uint8Array(padding)]);
  return [FrameType.data, end | Flag.padded, padded];
}

/** Messages with recognizable content, in random DATA frames. */
function body(random: Seeded, stream: number): { messages: string[]; frames: Frame[] } {
  const messages = random.list(4, (index) => {
    return `${stream}.${index}.`.padEnd(random.pick([4, 5, 100, 4095, 4096]), "x");
  });
  if (random.oneIn(5)) messages.push("");
  const bytes = concat(
    messages.flatMap((message) => [messagePrefix(message.length), encoder.encode(message)]),
  );
  const frames = random.pieces(bytes, random.pick([3, 100, 9000]), true)
    .map((piece) => data(random, piece));
  // Thousands of frames of one message would only take time.
  if (frames.length > 100) return { messages, frames: [data(random, bytes)] };
  return { messages, frames };
}

/** The frames of the peer on one stream, in uninterruptible groups, and the expected outcome. */
interface Script {
  groups: Frame[][];
  messages: string[];
  outcome: string;
}

/** Creates a random response of a server and the expected outcome of the call. */
function answer(random: Seeded, stream: number): Script {
  const groups: Frame[][] = [];
  if (random.oneIn(6)) groups.push(headers(random, [[":status", "103"]], false));
  const code = random.pick([0, 0, 0, 5, 14]);
  const status: HeaderField[] = [["grpc-status", `${code}`], ["grpc-message", "as%20planned"]];
  const outcome = code === 0 ? "OK" : `status ${code}`;
  if (random.oneIn(6)) {
    groups.push(headers(random, [...RESPONSE, ...status], true));
    return { groups, messages: [], outcome };
  }
  groups.push(headers(random, RESPONSE, false));
  const { messages, frames } = body(random, stream);
  groups.push(...frames.map((frame) => [frame]));
  const add = (group: Frame[], outcome: string): Script => {
    groups.push(group);
    return { groups, messages, outcome };
  };
  switch (random.below(8)) {
    case 0: {
      const code = random.pick([ErrorCode.cancel, ErrorCode.internalError]);
      return add([[FrameType.rstStream, 0, bytes32(code)]], `reset ${code}`);
    }
    case 1: // no trailers
      return add([data(random, new Uint8Array(), true)], `status ${StatusCode.internal}`);
    case 2: // a truncated message
      groups.push([data(random, Uint8Array.of(0, 0, 0, 0, 9, 1))]);
      return add(
        headers(random, status, true),
        code === 0 ? `status ${StatusCode.internal}` : outcome,
      );
    case 3:
      return add(
        [data(random, messagePrefix(LIMIT + 1))],
        `status ${StatusCode.resourceExhausted}`,
      );
    case 4:
      return add(
        [data(random, Uint8Array.of(1, 0, 0, 0, 0))],
        `status ${StatusCode.unimplemented}`,
      );
    default:
      return add(headers(random, status, true), outcome);
  }
}

function describeOutcome(error: unknown): string {
  if (error instanceof StatusError) return `status ${error.code}`;
  if (error instanceof Http2Error) return `${error.reason} ${error.code}`;
  throw error;
}

/** Sends frames as bytes in random pieces. */
function send(random: Seeded, wire: Wire, stream: number, frames: readonly Frame[]): void {
  const bytes = concat(frames.flatMap(([type, flags, { length }], index) => [
    Uint8Array.of(length >> 16, length >> 8, length, type, flags),
    bytes32(stream),
    frames[index]![2],
  ]));
  for (const piece of random.pieces(bytes, random.pick([7, 1000, 20_000]))) wire.push(piece);
}

/** Frames between stream frames: connection frames and unknown frames. */
function interlude(random: Seeded, wire: Wire): void {
  const type = random.pick([FrameType.ping, FrameType.settings, FrameType.windowUpdate, 200]);
  const length = type === FrameType.settings ? 0 : type === FrameType.windowUpdate ? 4 : 8;
  const payload = type === FrameType.windowUpdate ? bytes32(1000) : new Uint8Array(length);
  send(random, wire, 0, [[type, 0, payload]]);
}

const SETTINGS: Frame = [FrameType.settings, 0, new Uint8Array()];
const WINDOWS = { streamWindow: 1 << 20, connectionWindow: 1 << 24, headerLimit: 1 << 16 };

property(
  "a call ends once, with the outcome of the frames of its server, in any order of streams",
  60,
  async (random) => {
    const { wire, connection } = open("client", WINDOWS);
    send(random, wire, 0, [SETTINGS]);
    const count = random.between(1, 6);
    const scripts = Array.from({ length: count }, (_, index) => answer(random, 2 * index + 1));
    const calls: Promise<{ messages: string[]; outcome: string }>[] = [];
    for (let index = 0; index < count; index++) {
      const call = new ClientCall(await connection.open(), REQUEST, LIMIT);
      call.send(new Uint8Array(3), true).catch(() => {}); // the outcome has the reason
      calls.push((async () => {
        const messages: string[] = [];
        try {
          for await (const message of call.responses) {
            messages.push(text(message));
            if (random.oneIn(3)) await turn();
          }
          return { messages, outcome: "OK" };
        } catch (error) {
          return { messages, outcome: describeOutcome(error) };
        }
      })());
    }

    /** Largest stream that the server processes, once it has sent GOAWAY. */
    let last = Infinity;
    const rest = scripts.map(({ groups }) => [...groups]);
    const finished = new Set<number>();
    for (;;) {
      const open = [...rest.keys()].filter((index) => rest[index]!.length > 0);
      if (open.length === 0) break;
      if (random.oneIn(10)) interlude(random, wire);
      if (last === Infinity && random.oneIn(40)) {
        // Only GOAWAY ends a stream above the last one.
        last = 2 * random.below(count + 1) - 1;
        const payload = concat([bytes32(Math.max(0, last)), bytes32(ErrorCode.noError)]);
        send(random, wire, 0, [[FrameType.goaway, 0, payload]]);
        rest.forEach((groups, index) => {
          if (2 * index + 1 > last) groups.length = 0;
        });
        continue;
      }
      const index = random.pick(open);
      send(random, wire, 2 * index + 1, rest[index]!.shift()!);
      if (rest[index]!.length === 0) finished.add(index);
      if (random.oneIn(5)) await turn();
    }
    const outcomes = await Promise.all(calls);
    scripts.forEach(({ messages, outcome }, index) => {
      const seen = outcomes[index]!;
      if (finished.has(index)) return assert.deepEqual(seen, { messages, outcome });
      assert.equal(seen.outcome, `goaway ${ErrorCode.noError}`);
      assert.deepEqual(seen.messages, messages.slice(0, seen.messages.length));
    });
    assert.equal(connection.openStreams, 0);
    connection.destroy();
  },
);

/** Creates random requests of a client and the expected response. */
function request(random: Seeded, stream: number): Script {
  const { messages, frames } = body(random, stream);
  const groups = [headers(random, REQUEST, false), ...frames.map((frame) => [frame])];
  const add = (frame: Frame, outcome: string): Script => {
    groups.push([frame]);
    return { groups, messages, outcome };
  };
  switch (random.below(6)) {
    case 0:
      return add([FrameType.rstStream, 0, bytes32(ErrorCode.cancel)], "nothing");
    case 1:
      return add(data(random, messagePrefix(LIMIT + 1)), `status ${StatusCode.resourceExhausted}`);
    case 2:
      return add(data(random, Uint8Array.of(0, 0), true), `status ${StatusCode.internal}`);
    default:
      return add(data(random, new Uint8Array(), true), "OK");
  }
}

/** The frames of the server on a stream: types, and DATA as byte counts. */
function written(wire: Wire, stream: number): string[] {
  return wire.frames.filter((frame) => {
    const parts = frame.split(" ");
    const type = parts[0]!;
    const id = type === "data" || type === "end" ? parts[1] : parts[2];
    return id === `${stream}` && type !== `${FrameType.windowUpdate}`;
  });
}

property(
  "the server answers each stream once, whatever its client sends on the others",
  60,
  async (random) => {
    const bugs: unknown[] = [];
    const runs: Promise<void>[] = [];
    const served = new Map<number, string[]>();
    const { wire, connection } = open("server", {
      ...WINDOWS,
      maxStreams: 100,
      onStream: (stream, fields) => {
        const messages: string[] = [];
        served.set(stream.id, messages);
        const call = new ServerCall(stream, fields, {
          peer: { address: "memory", port: 1, certificate: undefined },
          receiveLimit: LIMIT,
          abortConnection: () => connection.destroy(),
          onInternalError: (error) => bugs.push(error),
        });
        runs.push(call.run(async ({ requests }) => {
          for await (const message of requests) messages.push(text(message));
          return encoder.encode("done");
        }));
      },
    });
    send(random, wire, 0, [SETTINGS]);
    const count = random.between(1, 6);
    const scripts = Array.from({ length: count }, (_, index) => request(random, 2 * index + 1));
    const rest = scripts.map(({ groups }) => [...groups]);
    let opened = 0;
    for (;;) {
      // Streams are opened in the order of their identifiers.
      const open = [...rest.keys()].filter((index) => index <= opened && rest[index]!.length > 0);
      if (open.length === 0) break;
      if (random.oneIn(10)) interlude(random, wire);
      const index = random.pick(open);
      if (index === opened) opened++;
      send(random, wire, 2 * index + 1, rest[index]!.shift()!);
      if (random.oneIn(5)) await turn();
    }
    await turn();
    await Promise.all(runs);
    await turn();
    connection.destroy();
    assert.deepEqual(bugs, []);
    scripts.forEach(({ messages, outcome }, index) => {
      const id = 2 * index + 1;
      const frames = written(wire, id);
      const seen = served.get(id) ?? [];
      assert.deepEqual(seen, messages.slice(0, seen.length));
      if (outcome === "nothing") return assert.deepEqual(frames, []);
      assert.ok(outcome !== "OK" || seen.length === messages.length, "no message is lost");
      const ends = frames.filter((frame) => {
        const [type, flags] = frame.split(" ");
        return type === "end" || (type === "1" && (Number(flags) & Flag.endStream) !== 0);
      });
      assert.equal(ends.length, 1, `stream ${id} ends once: ${frames.join(", ")}`);
      const trailers = frames.find((frame) => frame === ends[0])!;
      const status = outcome === "OK" ? 0 : Number(outcome.split(" ")[1]);
      const field = encoder.encode(`grpc-status`).toHex() +
        Uint8Array.of(`${status}`.length).toHex() + encoder.encode(`${status}`).toHex();
      assert.ok(trailers.includes(field), `stream ${id} ends with status ${status}: ${trailers}`);
    });
  },
);

property("random bytes end at worst the connection, and every call on it", 40, async (random) => {
  const ends: Promise<unknown>[] = [];
  const bugs: unknown[] = [];
  for (const role of ["client", "server"] as const) {
    const { wire, connection } = open(role, {
      ...WINDOWS,
      onStream: (stream, fields) => {
        const call = new ServerCall(stream, fields, {
          peer: { address: "memory", port: 1, certificate: undefined },
          receiveLimit: LIMIT,
          abortConnection: () => connection.destroy(),
          onInternalError: (error) => bugs.push(error),
        });
        ends.push(call.run((incoming) => incoming.request()));
      },
    });
    const calls = role === "client"
      ? [new ClientCall(await connection.open(), REQUEST, LIMIT)]
      : [];
    for (const call of calls) {
      ends.push(Array.fromAsync(call.responses).catch(describeOutcome));
    }
    send(random, wire, 0, [SETTINGS]);
    for (let frame = random.below(30); frame > 0; frame--) {
      const { groups } = role === "client" ? answer(random, 1) : request(random, 1);
      const [type, flags, payload] = random.pick(random.pick(groups));
      const changed = Uint8Array.from(payload);
      if (random.oneIn(3)) changed[random.below(changed.length)] = random.below(256);
      const id = random.pick([0, 1, 1, 1, 2, 3, 5]);
      send(random, wire, id, [[
        random.oneIn(4) ? random.below(12) : type,
        random.oneIn(4) ? random.below(256) : flags,
        changed,
      ]]);
      if (random.oneIn(5)) await turn();
    }
    await turn();
    connection.destroy();
    assert.equal(connection.openStreams, 0);
  }
  await Promise.all(ends);
  assert.deepEqual(bugs, []);
});
