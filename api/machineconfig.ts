/**
 * Machine configurations of Talos Linux: generate, patch, validate.
 *
 * @example Generate, patch and validate a configuration
 * ```ts
 * import { generateConfigs, patchConfig, validateConfig } from "@osctl/osctl/machineconfig";
 *
 * const { worker } = await generateConfigs({
 *   clusterName: "lab",
 *   endpoint: "https://10.0.0.10:6443",
 * });
 * const text = patchConfig(worker, ["machine: { network: { hostname: worker-1 } }"]);
 * const problems = validateConfig(text, { mode: "metal" });
 * console.log(problems.length === 0);
 * ```
 *
 * @module
 */
import { defaultInstallerImage, defaultKubernetesVersion } from "../lib/os_versions/mod.ts";
import { DEFAULT_RELEASE, KUBERNETES_VERSION } from "../lib/distribution.ts";
import {
  bundleOptionsFor,
  generateConfig,
  parseContract,
  parseEndpoint,
  parseKubernetesVersion,
  readBundle,
  render,
  schemaOfContract,
  writeBundle,
} from "../lib/machineconfig/generate/mod.ts";
import { decodeMachineConfig } from "../lib/machineconfig/load/mod.ts";
import { placesIn } from "../lib/machineconfig/load/locate.ts";
import { applyPatches, patchText, readPatch } from "../lib/machineconfig/patch/mod.ts";
import { pathText } from "../lib/machineconfig/problem.ts";
import { parseConfigRelease } from "../lib/machineconfig/schema/releases.ts";
import { rulesRelease, validate } from "../lib/machineconfig/validate/mod.ts";
import { newConfigText } from "../lib/osconfig/new_file.ts";
import { issueClientCertificate } from "../lib/pki/issue.ts";
import { createBundle } from "../lib/pki/secrets_bundle.ts";
import { wallClock } from "../lib/platform/wall_clock.ts";

export { type ErrorKind, OsctlError, type OsctlErrorOptions } from "./errors.ts";

/** Settings of a new cluster. */
export interface GenerateOptions {
  /** Name of the cluster. */
  readonly clusterName: string;
  /** URL of the Kubernetes API: `https://10.0.0.10:6443`. */
  readonly endpoint: string;
  /** Version of Talos Linux to generate for, such as `v1.8`; default: the version of this library. */
  readonly osVersion?: string;
  /** Version of Kubernetes; default: the one for the version of Talos Linux. */
  readonly kubernetesVersion?: string;
  /** Text of a secrets bundle; default: a new one. */
  readonly secrets?: string;
  /** Disk to install to; default `/dev/sda`. */
  readonly installDisk?: string;
  /** Installer image; default: the one of `osVersion` from v1.14 on, else the latest. */
  readonly installImage?: string;
  /** Domain of Kubernetes; default `cluster.local`. */
  readonly dnsDomain?: string;
  /** Additional names and addresses in the certificates of the node API and the Kubernetes API. */
  readonly additionalSans?: readonly string[];
  /** Whether nodes discover each other; default true. */
  readonly discovery?: boolean;
  /** Whether nodes form a KubeSpan mesh; default false. */
  readonly kubeSpan?: boolean;
  /** Patches of all machine configurations, applied in order. */
  readonly patches?: readonly string[];
  /** Patches of control planes, after the patches of all. */
  readonly controlPlanePatches?: readonly string[];
  /** Patches of workers, after the patches of all. */
  readonly workerPatches?: readonly string[];
  /** Whether to write a comment on each field; default false. */
  readonly docs?: boolean;
  /** Cancels the generation of keys. */
  readonly signal?: AbortSignal;
}

/** The texts of a new cluster. All of them contain secrets. */
export interface GeneratedConfigs {
  /** Machine configuration of control planes, YAML. */
  readonly controlplane: string;
  /** Machine configuration of workers, YAML. */
  readonly worker: string;
  /** Client configuration with a certificate of role `os:admin`, valid for a year. */
  readonly clientConfig: string;
  /** The secrets bundle, YAML. */
  readonly secrets: string;
  /** What nodes may reject, and unknown fields of the secrets. */
  readonly warnings: readonly string[];
}

const YEAR_MS = 365 * 24 * 3_600_000;

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };

/**
 * Generates the machine configurations and the client configuration of a cluster.
 *
 * @throws {OsctlError} of kind `input` or `usage` for invalid options or patches; the reason of the
 *   signal.
 */
