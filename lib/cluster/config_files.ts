/**
 * The files that a new cluster is made from: machine configurations and a client configuration.
 *
 * @module
 */
import type { Release } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import {
  type CheckedBundle,
  type Contract,
  contractOf,
  generateConfig,
  type OutputPlan,
  type OutputType,
  parseEndpoint,
  parseMirrors,
  planOutputs,
  readBundle,
  recipeOf,
  render,
} from "../machineconfig/generate/mod.ts";
import type { Configs } from "../machineconfig/generate/patch_all.ts";
import { collecting, together } from "../machineconfig/patch/problems.ts";
import { newConfigText } from "../osconfig/new_file.ts";
import type { Source } from "../pki/certificate_writer.ts";
import { issueClientCertificate } from "../pki/issue.ts";
import { createBundle, REDACTED, type SecretsBundle } from "../pki/secrets_bundle.ts";
import { writeFileSet } from "../platform/file_set.ts";
import { ensureFolder, readText, writeFileAtomic } from "../platform/files.ts";
import { rejectExistingFiles } from "../platform/new_files.ts";
import { dirname, resolve } from "../platform/paths.ts";

/** What a person asked for; the flags of `gen config` and where it was typed. */
export interface FilesRequest {
  readonly name: string;
  readonly endpoint: string;
  readonly additionalSans: readonly string[];
  readonly configPatch: readonly string[];
  readonly configPatchControlPlane: readonly string[];
  readonly configPatchWorker: readonly string[];
  readonly dnsDomain: string;
  readonly force: boolean;
  readonly installDisk: string;
  readonly installImage: string;
  readonly kubernetesVersion: string;
  readonly osVersion: string;
  readonly output: string;
  readonly outputDir: string;
  readonly outputTypes: readonly string[];
  readonly persist: boolean;
  readonly registryMirror: readonly string[];
  readonly version: string;
  readonly withClusterDiscovery: boolean;
  readonly withDocs: boolean;
  readonly withExamples: boolean;
  readonly withMeshnet: boolean;
  readonly withSecrets: string;
  /** What relative paths are relative to. */
  readonly cwd: string;
  readonly release: Release;
}

/** What making files needs beside the request. */
export interface Tools extends Source {
  /** Tells a person something: one line. */
  readonly say: (line: string) => Promise<void>;
}

/** The only format of configurations. */
const FORMAT = "v1alpha1";

const HOUR = 3_600_000;

/** What the client configurations of the interface releases are like. */
const CLIENTS: Record<Release, { readonly ttl: number; readonly endpoints: readonly string[] }> = {
  "v1.4": { ttl: 87600 * HOUR, endpoints: ["127.0.0.1"] },
  "v1.8": { ttl: 8760 * HOUR, endpoints: [] },
};

/**
 * Makes the files, readable by their owner only, all of them or none. Everything that can be wrong
 * is found before the first one is written.
 *
 * @returns What goes to stdout, if anything does.
 * @throws {OsctlError} of kind `usage`, `file` or `input`; what the signal was aborted with.
 */
export async function makeFiles(request: FilesRequest, tools: Tools): Promise<string | undefined> {
  const { cwd, force, release } = request;
  const endpoint = parseEndpoint(request.endpoint);
  if (request.version !== FORMAT) {
    throw new OsctlError("usage", `--version "${request.version}" is no format there is`, {
      hint: `leave it out, or give ${FORMAT}`,
    });
  }
  const types = request.outputTypes.filter((type): type is OutputType => type !== "");
  const plan = planOutputs({ ...request, types });
  const contract = contractOf(request.osVersion, release);
  const registryMirrors = parseMirrors(request.registryMirror);
  const patched = await patchesOf(request);
  const targets = [...plan.values()].filter((path) => path !== undefined);
  await rejectExistingFiles(targets, { cwd, force }, sourcesOf(request));

  const { bundle, warnings } = await bundleOf(request, contract, tools);
  for (const warning of warnings) await tools.say(`osctl: warning: ${warning}`);
  const unpatched = generateConfig({
    ...request,
    clusterName: request.name,
    endpoint,
    bundle,
    contract,
    legacy: release === "v1.4",
    kubernetesVersion: request.kubernetesVersion.replace(/^v/, ""),
    registryMirrors,
    discovery: request.withClusterDiscovery,
    mesh: request.withMeshnet,
  });
  const documents = patched(unpatched);
  const style = { docs: request.withDocs, examples: request.withExamples, release };
  const texts = new Map<OutputType, string>();
  const errors: OsctlError[] = [];
  for (const type of plan.keys()) {
    await collecting(errors, async () => {
      if (type === "osconfig") texts.set(type, await clientConfig(request, bundle, tools));
      else {
        const name = plan.get(type) ?? type;
        const rendered = render(documents[type], { ...style, name, unpatched: unpatched[type] });
        for (const warning of rendered.warnings) await tools.say(`osctl: warning: ${warning}`);
        texts.set(type, rendered.text);
      }
    });
  }
  if (errors.length > 0) throw together(errors);
  return await deliver(plan, texts, request, tools);
}

