/**
 * The flags of `gen config`, and what is done with them. `machineconfig gen` does the same with all
 * of them at their defaults.
 *
 * @module
 */
import type { Context } from "../lib/cli/context.ts";
import { bool, type FlagValues, string, stringArray, strings } from "../lib/cli/flags.ts";
import { oneLine } from "../lib/cli/report.ts";
import { IMAGE_NAMESPACE, KUBERNETES_VERSION } from "../lib/distribution.ts";

const TYPES = ["controlplane", "worker", "osconfig"] as const;

/** What `gen config` understands. */
export const configFlags = {
  additionalSans: strings({
    help: "more names and addresses for the certificates of machines and of the API server",
    placeholder: "names",
  }),
  configPatch: stringArray({
    help: "patch for every machine configuration, or @file",
    placeholder: "patch",
    complete: "localFile",
  }),
  configPatchControlPlane: stringArray({
    help: "patch for control planes only, or @file",
    placeholder: "patch",
    complete: "localFile",
  }),
  configPatchWorker: stringArray({
    help: "patch for workers only, or @file",
    placeholder: "patch",
    complete: "localFile",
  }),
  dnsDomain: string({ default: "cluster.local", help: "the cluster's DNS domain" }),
  installDisk: string({ default: "/dev/sda", help: "the disk to install to" }),
  installImage: string({
    default: `${IMAGE_NAMESPACE}/installer:latest`,
    help: "container image that installs the system",
  }),
  kubernetesVersion: string({
    default: KUBERNETES_VERSION,
    help: "version of Kubernetes; empty to leave it to the machines",
  }),
  output: string({
    short: "o",
    help: "a folder; for a single type a file, or - for stdout",
    placeholder: "path",
    complete: "localFile",
  }),
  outputDir: string({ help: "a folder", complete: "localFolder", hidden: true, extra: true }),
  outputTypes: strings({
    short: "t",
    default: TYPES,
    values: TYPES,
    help: "what to write",
    placeholder: "types",
  }),
  persist: bool({ short: "p", default: true, help: "keep the configuration over a reboot" }),
  registryMirror: strings({
    help: "where to pull the images of a registry from",
    placeholder: "host=URL",
  }),
  osVersion: string({
    help: "version of the system to make the configuration for, such as v1.4",
    placeholder: "version",
  }),
  version: string({ default: "v1alpha1", help: "version of the configuration's format" }),
  withClusterDiscovery: bool({ default: true, help: "let machines find each other" }),
  withDocs: bool({ default: true, help: "explain every field in a comment" }),
  withExamples: bool({ default: true, help: "show unused fields as commented examples" }),
  withMeshnet: bool({ help: "connect machines by a mesh of encrypted links" }),
  withSecrets: string({
    help: "take the secrets from this file, as gen secrets writes it",
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
): Promise<void> {
  const { makeFiles } = await import("../lib/cluster/config_files.ts");
  const { cwd, release, clock, random, signal } = context;
  const say = (line: string) => context.stderr.write(`${oneLine(line)}\n`);
  const made = await makeFiles({ ...args, ...flags, cwd, release }, { clock, random, signal, say });
  if (made !== undefined) await context.stdout.write(made);
}
