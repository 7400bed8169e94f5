/**
 * talosctl accepts and rejects the same machine configurations. Runs where
 * `OSCTL_BENCH_REFERENCE` names its executable, whose version selects the cases.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Case } from "../lib/machineconfig/validate/case.ts";
import { DOCUMENT_CASES } from "../lib/machineconfig/validate/cases_documents.ts";
import { MACHINE_CASES } from "../lib/machineconfig/validate/cases_machine.ts";
import { NETWORK_CASES } from "../lib/machineconfig/validate/cases_network.ts";

const reference = Deno.env.get("OSCTL_BENCH_REFERENCE");

async function run(...args: readonly string[]): Promise<{ success: boolean; text: string }> {
  const { success, stdout, stderr } = await new Deno.Command(reference!, { args: [...args] })
    .output();
  const decoder = new TextDecoder();
  return { success, text: decoder.decode(stdout) + decoder.decode(stderr) };
}

/** Returns whether a version of talosctl has the rules of a case. */
function applies({ release, final }: Case, version: string): boolean {
  if (!version.startsWith(release)) return false;
  return final === undefined || !version.includes("-");
}

Deno.test({
  name: "talosctl accepts and rejects the same machine configurations",
  ignore: reference === undefined,
  async fn(t) {
    const folder = await Deno.makeTempDir();
    try {
      const [version] = /v\d+\.\d+\.\d+\S*/.exec(
        (await run("version", "--client", "--short")).text,
      )!;
      const cases = [...MACHINE_CASES, ...NETWORK_CASES, ...DOCUMENT_CASES]
        .filter((one) => applies(one, version));
      assert.ok(cases.length > 0, `there are no cases for ${version}`);
      for (const { name, text, at, warns, mode } of cases) {
        await t.step(name, async () => {
          const file = join(folder, "config.yaml");
          await Deno.writeTextFile(file, text);
          const { success, text: output } = await run("validate", "-c", file, "-m", mode);
          assert.equal(success, at === undefined, output);
          if (success) assert.equal(output.split("WARNING").length - 1, warns?.length ?? 0, output);
        });
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
