import assert from "node:assert/strict";
import { ReadPacer, type Turn } from "../../../../lib/rpc/http2/read_pacer.ts";
import { open, request, Wire } from "./wire.ts";

const [HEADERS, SETTINGS] = [1, 4];
const [END, WHOLE] = [1, 4];

Deno.test("a server reads 128 frames in a turn, whatever it has received", async () => {
  const seen: number[] = [];
  const onStream = ({ id }: { readonly id: number }) => void seen.push(id);
  const wire = new Wire("server");
  const atPause: number[] = [];
  const all = Promise.withResolvers<void>();
  const reads = {
    pause: () => void atPause.push(seen.length),
    resume: () => seen.length === 500 && all.resolve(),
  };
  const { connection, ended } = open("server", { onStream, reads, maxStreams: 1000 }, wire);
  wire.receive(SETTINGS, 0, 0);
  const ids = Array.from({ length: 500 }, (_, index) => 2 * index + 1);
  for (const id of ids) wire.receive(HEADERS, WHOLE | END, id, request);
  await all.promise;
  assert.ok(atPause.length >= 3);
  const turns = atPause.map((count, index) => count - (atPause[index - 1] ?? 0));
  assert.ok(Math.max(...turns) <= 128, String(turns));
  assert.deepEqual(seen, ids);
  connection.destroy();
  await ended;
});

Deno.test("frames that wait for a turn are read when the stream ends", async () => {
  let seen = 0;
  const wire = new Wire("server");
  const paused = Promise.withResolvers<void>();
  const reads = { pause: () => paused.resolve(), resume: () => {} };
  const { ended } = open("server", { onStream: () => seen++, reads, maxStreams: 1000 }, wire);
  wire.receive(SETTINGS, 0, 0);
  const requests = Array.from({ length: 500 }, (_, index) => {
    const id = 2 * index + 1;
    return [0, 0, request.length, HEADERS, WHOLE | END, 0, 0, id >> 8, id & 255, ...request];
  });
  wire.push(Uint8Array.from(requests.flat()));
  await paused.promise;
  assert.ok(seen <= 128);
  wire.destroy();
  await ended;
  assert.equal(seen, 500);
});

Deno.test("a pacer pauses after its frames or bytes, and retains what still arrives", async () => {
  const read: number[] = [];
  let isPaused = false;
  const resumed = Promise.withResolvers<void>();
  const pacer = new ReadPacer({
    pause: () => isPaused = true,
    resume: () => {
      isPaused = false;
      resumed.resolve();
    },
  }, {
    frames: 3,
    bytes: 10,
    // Each byte is a frame.
    read: (chunk, turn: Turn) => {
      const taken = Math.min(chunk.length, turn.frames);
      turn.frames -= taken;
      read.push(...chunk.subarray(0, taken));
      return chunk.subarray(taken);
    },
  });
  const buffer = Uint8Array.of(1, 2, 3, 4, 5);
  pacer.receive(buffer);
  assert.deepEqual([read, isPaused], [[1, 2, 3], true]);
  buffer.fill(9); // chunks are valid during the call only
  pacer.receive(Uint8Array.of(6, 7));
  assert.deepEqual(read, [1, 2, 3]);
  await resumed.promise;
  assert.deepEqual([read, isPaused], [[1, 2, 3, 4, 5, 6, 7], false]);
});
