import { deepEqual, equal } from "node:assert/strict";
import { wiring } from "../../commands/wiring.ts";
import { runCommand } from "../helpers/run_command.ts";
import { fakeSystem } from "../helpers/fake_system.ts";

/** Preparation of TLS at the start of a command. */
function seeded(path: string, ...given: string[]): boolean {
  let hasStarted = false;
  const random = { bytes: (length: number) => new Uint8Array(length), seedTlsRandom };
  function seedTlsRandom() {
    hasStarted = true;
  }
  wiring.starting?.(fakeSystem({ random }), path.split(" "), new Set(given));
  return hasStarted;
}

Deno.test("connections are prepared for commands that call nodes", () => {
  equal(seeded("dmesg"), true);
  equal(seeded("image list"), true);
  equal(seeded("version"), true);
});

Deno.test("nothing is prepared for local commands", () => {
  equal(seeded("version", "client"), false);
  equal(seeded("image default"), false);
  equal(seeded("images"), false);
  equal(seeded("explain"), false);
  equal(seeded("gen config"), false);
  equal(seeded("completion"), false);
});

Deno.test("starting() is called once, with the command's own name, before it runs", async () => {
  const announced: unknown[] = [];
  const { code } = await runCommand(["version", "--client"], {
    wiring: { starting: (_system, path, given) => announced.push([path, [...given]]) },
  });
  equal(code, 0);
  deepEqual(announced, [[["version"], ["client"]]]);
});
