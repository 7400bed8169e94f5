import { deepEqual, equal } from "node:assert/strict";
import { wiring } from "../../commands/wiring.ts";
import { runCommand } from "../helpers/run_command.ts";
import { extendSystem } from "../../lib/platform/system.ts";

/** Reports whether TLS is prepared at the start of a line. */
async function isSeeded(...args: string[]): Promise<boolean> {
  let hasStarted = false;
  const seedTlsRandom = () => void (hasStarted = true);
  await runCommand(args, {
    wiring: {
      starting: (context) =>
        wiring.starting?.(
          extendSystem(context, { random: { ...context.random, seedTlsRandom } }),
        ),
    },
  });
  return hasStarted;
}

Deno.test("connections are prepared for commands that call nodes", async () => {
  equal(await isSeeded("dmesg"), true);
  equal(await isSeeded("image", "list"), true);
  equal(await isSeeded("version"), true);
  equal(await isSeeded("config", "new"), true);
});

Deno.test("nothing is prepared for local commands", async () => {
  equal(await isSeeded("version", "--client"), false);
  equal(await isSeeded("image", "default"), false);
  equal(await isSeeded("images"), false);
  equal(await isSeeded("explain"), false);
  equal(await isSeeded("gen", "config"), false);
  equal(await isSeeded("completion"), false);
  equal(await isSeeded("config", "contexts"), false);
});

Deno.test("starting() is called once, with the facts of the command, before it runs", async () => {
  const announced: unknown[] = [];
  const { code } = await runCommand(["version", "--client"], {
    wiring: { starting: ({ running }) => announced.push(running) },
  });
  equal(code, 0);
  const clients = { hasCalled: false, isUnshared: false, hasWarned: false };
  deepEqual(announced, [{ changesNodes: undefined, isLocal: true, clients }]);
});
