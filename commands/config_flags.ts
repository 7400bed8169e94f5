/**
 * The flags of `gen config`, and what is done with them. `machineconfig gen` does the same with all
 * of them at their defaults.
 *
 * @module
 */
import type { Context } from "../lib/cli/context.ts";
import { bool, type FlagValues, string, stringArray, strings } from "../lib/cli/flags.ts";
import { oneLine } from "../lib/output/text.ts";
import { IMAGE_NAMESPACE, KUBERNETES_VERSION } from "../lib/distribution.ts";

const TYPES = ["controlplane", "worker", "osconfig"] as const;

/** Flags of `gen config`. */
export const configFlags = {
  additionalSans: strings({
    help: "additional SANs of the node and API server certificates",
    placeholder: "names",
  }),
  configPatch: stringArray({
    help: "patch for all machine configurations, or @file",
    placeholder: "patch",
    complete: "localFile",
  }),
  configPatchControlPlane: stringArray({
    help: "patch for control plane configurations, or @file",
    placeholder: "patch",
    complete: "localFile",
  }),
  configPatchWorker: stringArray({
    help: "patch for worker configurations, or @file",
    placeholder: "patch",
    complete: "localFile",
  }),
  dnsDomain: string({ default: "cluster.local", help: "Kubernetes DNS domain" }),
  installDisk: string({ default: "/dev/sda", help: "installation disk" }),
  installImage: string({
    default: `${IMAGE_NAMESPACE}/installer:latest`,
    help: "installer image",
  }),
  kubernetesVersion: string({
    default: KUBERNETES_VERSION,
    help: "Kubernetes version, or one that --os-version supports; empty: the default of the nodes",
  }),
  output: string({
    short: "o",
    help: "output directory; for a single output type a file, or - for stdout",
    placeholder: "path",
    complete: "localFile",
  }),
  outputDir: string({
    help: "output directory",
    complete: "localFolder",
    hidden: true,
    extra: true,
  }),
  outputTypes: strings({
    short: "t",
    default: TYPES,
    values: TYPES,
    help: "files to generate",
    placeholder: "types",
  }),
  persist: bool({ short: "p", default: true, help: "persist the configuration across reboots" }),
  registryMirror: strings({
    help: "registry mirrors, <registry>=<url>",
    placeholder: "host=URL",
  }),
  osVersion: string({
    help: "Talos Linux version to generate for, such as v1.4",
    placeholder: "version",
  }),
  version: string({ default: "v1alpha1", help: "machine configuration version" }),
  withClusterDiscovery: bool({ default: true, help: "enable cluster discovery" }),
  withDocs: bool({ default: true, help: "add field documentation as comments" }),
  withExamples: bool({ default: true, help: "add commented examples of unused fields" }),
  withMeshnet: bool({ help: "enable KubeSpan, the encrypted mesh network" }),
  withSecrets: string({
    help: "secrets file of gen secrets",
    placeholder: "path",
    complete: "localFile",
  }),
};

/** The values of the flags, and whether files may be replaced. */
export type ConfigValues = FlagValues<typeof configFlags> & { readonly force: boolean };

/** Makes the files, all of them or none. */
export async function generateFiles(
  context: Context,
  args: { readonly name: string; readonly endpoint: string },
  flags: ConfigValues,
  given: ReadonlySet<string>,
): Promise<void> {
  const { createConfigFiles } = await import("../lib/cluster/config_files.ts");
  const { readEncryptedText } = await import("../lib/encrypted_files/mod.ts");
  const { cwd, release, clock, random, signal } = context;
  const report = (line: string) => context.stderr.write(`${oneLine(line)}\n`);
  const { withProgress } = await import("../lib/output/progress.ts");
  const { checkInstaller, defaultInstallerImage, defaultKubernetesVersion } = await import(
    "../lib/os_versions/mod.ts"
  );
  checkInstaller("--install-image", flags.installImage);
  // Nodes of interface v1.4 are generated as that release, whatever newer version is set.
  const isDefault = !given.has("installImage") && release !== "v1.4";
  const installImage = isDefault
    ? defaultInstallerImage(flags.osVersion, flags.installImage)
    : flags.installImage;
  const kubernetesVersion = given.has("kubernetesVersion")
    ? flags.kubernetesVersion
    : defaultKubernetesVersion(flags.osVersion, flags.kubernetesVersion);
  const request = { ...args, ...flags, installImage, kubernetesVersion, cwd, release };
  const made = await withProgress(
    context,
    "generating configurations",
    () =>
      createConfigFiles(request, {
        clock,
        random,
        signal,
        report,
        readSecrets: (path) => readEncryptedText(context, path),
      }),
  );
  if (made !== undefined) await context.stdout.write(made);
}
