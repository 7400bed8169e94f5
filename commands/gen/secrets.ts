import { string } from "../../lib/cli/flags.ts";
import { oneLine } from "../../lib/cli/report.ts";
import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("secrets")
  .summary("Make the secrets of a cluster")
  .details(
    "Writes a bundle that gen config makes machine configurations from, readable by you only. " +
      "Keep it safe: whoever has it owns the cluster. The secrets of a cluster that is already " +
      "there can be taken from a control plane's configuration, or its authorities from the " +
      "folder where kubeadm keeps them.",
  )
  .flags({
    fromControlplaneConfig: string({
      help: "take the secrets from the configuration of a control plane",
      placeholder: "path",
      complete: "localFile",
      since: "v1.8",
    }),
    fromKubernetesPki: string({
      short: "p",
      help: "take the authorities of Kubernetes from this folder, such as /etc/kubernetes/pki",
      placeholder: "folder",
      complete: "localFolder",
    }),
    kubernetesBootstrapToken: string({
      short: "t",
      help: "bootstrap token of the cluster that the folder is from",
      placeholder: "token",
    }),
    outputFile: string({
      short: "o",
      default: "secrets.yaml",
      help: "the file to write, or - for stdout",
      placeholder: "path",
      complete: "localFile",
    }),
    osVersion: string({
      help: "version of the system to make the secrets for, such as v1.4",
      placeholder: "version",
    }),
  })
  .inherits(groupFlags)
  .example("osctl gen secrets", "Make secrets.yaml")
  .example(
    "osctl gen secrets --from-controlplane-config controlplane.yaml",
    "Get the bundle back that a cluster was made from",
  )
  .run(async (context, { flags }) => {
    const { outputFile, force, fromKubernetesPki: pki } = flags;
    // Undefined in releases that do not have the flag.
    const config = flags.fromControlplaneConfig || undefined;
    const { resolve } = await import("../../lib/platform/paths.ts");
    const { refuseExisting, requireFolders, writeSecrets } = await import(
      "../../lib/platform/new_files.ts"
    );
    const { newBundle } = await import("../../lib/machineconfig/generate/new_bundle.ts");
    const { writeBundle } = await import("../../lib/machineconfig/generate/write_bundle.ts");
    const place = { cwd: context.cwd, force };
    const read = config && { path: resolve(context.cwd, config), name: config };
    const files = outputFile === "-" ? [] : [outputFile];
    await requireFolders(files, place);
    await refuseExisting(files, place, read ? [read.path] : []);

    const { bundle, warnings } = await newBundle(
      {
        osVersion: flags.osVersion,
        kubernetesPki: pki === "" ? "" : resolve(context.cwd, pki),
        bootstrapToken: flags.kubernetesBootstrapToken,
        config: read || undefined,
      },
      context.release,
      context,
    );
    for (const warning of warnings) {
      await context.stderr.write(`osctl: warning: ${oneLine(warning)}\n`);
    }
    const text = writeBundle(bundle);
    if (outputFile === "-") await context.stdout.write(text);
    else await writeSecrets({ [outputFile]: text }, place);
  });
