import { deepEqual, equal, ok } from "node:assert/strict";
import { tree as osctl } from "../../../commands/tree.ts";
import { isRejected, missingFlags } from "../../helpers/flag_record.ts";
import { untestedFlags } from "../../helpers/untested_flags.ts";
import { commandFor, group } from "../../../lib/cli/command.ts";
import { bool } from "../../../lib/cli/flags.ts";
import { runProgram } from "../../../lib/cli/run.ts";
import type { GivenFlag } from "../../../lib/cli/wiring.ts";
import { MultiNodeError, OsctlError } from "../../../lib/errors.ts";
import { fakeSystem } from "../../helpers/fake_system.ts";

Deno.test("missingFlags() returns flags without record by declaring command", async () => {
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
    deepEqual(await missingFlags(tree, folder, new Map([["osctl sub act --dry-run", "no"]])), []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("isRejected() reports errors of the command line or about the flag", () => {
  const bad = (kind: OsctlError["kind"], hint = "") => new OsctlError(kind, "it failed", { hint });
  equal(isRejected(undefined, "force"), false);
  equal(isRejected(new Error("--force"), "force"), false);
  equal(isRejected(bad("usage"), "force"), true);
  equal(isRejected(bad("unsupported"), "force"), true);
  equal(isRejected(bad("node"), "force"), false);
  equal(isRejected(bad("input", "remove --force"), "force"), true);
  equal(isRejected(bad("input", "remove --force-all"), "force"), false);
  const failure = (kind: OsctlError["kind"]) => ({ node: "a", error: bad(kind) });
  equal(isRejected(new MultiNodeError([failure("unsupported"), failure("node")]), "force"), false);
  equal(isRejected(new MultiNodeError([failure("unsupported")]), "force"), true);
});

Deno.test("runProgram() reports flags and the error after the handler ended", async () => {
  const failed = new OsctlError("node", "it failed");
  const act = commandFor<never>("act").flags({ force: bool({ help: "x" }) })
    .run((_, { flags }) => flags.force ? Promise.reject(failed) : Promise.resolve());
  const tree = group<never>("osctl", { summary: "", flags: {}, children: [act] });
  const ended: [string[], unknown][] = [];
  const openClient = () => Promise.reject(new Error("no client"));
  const wiring = {
    openClient,
    ended: (flags: readonly GivenFlag[], error?: unknown) => {
      ended.push([flags.map(({ declaredBy, name }) => `${declaredBy} ${name}`), error]);
    },
  };
  for (const args of [["act"], ["act", "--force"], ["act", "--absent"], ["act", "--help"]]) {
    await runProgram(tree, args, fakeSystem({}), wiring);
  }
  deepEqual(ended, [[[], undefined], [["act force"], failed]]);
});

Deno.test("without QEMU, the flags that need it are untested, with the reason", () => {
  const without = untestedFlags(osctl, "missing: swtpm");
  const flags = [...without].filter(([, reason]) => reason === "no QEMU: missing: swtpm")
    .map(([flag]) => flag);
  ok(flags.includes("osctl cluster vm screenshot --file"), flags.join("\n"));
  ok(flags.includes("osctl cluster create --with-tpm2"), flags.join("\n"));
  ok(!without.has("osctl cluster create --workers"));
  const none = [...untestedFlags(osctl, undefined)].filter(([, reason]) => /QEMU/.test(reason));
  deepEqual(none, []);
});
