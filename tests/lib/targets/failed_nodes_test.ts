/** The state of `@failed`, written by several commands at the same time. */
import { deepEqual } from "node:assert/strict";
import { MultiNodeError, OsctlError } from "../../../lib/errors.ts";
import { readFailedNodes, storeFailedNodes } from "../../../lib/targets/failed_nodes.ts";
import { fakeSystem, wallClock } from "../../helpers/fake_system.ts";

const failureOf = (...nodes: string[]) =>
  new MultiNodeError(nodes.map((node) => ({ node, error: new OsctlError("node", "is down") })));

Deno.test("commands of twenty contexts at the same time store the nodes of each", async () => {
  const home = await Deno.makeTempDir({ prefix: "osctl-failed-" });
  try {
    await Deno.mkdir(`${home}/.os`);
    const system = fakeSystem({ home, clock: wallClock });
    const targets = await Promise.all(Array.from({ length: 20 }, async (_, index) => {
      const osconfig = `${home}/config-${index}`;
      await Deno.writeTextFile(osconfig, "context: one\ncontexts:\n  one: {}\n");
      return { nodes: [], endpoints: [], context: "", cluster: "", osconfig };
    }));
    await Promise.all(
      targets.map((target, index) => storeFailedNodes(system, target, failureOf(`n${index}`))),
    );
    const read = () => Promise.all(targets.map((target) => readFailedNodes(system, target)));
    deepEqual(await read(), targets.map((_, index) => [`n${index}`]));
    // The next success of each removes its own nodes only.
    await Promise.all(
      targets.slice(0, 10).map((target) => storeFailedNodes(system, target, undefined)),
    );
    deepEqual(await read(), targets.map((_, index) => index < 10 ? [] : [`n${index}`]));
    const names = [...Deno.readDirSync(`${home}/.os`)].map(({ name }) => name);
    deepEqual(names, ["failed-nodes.json"]);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});
