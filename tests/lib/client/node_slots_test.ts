/** Limit of nodes that are called at the same time. */
import { deepEqual, rejects } from "node:assert/strict";
import { NodeSlots } from "../../../lib/client/node_slots.ts";

/** Lets pending promises settle. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

Deno.test("nodes beyond the limit wait in order; calls of a node with a slot do not", async () => {
  const slots = new NodeSlots(2);
  const entered: string[] = [];
  const enter = async (node: string) => {
    const leave = await slots.enter(node);
    entered.push(node);
    return leave;
  };
  const [a, b, c, d, a2] = ["a", "b", "c", "d", "a"].map(enter);
  await settle();
  deepEqual(entered, ["a", "b", "a"]);
  (await a!)();
  await settle();
  deepEqual(entered, ["a", "b", "a"]);
  (await a2!)();
  await settle();
  deepEqual(entered, ["a", "b", "a", "c"]);
  (await b!)();
  (await c!)();
  (await d!)();
  const last = await Promise.all([enter("e"), enter("f")]);
  for (const leave of last) leave();
});

Deno.test("an aborted call waits no longer, and takes no slot", async () => {
  const slots = new NodeSlots(1);
  const leave = await slots.enter("a");
  const stop = new AbortController();
  const waiting = slots.enter("b", stop.signal);
  stop.abort(new Error("stopped"));
  await rejects(waiting, /stopped/);
  await rejects(slots.enter("c", AbortSignal.abort(new Error("before"))), /before/);
  leave();
  (await slots.enter("d"))();
});

Deno.test("ending a call twice frees one slot", async () => {
  const slots = new NodeSlots(1);
  const leave = await slots.enter("a");
  leave();
  const next = await slots.enter("b");
  leave();
  const entered: string[] = [];
  const third = slots.enter("c").then((end) => (entered.push("c"), end));
  await settle();
  deepEqual(entered, []);
  next();
  (await third)();
});
