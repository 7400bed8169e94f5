/**
 * talosctl patches the same configurations with equal data and rejects the same patches,
 * except for the differences declared in the corpus. Runs where
 * `OSCTL_BENCH_REFERENCE` or `OSCTL_BENCH_REFERENCE_V1_4` names its executable; cases of v1.8.0 final
 * require that release. Results: docs/internals/parity.md.
 */
import assert from "node:assert/strict";
import { OsctlError } from "../../lib/errors.ts";
import type { Case } from "../lib/machineconfig/patch/corpus/case.ts";
import { CONFIG } from "../lib/machineconfig/patch/corpus/config.ts";
import { CASES } from "../lib/machineconfig/patch/corpus/mod.ts";
import {
  changesBetween,
  differences,
  patched,
  plainValuesOf,
} from "../lib/machineconfig/patch/corpus/run.ts";

/** Result of a case by a client; undefined when rejected. */
async function referenceResult(
  reference: string,
  { config = CONFIG, patches }: Case,
): Promise<string | undefined> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/node.yaml`, config);
    const args = ["machineconfig", "patch", "node.yaml"];
    for (const patch of patches) args.push("--patch", patch);
    const command = new Deno.Command(reference, { args, cwd: folder, stderr: "null" });
    const { success, stdout } = await command.output();
    return success ? new TextDecoder().decode(stdout) : undefined;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function ourResult(example: Case): string | undefined {
  try {
    return patched(example);
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    return undefined;
  }
}

/** Release of talosctl, such as `v1.8.4`. */
async function releaseOf(reference: string): Promise<string> {
  const { stdout } = await new Deno.Command(reference, { args: ["version", "--client", "--short"] })
    .output();
  return /v\d+\.\d+\.\S+/.exec(new TextDecoder().decode(stdout))?.[0] ?? "";
}

async function compare(reference: string, t: Deno.TestContext): Promise<void> {
  const tag = await releaseOf(reference);
  const isOld = tag.startsWith("v1.4.");
  const isFinal = /^v1\.8\.[1-9]\d*$/.test(tag);
  for (const example of CASES) {
    const { name, config, final, differs } = example;
    // The other documents were added after v1.4; cases of the main document are the same in both.
    const release = example.release ?? (isOld && config === undefined ? "v1.4" : "v1.8");
    const isKnown = tag.startsWith(`${release}.`) && (!final || isFinal);
    const title = `${name}${differs === undefined ? "" : `; talosctl ${differs}`}`;
    const needed = final ? "v1.8.1 or later" : release;
    await t.step({
      name: isKnown ? title : `${title} (skipped: needs ${needed}, not ${tag})`,
      ignore: !isKnown,
      async fn() {
        const ours = ourResult({ ...example, release });
        const theirs = await referenceResult(reference, example);
        const changes = ours === undefined || theirs === undefined
          ? { accepted: [ours !== undefined, theirs !== undefined] }
          : {
            ...changesBetween(theirs, ours, release),
            ...differences(plainValuesOf(theirs), plainValuesOf(ours)),
          };
        const isSame = "accepted" in changes ? ours === theirs : Object.keys(changes).length === 0;
        assert.equal(isSame, differs === undefined, JSON.stringify(changes));
      },
    });
  }
}

for (const name of ["OSCTL_BENCH_REFERENCE", "OSCTL_BENCH_REFERENCE_V1_4"]) {
  const reference = Deno.env.get(name);
  Deno.test({
    name: `talosctl (${name}) patches configurations like osctl`,
    ignore: reference === undefined,
    fn: (t) => compare(reference!, t),
  });
}
