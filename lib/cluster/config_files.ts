/**
 * Generation of the files of a new cluster: machine configurations and a client configuration.
 *
 * @module
 */
import type { Release } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import {
  bundleOptionsFor,
  type CheckedBundle,
  type Contract,
  generateConfig,
  type OutputPlan,
  type OutputType,
  parseContract,
  parseEndpoint,
  parseKubernetesVersion,
  parseMirrors,
  planOutputs,
  readBundle,
  render,
  schemaOfContract,
} from "../machineconfig/generate/mod.ts";
import type { Configs } from "../machineconfig/generate/read_all_patches.ts";
import { collecting, together } from "../machineconfig/patch/problems.ts";
import type { ConfigRelease } from "../machineconfig/schema/types.ts";
import { newConfigText } from "../osconfig/new_file.ts";
import type { IssueContext } from "../pki/certificate_writer.ts";
import { issueClientCertificate } from "../pki/issue.ts";
import { REDACTED } from "../pki/redacted.ts";
import { createBundle, type SecretsBundle } from "../pki/secrets_bundle.ts";
import { writeFileSet } from "../platform/file_set.ts";
import { ensureFolder, readText, writeFileAtomic } from "../platform/files.ts";
import { rejectExistingFiles } from "../platform/new_files.ts";
import { dirname, resolve } from "../platform/paths.ts";

/** The arguments and flags of `gen config`. */
export interface ConfigFilesRequest {
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
  /** Base of relative paths. */
  readonly cwd: string;
  readonly release: Release;
}

/** Dependencies of {@linkcode createConfigFiles}. */
export interface Tools extends IssueContext {
  /** Reports progress: one line. */
  readonly report: (line: string) => Promise<void>;
  /** Reads a secrets bundle by its path as typed, also an encrypted one. */
  readonly readSecrets: (path: string) => Promise<string>;
}

/** The only configuration format. */
const FORMAT = "v1alpha1";

const HOUR = 3_600_000;

/** Certificate validity and endpoints of client configurations by interface release. */
export const CLIENTS: Record<
  Release,
  { readonly ttl: number; readonly endpoints: readonly string[] }
> = {
  "v1.4": { ttl: 87600 * HOUR, endpoints: ["127.0.0.1"] },
  "v1.8": { ttl: 8760 * HOUR, endpoints: [] },
};

/**
 * Creates all files with mode 0600, or none of them. Validates everything before the first write.
 *
 * @returns The output for stdout, if any.
 * @throws {OsctlError} of kind `usage`, `file` or `input`; the reason when the signal aborts.
 */
export async function createConfigFiles(
  request: ConfigFilesRequest,
  tools: Tools,
): Promise<string | undefined> {
  const { cwd, force, release } = request;
  const endpoint = parseEndpoint(request.endpoint);
  if (request.version !== FORMAT) {
    throw new OsctlError(
      "usage",
      `unsupported configuration format "${request.version}" for --version`,
      {
        hint: `remove it, or use ${FORMAT}`,
      },
    );
  }
  const types = request.outputTypes.filter((type): type is OutputType => type !== "");
  const plan = planOutputs({ ...request, types });
  const contract = parseContract(request.osVersion, release);
  const kubernetesVersion = parseKubernetesVersion(request.kubernetesVersion);
  const registryMirrors = parseMirrors(request.registryMirror, contract);
  const schema = schemaOfContract(contract, release);
  const patched = await readPatches(request, schema);
  const targets = [...plan.values()].filter((path) => path !== undefined);
  await rejectExistingFiles(targets, { cwd, force }, sourceFiles(request));

  const { bundle, warnings } = await createOrReadBundle(request, contract, tools);
  for (const warning of warnings) await tools.report(`osctl: warning: ${warning}`);
  const unpatched = generateConfig({
    ...request,
    clusterName: request.name,
    endpoint,
    bundle,
    contract,
    legacy: release === "v1.4",
    kubernetesVersion,
    registryMirrors,
    discovery: request.withClusterDiscovery,
    mesh: request.withMeshnet,
  });
  const documents = patched(unpatched);
  const style = { docs: request.withDocs, examples: request.withExamples, release: schema };
  const texts = new Map<OutputType, string>();
  const errors: OsctlError[] = [];
  for (const type of plan.keys()) {
    await collecting(errors, async () => {
      if (type === "osconfig") texts.set(type, await clientConfig(request, bundle, tools));
      else {
        const name = plan.get(type) ?? type;
        const rendered = render(documents[type], { ...style, name, unpatched: unpatched[type] });
        for (const warning of rendered.warnings) await tools.report(`osctl: warning: ${warning}`);
        texts.set(type, rendered.text);
      }
    });
  }
  if (errors.length > 0) throw together(errors);
  return await deliver(plan, texts, request, tools);
}

