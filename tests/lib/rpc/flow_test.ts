import assert from "node:assert/strict";
import { bytes, collect, connect, method, rawMethod } from "./peers.ts";

const MIB = 1024 * 1024;
const Bytes = rawMethod("/test.Flow/Bytes");
const Upload = method("/test.Flow/Upload", { client: true });

/** Runs the event loop until the count has not changed for several turns. */
async function settled(value: () => number): Promise<number> {
  let [last, calm] = [value(), 0];
  while (calm < 50) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (value() === last) calm++;
    else [last, calm] = [value(), 0];
  }
  return last;
}

Deno.test("a server pauses while its stream is not read, and resumes when it is", async () => {
  const message = new Uint8Array(64 * 1024);
  let produced = 0;
  await using pair = await connect(async function* () {
    for (; produced < 200 * MIB; produced += message.length) yield message;
  });
  const stream = pair.channel.serverStream(Bytes, bytes(""))[Symbol.asyncIterator]();
  let received = (await stream.next()).value?.length ?? 0;
  const paused = await settled(() => produced);
  assert.ok(paused < 16 * MIB, `${paused} bytes were produced and not read`);
  for (let next = await stream.next(); !next.done; next = await stream.next()) {
    received += next.value.length;
    assert.ok(produced - received < 16 * MIB);
  }
  assert.equal(received, 200 * MIB);
});

Deno.test("a stream that is not read does not block other calls", async () => {
  await using pair = await connect(async (call) => {
    if (call.path === "/test.Flow/Upload") return await call.request();
    return (async function* () {
      for (let count = 0; count < 1000; count++) yield new Uint8Array(MIB);
    })();
  });
  const stream = pair.channel.serverStream(Bytes, bytes(""))[Symbol.asyncIterator]();
  await stream.next();
  const unary = method("/test.Flow/Upload");
  for (const text of ["a", "b", "c"]) assert.equal(await pair.channel.unary(unary, text), text);
  await stream.return?.(undefined);
});

Deno.test("a client pauses while the server does not read its requests", async () => {
  const release = Promise.withResolvers<void>();
  await using pair = await connect(async (call) => {
    await release.promise;
    const parts = await collect(call.requests);
    return bytes(String(parts.reduce((sum, { length }) => sum + length, 0)));
  });
  const part = "x".repeat(64 * 1024);
  let sent = 0;
  async function* requests() {
    for (; sent < 50 * MIB; sent += part.length) yield part;
  }
  const answer = pair.channel.clientStream(Upload, requests());
  const paused = await settled(() => sent);
  assert.ok(paused > 0 && paused < 16 * MIB, `${paused} bytes were sent and not read`);
  release.resolve();
  assert.equal(await answer, String(50 * MIB));
});

Deno.test("two streams of one connection both make progress", async () => {
  await using pair = await connect(async function* () {
    for (let count = 0; count < 200; count++) yield new Uint8Array(64 * 1024);
  });
  const order: string[] = [];
  const read = async (name: string) => {
    for await (const _ of pair.channel.serverStream(Bytes, bytes(""))) order.push(name);
  };
  await Promise.all([read("a"), read("b")]);
  assert.equal(order.length, 400);
  assert.ok(order.indexOf("b") < order.lastIndexOf("a") - 50);
  assert.ok(order.indexOf("a") < order.lastIndexOf("b") - 50);
});
