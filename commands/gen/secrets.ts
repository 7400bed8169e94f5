import { string } from "../../lib/cli/flags.ts";
import { oneLine } from "../../lib/output/text.ts";
import { encryptionFlags, requireRecipients } from "../encryption_flags.ts";
import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("secrets")
  .summary("Generate a cluster's secrets bundle")
  .details(
    "Writes the bundle that gen config generates machine configurations from, with mode " +
      "0600. Keep it safe: it grants full control over the cluster. Secrets of an existing " +
      "cluster can be extracted from a control plane configuration, its CAs from a kubeadm " +
      "PKI directory. With --age-recipient, the bundle is encrypted, and plain text is never " +
      "written to disk.",
  )
  .flags({
    ...encryptionFlags,
    fromControlplaneConfig: string({
      help: "control plane configuration to extract the secrets from",
      placeholder: "path",
      complete: "localFile",
      since: "v1.8",
    }),
    fromKubernetesPki: string({
      short: "p",
      help: "Kubernetes PKI directory to read the CAs from, such as /etc/kubernetes/pki",
      placeholder: "directory",
      complete: "localFolder",
    }),
    kubernetesBootstrapToken: string({
      short: "t",
      help: "Kubernetes bootstrap token, with --from-kubernetes-pki",
      placeholder: "token",
    }),
    outputFile: string({
      short: "o",
      default: "secrets.yaml",
      help: "output file, or - for stdout",
      placeholder: "path",
      complete: "localFile",
    }),
    osVersion: string({
      help: "Talos Linux version to generate for, such as v1.4",
      placeholder: "version",
    }),
  })
  .inherits(groupFlags)
  .example("osctl gen secrets", "Generate secrets.yaml")
  .example(
    "osctl gen secrets --from-controlplane-config controlplane.yaml",
    "Extract the bundle of an existing cluster",
  )
  .example("osctl gen secrets --age-recipient age1…", "Generate an encrypted secrets.yaml")
  .run(async (context, { flags, given }) => {
    requireRecipients(given, flags);
    const { checkRecipients, encryptText } = await import(
      "../../lib/encrypted_files/mod.ts"
    );
    await checkRecipients(flags);
    const { outputFile, force, fromKubernetesPki: pki } = flags;
    // Undefined in releases without the flag.
    const config = flags.fromControlplaneConfig || undefined;
    const { resolve } = await import("../../lib/platform/paths.ts");
    const { rejectExistingFiles, requireParentFolders, writeSecretFiles } = await import(
      "../../lib/platform/new_files.ts"
    );
    const { createOrImportBundle } = await import(
      "../../lib/machineconfig/generate/create_or_import_bundle.ts"
    );
    const { writeBundle } = await import("../../lib/machineconfig/generate/write_bundle.ts");
    const place = { cwd: context.cwd, force };
    const read = config && { path: resolve(context.cwd, config), name: config };
    const files = outputFile === "-" ? [] : [outputFile];
    await requireParentFolders(files, place);
    await rejectExistingFiles(files, place, read ? [read.path] : []);

    const { withProgress } = await import("../../lib/output/progress.ts");
    const source = {
      osVersion: flags.osVersion,
      kubernetesPki: pki === "" ? "" : resolve(context.cwd, pki),
      bootstrapToken: flags.kubernetesBootstrapToken,
      config: read || undefined,
    };
    const { bundle, warnings } = await withProgress(
      context,
      "generating secrets",
      () => createOrImportBundle(source, context.release, context),
    );
    for (const warning of warnings) {
      await context.stderr.write(`osctl: warning: ${oneLine(warning)}\n`);
    }
    const text = await encryptText(writeBundle(bundle), outputFile, flags, context);
    if (outputFile === "-") await context.stdout.write(text);
    else await writeSecretFiles({ [outputFile]: text }, place);
  });
