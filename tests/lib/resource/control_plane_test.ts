import { equal, rejects } from "node:assert/strict";
import { selectControlPlane } from "../../../lib/resource/control_plane.ts";
import { statusError } from "../../../lib/rpc/mod.ts";
import { FakeClock } from "../../helpers/fake_system.ts";
import { message, type NodeScript, scriptedClient } from "./resources.ts";

const typed = (type: string): NodeScript => ({
  get: () => Promise.resolve(message({ id: "machine-type", yaml: `${type}\n` })),
});
const denied: NodeScript = { get: () => Promise.reject(statusError(7, "not authorized")) };
const silent: NodeScript = { get: () => new Promise(() => {}) };

/** Selects of these nodes; the endpoints are the nodes whose names start with "e". */
async function select(nodes: Readonly<Record<string, NodeScript>>): Promise<string> {
  const clock = new FakeClock();
  const client = {
    ...scriptedClient(nodes),
    endpoints: Object.keys(nodes).filter((node) => node.startsWith("e")),
  };
  const { signal } = new AbortController();
  const selection = selectControlPlane(client, { clock, signal });
  selection.catch(() => {}); // awaited below
  let isPending = true;
  selection.finally(() => isPending = false).catch(() => {});
  while (isPending) {
    await new Promise((resolve) => setTimeout(resolve));
    clock.advance(250);
  }
  equal(clock.waiting, 0);
  return await selection;
}

Deno.test("the first control plane node that responds is selected", async () => {
  equal(await select({ w: typed("worker"), a: silent, b: typed("controlplane") }), "b");
  equal(await select({ w: typed("worker"), i: typed("init") }), "i");
});

Deno.test("without a response, an endpoint that is not a known worker is selected", async () => {
  equal(await select({ w: typed("worker"), a: denied, e: denied }), "e");
  equal(await select({ a: silent, b: silent }), "a");
});

Deno.test("workers alone are an error", async () => {
  await rejects(select({ "w-1": typed("worker"), "e-2": typed("worker") }), {
    kind: "usage",
    message: "none of the 2 configured nodes is a control plane node: w-1, e-2",
    hint: "select one, for example with --nodes e-2",
  });
});
