/**
 * talosctl releases v1.11 to v1.14 accept and reject the same documents, with as many
 * warnings. Runs where
 * `OSCTL_BENCH_REFERENCE_V1_11` … `OSCTL_BENCH_REFERENCE_V1_14` name their executables.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { decodeMachineConfig } from "../../lib/machineconfig/load/mod.ts";
import { isLater } from "../../lib/machineconfig/schema/releases.ts";
import type { ConfigRelease } from "../../lib/machineconfig/schema/types.ts";
import { validate } from "../../lib/machineconfig/validate/mod.ts";
import { NEWER_CASES } from "../lib/machineconfig/validate/cases_newer.ts";

for (const release of ["v1.11", "v1.12", "v1.13", "v1.14"] satisfies ConfigRelease[]) {
  const reference = Deno.env.get(
    `OSCTL_BENCH_REFERENCE_${release.toUpperCase().replace(".", "_")}`,
  );
  Deno.test({
    name: `talosctl of ${release} accepts and rejects the same documents`,
    ignore: reference === undefined,
    async fn(t) {
      const folder = await Deno.makeTempDir();
      const file = join(folder, "config.yaml");
      try {
        for (const { name, since, text, at, mode = "metal" } of NEWER_CASES) {
          if (isLater(since, release)) continue;
          await t.step(name, async () => {
            await Deno.writeTextFile(file, text);
            const { success, stderr } = await new Deno.Command(reference!, {
              args: ["validate", "-c", file, "-m", mode],
              env: { HOME: folder },
            }).output();
            const lines = new TextDecoder().decode(stderr);
            assert.equal(success, at === undefined, lines);
            if (at !== undefined) return;
            const warnings = validate(decodeMachineConfig(text, { release }), { mode, release });
            assert.equal(
              warnings.length,
              lines.split("\n").filter((line) => line.startsWith("WARNING: ")).length,
              `${lines}\n${JSON.stringify(warnings)}`,
            );
          });
        }
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  });
}
