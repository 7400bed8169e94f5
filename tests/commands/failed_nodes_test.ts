/** The target @failed. */
import { deepEqual, equal, match } from "node:assert/strict";
import { withSandbox } from "../helpers/sandbox.ts";

Deno.test("@failed is what failed in the last command of the context", () =>
  withSandbox({ workers: 1 }, async ({ run, dead, home, osconfig, controlPlanes: [control] }) => {
    const node = control!.address;
    const nodesOf = async (...args: string[]) => {
      const { stdout } = await run(["memory", "-o", "name", ...args]);
      return stdout.trimEnd().split("\n");
    };
    const none = await run(["memory", "-n", "@failed"]);
    deepEqual([none.code, none.stdout], [2, ""]);
    match(none.stderr, /^osctl: no node matches "@failed"; /);
    equal((await run(["memory", "-n", `${node},${dead}`])).code, 1);
    equal((await Deno.stat(`${home}/.os/failed-nodes.json`)).mode! & 0o777, 0o600);
    // Errors that are not of nodes, and completion, keep it.
    equal((await run(["memory", "--columns", "x", "-n", node])).code, 2);
    await run(["__complete", "fish", "list", "-n", node, "/"]);
    const again = await run(["memory", "-n", "@failed"]);
    equal(again.code, 1);
    match(again.stderr, new RegExp(`^osctl: ${dead.replaceAll(".", "\\.")}: `));
    deepEqual(await nodesOf("-n", `${node},${dead},-@failed`), [node]);
    equal((await run(["memory", "-n", "@failed"])).code, 2, "the command before succeeded");
    // Another client configuration has its own state.
    equal((await run(["memory", "-n", dead])).code, 1);
    await Deno.copyFile(osconfig, `${home}/other`);
    equal((await run(["memory", "-n", "@failed", "--osconfig", `${home}/other`])).code, 2);
    await Deno.writeTextFile(`${home}/.os/failed-nodes.json`, "{damaged");
    equal((await run(["memory", "-n", "@failed"])).code, 2);
    equal((await run(["memory", "-n", dead])).code, 1);
    equal((await run(["memory", "-n", "@failed"])).code, 1);
  }));
