/**
 * talosctl injects service accounts into manifests with equal data, except for the
 * differences declared in the cases. Runs where `OSCTL_BENCH_REFERENCE` or
 * `OSCTL_BENCH_REFERENCE_V1_4` names its executable.
 */
import { deepEqual, equal, notDeepEqual } from "node:assert/strict";
import { manifestData } from "../lib/kubernetes/inject/data.ts";
import { MANIFESTS } from "../lib/kubernetes/inject/manifests.ts";
import { runCommand } from "../helpers/run_command.ts";

for (const name of ["OSCTL_BENCH_REFERENCE", "OSCTL_BENCH_REFERENCE_V1_4"]) {
  const reference = Deno.env.get(name);
  Deno.test({
    name: `talosctl (${name}) injects service accounts like osctl`,
    ignore: reference === undefined,
    async fn(t) {
      const folder = await Deno.makeTempDir();
      try {
        const path = `${folder}/manifests.yaml`;
        for (const { name, text, differs } of MANIFESTS) {
          const title = differs === undefined ? name : `${name}; talosctl ${differs}`;
          await t.step(title, async () => {
            await Deno.writeTextFile(path, text);
            const args = ["inject", "serviceaccount", "-r", "os:admin,os:reader", "-f", path];
            const command = new Deno.Command(reference!, { args, stderr: "null" });
            const { success, stdout } = await command.output();
            equal(success, true);
            const ours = await runCommand(args);
            equal(ours.code, 0, ours.stderr);
            const theirs = manifestData(new TextDecoder().decode(stdout));
            if (differs === undefined) deepEqual(manifestData(ours.stdout), theirs);
            else notDeepEqual(manifestData(ours.stdout), theirs);
          });
        }
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  });
}