export async function generateConfigs(options: GenerateOptions): Promise<GeneratedConfigs> {
  const { osVersion = "", patches = [], controlPlanePatches = [], workerPatches = [] } = options;
  const endpoint = parseEndpoint(options.endpoint);
  const contract = parseContract(osVersion, DEFAULT_RELEASE);
  const release = schemaOfContract(contract, DEFAULT_RELEASE);
  const recipe = bundleOptionsFor(contract);
  const signal = options.signal ?? new AbortController().signal;
  const source = { clock: wallClock, random, signal };
  const { bundle, warnings } = options.secrets === undefined
    ? { bundle: await createBundle(recipe, source), warnings: [] }
    : await readBundle(options.secrets, { name: "secrets", recipe });
  const preferred = defaultKubernetesVersion(osVersion, KUBERNETES_VERSION[DEFAULT_RELEASE]);
  const unpatched = generateConfig({
    clusterName: options.clusterName,
    endpoint,
    bundle,
    contract,
    dnsDomain: options.dnsDomain ?? "cluster.local",
    installDisk: options.installDisk ?? "/dev/sda",
    installImage: options.installImage ?? defaultInstallerImage(osVersion),
    kubernetesVersion: parseKubernetesVersion(options.kubernetesVersion ?? preferred),
    additionalSans: options.additionalSans ?? [],
    registryMirrors: new Map(),
    persist: true,
    discovery: options.discovery ?? true,
    mesh: options.kubeSpan ?? false,
  });
  const own = { controlplane: controlPlanePatches, worker: workerPatches };
  const style = { docs: options.docs ?? false, examples: false, release };
  const found: string[] = [...warnings];
  const rendered = (type: "controlplane" | "worker"): string => {
    const read = [...patches, ...own[type]].map((text, index) =>
      readPatch(text, { name: `patch #${index + 1} of ${type}`, release })
    );
    const documents = applyPatches(unpatched[type], read, { release });
    const result = render(documents, { ...style, name: type, unpatched: unpatched[type] });
    found.push(...result.warnings);
    return result.text;
  };
  const { certs: { os } } = bundle;
  const client = await issueClientCertificate(os, { roles: ["os:admin"], ttl: YEAR_MS }, source);
  return {
    controlplane: rendered("controlplane"),
    worker: rendered("worker"),
    clientConfig: newConfigText(options.clusterName, { endpoints: [], ca: os.crt, ...client }),
    secrets: writeBundle(bundle),
    warnings: found,
  };
}

/** Options of {@linkcode patchConfig}. */
export interface PatchOptions {
  /** Version of Talos Linux whose fields are known; default: the newest. */
  readonly osVersion?: string;
}

/**
 * Applies patches to a machine configuration, in order: strategic merge patches in YAML, or JSON
 * patches (RFC 6902). Everything else keeps its formatting and comments.
 *
 * @throws {OsctlError} of kind `input`, with the position in the patch or in the text.
 */
export function patchConfig(
  text: string,
  patches: readonly string[],
  { osVersion = "" }: PatchOptions = {},
): string {
  const release = parseConfigRelease(osVersion, DEFAULT_RELEASE);
  const read = patches.map((patch, index) =>
    readPatch(patch, { name: `patch #${index + 1}`, release })
  );
  return patchText({ text, name: "configuration", release }, read);
}

/** Options of {@linkcode validateConfig}. */
export interface ValidateOptions {
  /** Where the machine runs. */
  readonly mode: "metal" | "cloud" | "container";
  /** Version of Talos Linux whose rules apply; default: the oldest that has all fields in use. */
  readonly osVersion?: string;
}

/** A problem of a machine configuration. */
export interface Problem {
  /** Nodes reject a configuration with errors. */
  readonly severity: "error" | "warning";
  /** `machine.network.interfaces[1].addresses[0]`; empty for the text as a whole. */
  readonly path: string;
  /** What is wrong; no full stop. */
  readonly message: string;
  /** What to do. */
  readonly hint?: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

/** Returns the problems of a machine configuration in their order; an empty list when it is valid. */
export function validateConfig(text: string, options: ValidateOptions): Problem[] {
  const { mode, osVersion = "" } = options;
  const schema = parseConfigRelease(osVersion, DEFAULT_RELEASE);
  const loaded = decodeMachineConfig(text, { release: schema });
  const release = osVersion === "" ? rulesRelease(loaded.documents, DEFAULT_RELEASE) : schema;
  const place = placesIn(text);
  return [...loaded.problems, ...validate(loaded, { mode, release })]
    .toSorted((a, b) => a.offset - b.offset)
    .map(({ severity, path, message, hint, offset }) => ({
      severity,
      path: pathText(path),
      message,
      ...hint === undefined ? {} : { hint },
      ...place(offset),
    }));
}
