import assert from "node:assert/strict";
import { type NodeFailure, OsctlError } from "../../../lib/errors.ts";
import { readInOrder } from "../../../lib/output/read_in_order.ts";

const toNodeFailure = (node: string, error: OsctlError) => ({ node, error });

Deno.test("values are in the order of the nodes, regardless of arrival", async () => {
  const gate = Promise.withResolvers<void>();
  const started: string[] = [];
  async function* open(node: string) {
    started.push(node);
    if (node === "a") await gate.promise;
    else gate.resolve();
    yield 1;
    yield 2;
  }
  const seen: string[] = [];
  const take = (node: string, value: number) => {
    seen.push(`${node}${value}`);
    return undefined;
  };
  await readInOrder(["a", "b"], { open, take, toNodeFailure, failures: [] });
  assert.deepEqual(started, ["a", "b"]);
  assert.deepEqual(seen, ["a1", "a2", "b1", "b2"]);
});

Deno.test("values before a node's error are kept, and the next node follows", async () => {
  async function* open(node: string) {
    yield `${node} before`;
    await Promise.resolve();
    if (node !== "b") throw new OsctlError("node", `${node} broke`);
    yield "b after";
  }
  const seen: string[] = [];
  const failures: NodeFailure[] = [];
  const take = (_: string, value: string) => void seen.push(value);
  await readInOrder(["a", "b", "c"], { open, take, toNodeFailure, failures });
  assert.deepEqual(seen, ["a before", "b before", "b after", "c before"]);
  assert.deepEqual(failures.map(({ node, error }) => [node, error.message]), [
    ["a", "a broke"],
    ["c", "c broke"],
  ]);
});

Deno.test("only the first value of a later node's stream is prefetched", async () => {
  let read = 0;
  async function* open(node: string) {
    for (let index = 0; index < 3; index++) {
      if (node === "b") read++;
      await Promise.resolve();
      yield index;
    }
  }
  let most = 0;
  const take = (node: string) => {
    if (node === "a") most = Math.max(most, read);
    return Promise.resolve();
  };
  await readInOrder(["a", "b"], { open, take, toNodeFailure, failures: [] });
  assert.equal(most, 1);
});

Deno.test("an error that is not a node's ends all streams and is rethrown", async () => {
  for (
    const problem of [new OsctlError("cancelled", "stopped"), new Deno.errors.BrokenPipe("gone")]
  ) {
    const ended: string[] = [];
    const open = async function* (node: string, signal: AbortSignal) {
      try {
        yield 1;
        await new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason))
        );
      } finally {
        ended.push(node);
      }
    };
    const take = () => Promise.reject(problem);
    await assert.rejects(
      readInOrder(["a", "b"], { open, take, toNodeFailure, failures: [] }),
      problem,
    );
    assert.deepEqual(ended.sort(), ["a", "b"]);
  }
});
