import { string } from "../../lib/cli/flags.ts";
import { KUBERNETES_VERSION } from "../../lib/distribution.ts";
import { OsctlError } from "../../lib/errors.ts";
import { command } from "../wiring.ts";

/** Tests that run at a time, where they can. */
const PARALLEL = 4;

const CONFORMANCE = String.raw`\[Conformance\]`;

const MODES = {
  fast: [
    { focus: CONFORMANCE, parallel: PARALLEL },
    { focus: String.raw`\[Serial\].*\[Conformance\]`, parallel: 1 },
  ],
  certified: [{ focus: CONFORMANCE, parallel: 1 }],
} as const;

export default command("kubernetes")
  .alias("k8s")
  .summary("Run Kubernetes conformance tests")
  .details(
    "Runs the Kubernetes conformance tests in a pod of namespace conformance, prints their " +
      "log, and removes what it created, even after an interrupt. Mode fast runs 4 tests at a " +
      "time, then the serial tests. Mode certified runs all tests one after another (about " +
      "two hours) and writes the files for a certification to v<major.minor>/talos. The tests " +
      "disrupt workloads.",
  )
  .flags({
    mode: string({
      default: "fast",
      help: "how the tests run, and whether to store results",
      placeholder: "mode",
      values: Object.keys(MODES),
    }),
    kubernetesVersion: string({
      default: KUBERNETES_VERSION,
      help: "version of the tests",
      placeholder: "version",
      extra: true,
    }),
  })
  .example("osctl conformance kubernetes -n 10.5.0.2", "Test a cluster")
  .example(
    "osctl conformance k8s -n 10.5.0.2 --mode certified --kubernetes-version 1.31.4",
    "Write the files for a certification",
  )
  .run(async (context, { flags }) => {
    const kubernetesVersion = flags.kubernetesVersion.replace(/^v/, "");
    if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(kubernetesVersion)) {
      throw new OsctlError(
        "usage",
        `invalid version "${flags.kubernetesVersion}" for --kubernetes-version`,
        { hint: "use a version such as 1.31.4" },
      );
    }
    const { runConformance } = await import("../../lib/console/conformance/run_conformance.ts");
    await runConformance(context, {
      flags,
      command: "conformance kubernetes",
      passes: MODES[flags.mode as keyof typeof MODES],
      kubernetesVersion,
      certified: flags.mode === "certified",
    });
  });
