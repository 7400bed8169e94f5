import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { tree } from "../../commands/tree.ts";
import { flagsAt, pathOf, walk } from "../../lib/cli/tree.ts";
import { RELEASES } from "../../lib/distribution.ts";
import { fieldNames, OUTPUT_SCHEMAS } from "../../lib/output_schemas/mod.ts";
import { checkOutputSchema } from "../helpers/check_output_schema.ts";
import { runCommand } from "../helpers/run_command.ts";
import { withSandbox } from "../helpers/sandbox.ts";

/** Returns the commands with an output format `json`, and whether they select fields. */
function jsonCommands(): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const chain of walk([tree])) {
    if (chain.at(-1)!.kind !== "command") continue;
    for (const { name, flag } of RELEASES.flatMap((release) => flagsAt(chain, release))) {
      if (!["output", "format"].includes(name) || !flag.values?.includes("json")) continue;
      found.set(pathOf(chain), flag.extraValues?.includes("json=") ?? false);
    }
  }
  return found;
}

Deno.test("each command with JSON output has a schema, and no other", () => {
  assert.deepEqual(Object.keys(OUTPUT_SCHEMAS).toSorted(), [...jsonCommands().keys()].toSorted());
});

/** Arguments with which a command lists its fields. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  "dashboard": ["--once"],
  "diff": ["-f", "HOME/machine.yaml"],
  "etcd downgrade enable": ["3.5"],
  "etcd downgrade validate": ["3.5"],
  "etcd snapshot": ["db"],
  "list": ["/"],
  "logs": ["kubelet"],
  "usage": ["/"],
  "wait": ["--for", "ready"],
  "validate": ["-c", "HOME/machine.yaml", "-m", "metal"],
  "get": ["members"],
};

/** Commands whose fields are listed only where a cluster or file exists. */
const LOCAL = ["cluster fault list", "cluster show", "gen secureboot inspect", "images"];

Deno.test("schemas have the fields that json= lists, in their order", async () => {
  await withSandbox({}, async ({ run, nodes, home }) => {
    await Deno.writeTextFile(`${home}/machine.yaml`, "version: v1alpha1\n");
    let checked = 0;
    for (const [command, selects] of jsonCommands()) {
      if (!selects || LOCAL.includes(command)) continue;
      const args = (ARGUMENTS[command] ?? []).map((word) => word.replace("HOME", home));
      const node = command.startsWith("cluster") ? [] : ["-n", nodes[0]!.address];
      const line = [...command.split(" "), ...args, "--output", "json=", ...node];
      const { code, stderr } = await run(line);
      assert.equal(code, 2, `${command}: ${stderr}`);
      const listed = /fields: ([^;]+)/.exec(stderr)?.[1]?.split(", ");
      const [form] = OUTPUT_SCHEMAS[command]!;
      const fields = command === "get" ? fieldNames("get") : Object.keys(form!.fields);
      assert.deepEqual(fields, listed?.filter((name) => !name.startsWith("spec.")), command);
      checked++;
    }
    assert.ok(checked > 30, String(checked));
  });
});

Deno.test("schemas are valid, closed where nothing else is documented, and reject wrong values", async () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
  ajv.addFormat("date-time", true);
  for (const command of Object.keys(OUTPUT_SCHEMAS)) {
    const { code, stdout } = await runCommand(["schema", ...command.split(" ")]);
    assert.equal(code, 0, command);
    const schema = JSON.parse(stdout);
    assert.equal(schema.title, `osctl ${command}`);
    const validate = ajv.compile(schema);
    // The value of a key may be any.
    const isAny = OUTPUT_SCHEMAS[command]!.some(({ shape }) => shape === "value");
    assert.equal(validate("text"), isAny, command);
    assert.equal(validate([{ node: 1 }]), isAny, command);
  }
  const memory = [{ ...Object.fromEntries(fieldNames("memory").map((name) => [name, 1])) }];
  const fixed = (more: object) =>
    JSON.stringify([{ ...memory[0], node: "a", meminfo: {}, ...more }]);
  const check = (text: string) => checkOutputSchema(["memory", "-o", "json"], text, "v1.8");
  check(fixed({}));
  assert.throws(() => check(fixed({ total: "1" })), /total must be integer/);
  assert.throws(() => check(fixed({ other: 1 })), /must NOT have additional properties/);
  assert.throws(() => check("[{}]"), /must have required property 'total'/);
});

Deno.test("schema lists the commands, and suggests the nearest one", async () => {
  const list = await runCommand(["schema"]);
  assert.deepEqual(list.stdout.trim().split("\n"), Object.keys(OUTPUT_SCHEMAS).toSorted());
  const wrong = await runCommand(["schema", "etcd", "member"]);
  assert.deepEqual([wrong.code, wrong.stdout], [2, ""]);
  assert.match(
    wrong.stderr,
    /^osctl: no schema for "osctl etcd member"; did you mean "etcd members"/,
  );
  const none = await runCommand(["schema", "reload"]);
  assert.match(none.stderr, /; list the commands with "osctl schema"; see /);
});
