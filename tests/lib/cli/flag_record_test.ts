import { deepEqual } from "node:assert/strict";
import { missingFlags } from "../../helpers/flag_record.ts";
import { commandFor, group } from "../../../lib/cli/command.ts";
import { bool } from "../../../lib/cli/flags.ts";

Deno.test("missingFlags() names every flag that no record has, where it is declared", async () => {
  const flags = { dryRun: bool({ help: "x" }), force: bool({ help: "x" }) };
  const act = commandFor<never>("act").flags(flags).run(() => Promise.resolve());
  const sub = group<never>("sub", {
    summary: "",
    flags: { all: bool({ help: "" }) },
    children: [act],
  });
  const tree = group<never>("osctl", {
    summary: "",
    flags: { json: bool({ help: "" }) },
    children: [sub],
  });
  const folder = await Deno.makeTempDir();
  try {
    deepEqual(await missingFlags(tree, folder), [
      "osctl --json",
      "osctl sub --all",
      "osctl sub act --dry-run",
      "osctl sub act --force",
    ]);
    await Deno.writeTextFile(`${folder}/a`, "\tjson\nsub act\tforce\n");
    await Deno.writeTextFile(`${folder}/b`, "sub\tall\n");
    deepEqual(await missingFlags(tree, folder), ["osctl sub act --dry-run"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
