import { deepEqual, equal, rejects } from "node:assert/strict";
import { broadcast, interleave } from "../../../lib/sandbox/merge.ts";

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  return await Array.fromAsync(items);
}

Deno.test("interleave yields items in order of arrival", async () => {
  const gate = Promise.withResolvers<void>();
  async function* slow() {
    await gate.promise;
    yield "slow";
  }
  async function* quick() {
    yield "quick 1";
    yield "quick 2";
    gate.resolve();
  }
  deepEqual(await all(interleave([slow(), quick()])), ["quick 1", "quick 2", "slow"]);
});

Deno.test("interleave pulls a source only after its item was consumed", async () => {
  let made = 0;
  async function* endless() {
    for (;;) yield ++made;
  }
  async function* never() {
    await new Promise(() => {});
    yield 0;
  }
  const merged = interleave([endless(), never()]);
  for (let taken = 1; taken <= 3; taken++) equal((await merged.next()).value, taken);
  equal(made <= 4, true, `made ${made}`);
  await merged.return(undefined);
});

Deno.test("interleave fails when a source fails", async () => {
  async function* broken() {
    yield 1;
    throw new Error("broken");
  }
  await rejects(all(interleave([broken(), broken()])), /broken/);
});

Deno.test("returning early ends all sources", async () => {
  let ended = 0;
  async function* source() {
    try {
      for (;;) yield 0;
    } finally {
      ended++;
    }
  }
  for await (const _ of interleave([source(), source()])) break;
  await Promise.resolve();
  equal(ended, 2);
});

Deno.test("every broadcast reader receives every item", async () => {
  async function* source() {
    yield* [1, 2, 3];
  }
  const readers = broadcast(source(), 3);
  deepEqual(await Promise.all(readers.map((reader) => all(reader))), [
    [1, 2, 3],
    [1, 2, 3],
    [1, 2, 3],
  ]);
});

Deno.test("broadcast continues after a reader returns", async () => {
  async function* source() {
    yield* [1, 2, 3];
  }
  const [first, second] = broadcast(source(), 2);
  const rest = all(first!);
  equal((await second!.next()).value, 1);
  await second!.return!();
  deepEqual(await rest, [1, 2, 3]);
});
