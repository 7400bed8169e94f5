import { equal, ok } from "node:assert/strict";
import { runCommand } from "../../helpers/run_command.ts";

async function schema(args: string[], release?: string): Promise<Record<string, unknown>> {
  const options = release === undefined ? {} : { release };
  const { code, stdout, stderr } = await runCommand(["machineconfig", "schema", ...args], options);
  equal(stderr, "");
  equal(code, 0);
  return JSON.parse(stdout);
}

Deno.test("machineconfig schema prints the JSON Schema of the newest version", async () => {
  equal((await schema([]))["$id"], "urn:osctl:machineconfig:v1.14");
  const old = await schema([], "v1.4");
  equal(old["$id"], "urn:osctl:machineconfig:v1.4");
  ok(!JSON.stringify(old).includes("NetworkRuleConfig"));
});

Deno.test("machineconfig schema --os-version prints the one of a version", async () => {
  const old = await schema(["--os-version", "v1.11"]);
  equal(old["$id"], "urn:osctl:machineconfig:v1.11");
  ok(JSON.stringify(old).includes("SwapVolumeConfig"));
  ok(!JSON.stringify(old).includes("HostnameConfig"));
});

Deno.test("machineconfig schema --patch prints the one for patches", async () => {
  const whole = JSON.stringify(await schema([]));
  const patch = await schema(["--patch"]);
  equal(patch["$id"], "urn:osctl:machineconfig:v1.14:patch");
  ok(JSON.stringify(patch).includes('"$patch"'));
  ok(!whole.includes('"$patch"'));
});

Deno.test("machineconfig schema takes no arguments", async () => {
  const { code, stdout } = await runCommand(["mc", "schema", "more"]);
  equal(code, 2);
  equal(stdout, "");
});