/** What applies the patches, if there are any. */
async function patchesOf(request: FilesRequest): Promise<(configs: Configs) => Configs> {
  const { cwd, configPatch, configPatchControlPlane, configPatchWorker } = request;
  const count = configPatch.length + configPatchControlPlane.length + configPatchWorker.length;
  if (count === 0) return (configs) => configs;
  const { readAllPatches } = await import("../machineconfig/generate/patch_all.ts");
  return await readAllPatches(request, (path) => readText(resolve(cwd, path)));
}

/** Files that are read, and must not be written over. */
function sourcesOf(request: FilesRequest): string[] {
  const { configPatch, configPatchControlPlane, configPatchWorker, withSecrets } = request;
  const patches = [...configPatch, ...configPatchControlPlane, ...configPatchWorker]
    .filter((value) => value.startsWith("@")).map((value) => value.slice(1));
  return withSecrets === "" ? patches : [withSecrets, ...patches];
}

async function bundleOf(
  { withSecrets, cwd }: FilesRequest,
  contract: Contract,
  tools: Tools,
): Promise<CheckedBundle> {
  const recipe = recipeOf(contract);
  if (withSecrets === "") {
    await tools.say("making keys, certificates and tokens");
    return { bundle: await createBundle(recipe, tools), warnings: [] };
  }
  const text = await readText(resolve(cwd, withSecrets));
  const checked = await readBundle(text, { name: withSecrets, recipe });
  await tools.say(`taking keys, certificates and tokens from ${withSecrets}`);
  return checked;
}

/** A client configuration for administrators, with a key of its own. */
async function clientConfig(
  { name, release, withSecrets }: FilesRequest,
  { certs: { os } }: SecretsBundle,
  source: Source,
): Promise<string> {
  if (os.key === REDACTED) {
    throw new OsctlError("input", `${withSecrets}: certs.os.key is redacted, and signs clients`, {
      hint: "give the bundle with its keys, or leave osconfig out of --output-types",
    });
  }
  const { ttl, endpoints } = CLIENTS[release];
  const pair = await issueClientCertificate(os, { roles: ["os:admin"], ttl }, source);
  return newConfigText(name, { endpoints, ca: os.crt, ...pair });
}

async function deliver(
  plan: OutputPlan,
  texts: ReadonlyMap<OutputType, string>,
  { cwd, force }: FilesRequest,
  { say }: Tools,
): Promise<string | undefined> {
  const files = new Map<string, string>();
  for (const [type, path] of plan) {
    if (path === undefined) return texts.get(type);
    files.set(resolve(cwd, path), texts.get(type)!);
  }
  for (const path of files.keys()) await ensureFolder(dirname(path));
  const options = { mode: 0o600, overwrite: force };
  const [[path, text] = [], ...more] = files;
  // One alone may also be a device or a pipe.
  if (path !== undefined && text !== undefined && more.length === 0) {
    await writeFileAtomic(path, text, options);
  } else await writeFileSet(files, options);
  for (const shown of plan.values()) await say(`Created ${shown}`);
  return undefined;
}