/** Reads the patches and returns a function that applies them. */
async function readPatches(
  request: ConfigFilesRequest,
  release: ConfigRelease,
): Promise<(configs: Configs) => Configs> {
  const { cwd, configPatch, configPatchControlPlane, configPatchWorker } = request;
  const count = configPatch.length + configPatchControlPlane.length + configPatchWorker.length;
  if (count === 0) return (configs) => configs;
  const { readAllPatches } = await import("../machineconfig/generate/read_all_patches.ts");
  return await readAllPatches({ ...request, release }, (path) => readText(resolve(cwd, path)));
}

/** Returns the input files, which must not be overwritten. */
function sourceFiles(request: ConfigFilesRequest): string[] {
  const { configPatch, configPatchControlPlane, configPatchWorker, withSecrets } = request;
  const patches = [...configPatch, ...configPatchControlPlane, ...configPatchWorker]
    .filter((value) => value.startsWith("@")).map((value) => value.slice(1));
  return withSecrets === "" ? patches : [withSecrets, ...patches];
}

async function createOrReadBundle(
  { withSecrets }: ConfigFilesRequest,
  contract: Contract,
  tools: Tools,
): Promise<CheckedBundle> {
  const recipe = bundleOptionsFor(contract);
  if (withSecrets === "") {
    await tools.report("generating keys, certificates and tokens");
    return { bundle: await createBundle(recipe, tools), warnings: [] };
  }
  const text = await tools.readSecrets(withSecrets);
  const checked = await readBundle(text, { name: withSecrets, recipe });
  await tools.report(`using keys, certificates and tokens from ${withSecrets}`);
  return checked;
}

/** Creates a client configuration with a new key and role `os:admin`. */
async function clientConfig(
  { name, release, withSecrets }: ConfigFilesRequest,
  { certs: { os } }: SecretsBundle,
  source: IssueContext,
): Promise<string> {
  if (os.key === REDACTED) {
    throw new OsctlError(
      "input",
      `${withSecrets}: certs.os.key is redacted, but signs the client certificate`,
      {
        hint: "use a bundle with its keys, or remove osconfig from --output-types",
      },
    );
  }
  const { ttl, endpoints } = CLIENTS[release];
  const pair = await issueClientCertificate(os, { roles: ["os:admin"], ttl }, source);
  return newConfigText(name, { endpoints, ca: os.crt, ...pair });
}

async function deliver(
  plan: OutputPlan,
  texts: ReadonlyMap<OutputType, string>,
  { cwd, force }: ConfigFilesRequest,
  { report }: Tools,
): Promise<string | undefined> {
  const files = new Map<string, string>();
  for (const [type, path] of plan) {
    if (path === undefined) return texts.get(type);
    files.set(resolve(cwd, path), texts.get(type)!);
  }
  for (const path of files.keys()) await ensureFolder(dirname(path));
  const options = { mode: 0o600, overwrite: force };
  const [[path, text] = [], ...more] = files;
  // A single path may also be a device or pipe.
  if (path !== undefined && text !== undefined && more.length === 0) {
    await writeFileAtomic(path, text, options);
  } else await writeFileSet(files, options);
  for (const shown of plan.values()) await report(`Created ${shown}`);
  return undefined;
}
