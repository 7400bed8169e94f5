import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { MultiNodeError, type NodeFailure, OsctlError } from "../../../lib/errors.ts";
import {
  mergeStreams,
  splitResults,
  throwFailures,
  toByteStream,
} from "../../../lib/client/mod.ts";

async function* from<T>(values: readonly T[], error?: unknown): AsyncGenerator<T> {
  for (const value of values) yield await Promise.resolve(value);
  if (error !== undefined) throw error;
}

Deno.test("mergeStreams yields all values, in order per node", async () => {
  const failures: NodeFailure[] = [];
  const seen: Record<string, number[]> = { a: [], b: [], c: [] };
  const merged = mergeStreams(
    ["a", "b", "c"],
    (node) => from(node === "c" ? [] : Array.from({ length: 100 }, (_, index) => index)),
    failures,
  );
  for await (const { node, value } of merged) seen[node]!.push(value);
  const all = Array.from({ length: 100 }, (_, index) => index);
  deepStrictEqual(seen, { a: all, b: all, c: [] });
  deepStrictEqual(failures, []);
});

Deno.test("mergeStreams reads the next value after the last one is consumed", async () => {
  const made: Record<string, number> = { a: 0, b: 0 };
  const endless = async function* (node: string): AsyncGenerator<number> {
    while (true) yield await Promise.resolve(++made[node]!);
  };
  let taken = 0;
  for await (const _ of mergeStreams(["a", "b"], endless, [])) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (++taken === 50) break;
  }
  strictEqual(made["a"]! + made["b"]! <= taken + 2, true);
  strictEqual(Math.abs(made["a"]! - made["b"]!) <= 2, true);
});

Deno.test("mergeStreams continues after a node fails and records the failure", async () => {
  const failures: NodeFailure[] = [];
  const error = new OsctlError("node", "gone");
  const named = new MultiNodeError([{ node: "b", error }]);
  const values: string[] = [];
  const merged = mergeStreams(
    ["a", "b", "c"],
    (node) => from([node], node === "a" ? undefined : node === "b" ? named : error),
    failures,
  );
  for await (const { value } of merged) values.push(value);
  deepStrictEqual(values.toSorted(), ["a", "b", "c"]);
  deepStrictEqual(failures.toSorted((x, y) => x.node < y.node ? -1 : 1), [
    { node: "b", error },
    { node: "c", error },
  ]);
});

Deno.test("mergeStreams ends all streams when the consumer leaves", async () => {
  const ended: string[] = [];
  const silent = async function* (node: string, signal: AbortSignal): AsyncGenerator<string> {
    try {
      yield node;
      await new Promise((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason))
      );
    } finally {
      ended.push(node);
    }
  };
  const failures: NodeFailure[] = [];
  for await (const { node } of mergeStreams(["a", "b"], silent, failures)) {
    if (node === "b") break;
  }
  deepStrictEqual(ended.toSorted(), ["a", "b"]);
  deepStrictEqual(failures, []);
});

Deno.test("mergeStreams throws bugs and interruptions", async () => {
  for (const fatal of [new Error("bug"), new OsctlError("cancelled", "stop")]) {
    const merged = mergeStreams(["a", "b"], () => from([1], fatal), []);
    await rejects(Array.fromAsync(merged), fatal);
  }
});

Deno.test("mergeStreams behaves the same for a single node", async () => {
  const gone = new OsctlError("node", "gone");
  const failures: NodeFailure[] = [];
  const all = await Array.fromAsync(mergeStreams(["a"], () => from([1, 2], gone), failures));
  deepStrictEqual(all, [{ node: "a", value: 1 }, { node: "a", value: 2 }]);
  deepStrictEqual(failures, [{ node: "a", error: gone }]);
  for (const fatal of [new Error("bug"), new OsctlError("cancelled", "stop")]) {
    await rejects(Array.fromAsync(mergeStreams(["a"], () => from([1], fatal), [])), fatal);
  }
  let made = 0;
  let ended = false;
  const endless = async function* (): AsyncGenerator<number> {
    try {
      while (true) yield await Promise.resolve(++made);
    } finally {
      ended = true;
    }
  };
  for await (const { value } of mergeStreams(["a"], endless, [])) if (value === 5) break;
  deepStrictEqual([made, ended], [5, true]);
});

Deno.test("splitResults separates values and failures; throwFailures throws the failures", () => {
  const error = new OsctlError("node", "down");
  const { values, failures } = splitResults([
    { node: "a", value: 1 },
    { node: "b", error },
    { node: "c", value: 0 },
  ]);
  deepStrictEqual(values, [{ node: "a", value: 1 }, { node: "c", value: 0 }]);
  deepStrictEqual(failures, [{ node: "b", error }]);
  throwFailures([]);
  let thrown: unknown;
  try {
    throwFailures(failures);
  } catch (caught) {
    thrown = caught;
  }
  strictEqual(thrown instanceof MultiNodeError && thrown.message, "b: down");
});

Deno.test("toByteStream yields the bytes of a message before its error", async () => {
  const parts: number[] = [];
  const stream = from([
    { bytes: new Uint8Array([1, 2]) },
    {},
    { bytes: new Uint8Array([3]), metadata: { error: "read error" } },
    { bytes: new Uint8Array([4]) },
  ]);
  await rejects(async () => {
    for await (const bytes of toByteStream(stream)) parts.push(...bytes);
  }, { message: "read error" });
  deepStrictEqual(parts, [1, 2, 3]);
});
