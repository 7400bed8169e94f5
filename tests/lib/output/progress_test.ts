import { deepEqual, equal } from "node:assert/strict";
import { ByteProgress, withProgress } from "../../../lib/output/progress.ts";
import { StatusLine } from "../../../lib/output/status_line.ts";
import { FakeClock, MemoryOutput } from "../../helpers/fake_system.ts";

function create() {
  const out = new MemoryOutput();
  const clock = new FakeClock();
  const status = new StatusLine(out, () => 80);
  const shown = () => out.text.split("\r\x1b[K").filter((text) => text !== "");
  return { out, clock, status, shown };
}

Deno.test("a transfer of less than 2 s shows nothing", async () => {
  const { out, clock, status } = create();
  const progress = new ByteProgress({ status, clock }, "read /x");
  progress.show(5_000_000);
  await clock.advance(1900);
  await progress.end();
  equal(out.text, "");
  equal(clock.waiting, 0);
});

Deno.test("a longer transfer shows bytes, rate and time, also while no data arrives", async () => {
  const { out, clock, status, shown } = create();
  const progress = new ByteProgress({ status, clock }, "read /x");
  await clock.advance(2000);
  equal(out.text, "", "the client shows the node it waits for until the first byte");
  progress.show(5_000_000);
  await clock.advance(500);
  await clock.advance(500);
  await progress.end();
  deepEqual(shown(), ["read /x: 5.0 MB, 2.0 MB/s (2.5s)", "read /x: 5.0 MB, 1.7 MB/s (3.0s)"]);
  equal(out.text.endsWith("\r\x1b[K"), true, "the line is erased at the end");
  equal(clock.waiting, 0);
});

Deno.test("count() passes chunks and counts their bytes", async () => {
  const { clock, status, shown } = create();
  const progress = new ByteProgress({ status, clock }, "copy /x");
  const chunks: Uint8Array[] = [];
  for await (const chunk of progress.count(ReadableStream.from([new Uint8Array(3000)]))) {
    chunks.push(chunk);
  }
  await clock.advance(2000);
  await progress.end();
  deepEqual(chunks, [new Uint8Array(3000)]);
  deepEqual(shown(), ["copy /x: 3.0 kB, 1.5 kB/s (2.0s)"]);
});

Deno.test("withProgress() shows a label and the elapsed time, nothing without a terminal", async () => {
  const { clock, status, shown } = create();
  const done = Promise.withResolvers<number>();
  const result = withProgress({ status, clock }, "generating secrets", () => done.promise);
  await clock.advance(2000);
  done.resolve(7);
  equal(await result, 7);
  deepEqual(shown(), ["generating secrets (2.0s)"]);
  const pending = withProgress({ status: undefined, clock }, "x", () => Promise.resolve(1));
  equal(clock.waiting, 0);
  equal(await pending, 1);
});
