import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { MultiNodeError, OsctlError } from "../../../lib/errors.ts";
import type { NodeCallOptions, NodeClient } from "../../../lib/client/types.ts";
import { ResourceReader } from "../../../lib/resource/client.ts";
import { FakeClock } from "../../helpers/fake_system.ts";
import { definition, message, scriptedClient, unreachable, untilAborted } from "./resources.ts";

const kind = { namespace: "ns", type: "Things.test.dev" };
const things = [definition("Things.test.dev", ["thing"])];
const refuse = () => {
  throw new OsctlError("node", "not authorized");
};

function reader(scripts: Parameters<typeof scriptedClient>[0], clock = new FakeClock()) {
  return new ResourceReader(scriptedClient(scripts), { clock, callMs: 30_000 });
}

Deno.test("definitions are fetched once, from the first node that responds", async () => {
  let asked = 0;
  const list = () => {
    asked++;
    return things;
  };
  const resources = reader({ a: { list: refuse }, b: { list }, c: { list } });
  const [first] = await resources.definitions();
  strictEqual((await first!.read()).type, "Things.test.dev");
  await resources.definitions();
  strictEqual(asked, 1);
});

Deno.test("a silent node delays the definitions by one second", async () => {
  const clock = new FakeClock();
  const ended: unknown[] = [];
  const silent = async function* (_: unknown, signal: AbortSignal) {
    try {
      yield await untilAborted(signal);
    } finally {
      ended.push(signal.reason);
    }
  };
  const resources = reader({ a: { list: silent }, b: { list: () => things } }, clock);
  const answer = resources.definitions();
  await clock.advance(999);
  strictEqual(ended.length, 0);
  await clock.advance(1);
  strictEqual((await answer).length, 1);
  await new Promise((resolve) => setTimeout(resolve));
  strictEqual((ended[0] as OsctlError).kind, "cancelled");
  strictEqual(clock.waiting, 0);
});

Deno.test("without a response the error lists every node, or the endpoint once", async () => {
  await rejects(
    reader({ a: { list: refuse }, b: { list: refuse } }).definitions(),
    (error: unknown) =>
      error instanceof MultiNodeError && error.failures.map(({ node }) => node).join() === "a,b",
  );
  const dead = () => {
    throw unreachable();
  };
  await rejects(reader({ a: { list: dead }, b: { list: dead } }).definitions(), {
    kind: "connection",
    message: "connection refused",
  });
});

Deno.test("a list is filtered by labels and keeps its order", async () => {
  const all = [
    message({ id: "a", labels: { app: "web" } }),
    message({ id: "b" }),
    message({ id: "c", labels: { app: "api" } }),
  ];
  const sent: unknown[] = [];
  const resources = reader({
    n: {
      list(request) {
        sent.push(request);
        return all;
      },
    },
  });
  const { parseSelector } = await import("../../../lib/resource/selector.ts");
  const ids = async (text: string) => {
    const list = resources.list("n", kind, { selector: parseSelector(text) });
    return (await Array.fromAsync(list)).map(({ id }) => id);
  };
  deepStrictEqual(await ids(""), ["a", "b", "c"]);
  deepStrictEqual(await ids("app"), ["a", "c"]);
  deepStrictEqual(await ids("app!=web"), ["b", "c"]);
  deepStrictEqual(sent, [
    kind,
    { ...kind, options: { labelQuery: [{ terms: [{ key: "app" }] }] } },
    kind,
  ]);
});

Deno.test("a list has the call timeout as its idle timeout", async () => {
  const sent: NodeCallOptions[] = [];
  const scripted = scriptedClient({ n: { list: () => [] } });
  const client: NodeClient = {
    ...scripted,
    plainStream(method, request, node, options = {}) {
      sent.push(options);
      return scripted.plainStream(method, request, node, options);
    },
  };
  const resources = new ResourceReader(client, { clock: new FakeClock(), callMs: 7000 });
  await Array.fromAsync(resources.list("n", kind));
  deepStrictEqual(sent, [{ idleMs: 7000 }]);
});
