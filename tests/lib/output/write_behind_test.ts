import assert from "node:assert/strict";
import { pipeTo, WriteBehind } from "../../../lib/output/write_behind.ts";
import { MemoryOutput } from "../../helpers/fake_system.ts";

Deno.test("strings and bytes are written in order", async () => {
  const out = new MemoryOutput();
  const behind = new WriteBehind(out, { startAt: 4, stopAt: 8 });
  for (const piece of ["a", "bc", new Uint8Array([100]), new Uint8Array([101, 102]), "g", ""]) {
    await behind.push(piece);
  }
  await behind.flush();
  assert.equal(out.text, "abcdefg");
});

Deno.test("texts of any length keep their order and content between bytes", async () => {
  const out = new MemoryOutput();
  const behind = new WriteBehind(out);
  let expected = "";
  for (let index = 0; index < 400; index++) {
    const text = index % 50 === 49 ? "ü".repeat(20_000) : `${index}€😀`.repeat(index);
    const bytes = new TextEncoder().encode(`<${index}>`);
    expected += `${text}<${index}>`;
    await behind.push(text);
    await behind.push(bytes);
    if (index % 100 === 99) await behind.flush();
  }
  await behind.flush();
  assert.equal(out.text, expected);
});

Deno.test("small chunks are coalesced", async () => {
  const out = new MemoryOutput();
  let writes = 0;
  out.onWrite = () => void writes++;
  const behind = new WriteBehind(out);
  for (let index = 0; index < 1000; index++) await behind.push("0123456789");
  assert.equal(writes, 0);
  await behind.flush();
  assert.equal(writes, 1);
  assert.equal(out.bytes.length, 10_000);
});

Deno.test("back-pressure stops a producer at the queue limit", async () => {
  const out = new MemoryOutput();
  const gate = Promise.withResolvers<void>();
  out.onWrite = () => gate.promise;
  const behind = new WriteBehind(out, { startAt: 0, stopAt: 10 });
  assert.equal(behind.push("first"), undefined);
  assert.equal(behind.push("12345"), undefined);
  const full = behind.push("67890");
  assert.ok(full, "15 bytes were pushed, 10 are allowed to wait");
  gate.resolve();
  await full;
  await behind.flush();
  assert.equal(out.text, "first1234567890");
});

Deno.test("a write error reaches push() and flush()", async () => {
  const out = new MemoryOutput();
  out.onWrite = () => {
    throw new Deno.errors.BrokenPipe("gone");
  };
  const behind = new WriteBehind(out, { startAt: 0 });
  behind.push("a");
  await assert.rejects(behind.flush(), Deno.errors.BrokenPipe);
  assert.throws(() => behind.push("b"), Deno.errors.BrokenPipe);
  await assert.rejects(behind.flush(), Deno.errors.BrokenPipe);
});

Deno.test("a waiting producer receives a write error", async () => {
  const out = new MemoryOutput();
  const gate = Promise.withResolvers<void>();
  out.onWrite = () => gate.promise;
  const behind = new WriteBehind(out, { startAt: 0, stopAt: 1 });
  const full = behind.push("a") ?? behind.push("b");
  gate.reject(new Deno.errors.BrokenPipe("gone"));
  await assert.rejects(Promise.resolve(full), Deno.errors.BrokenPipe);
});

Deno.test("pipeTo() writes the chunks before an error of the source", async () => {
  const out = new MemoryOutput();
  async function* source() {
    yield new Uint8Array([65, 66]);
    await Promise.resolve();
    throw new RangeError("cut");
  }
  await assert.rejects(pipeTo(source(), out), RangeError);
  assert.equal(out.text, "AB");
});
