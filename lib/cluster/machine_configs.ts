/**
 * The machine configurations of a cluster of machines: generated from the flags of `create`, or read
 * from `--input-dir`; with the settings of the provisioner, patches, firewall and WireGuard.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { type ConfigDocument, type Data, mergeData } from "../machineconfig/data.ts";
import { encodeConfig } from "../machineconfig/encode/mod.ts";
import {
  bundleOptionsFor,
  type Contract,
  generateConfig,
  parseContract,
  parseEndpoint,
  parseKubernetesVersion,
  parseMirrors,
  render,
  schemaOfContract,
} from "../machineconfig/generate/mod.ts";
import { applyPatches, type Patch, readPatch } from "../machineconfig/patch/mod.ts";
import { MAIN } from "../machineconfig/schema/documents.ts";
import type { ConfigRelease } from "../machineconfig/schema/types.ts";
import type { IssueContext } from "../pki/certificate_writer.ts";
import { issueClientCertificate } from "../pki/issue.ts";
import { createBundle, type SecretsBundle } from "../pki/secrets_bundle.ts";
import { readText } from "../platform/files.ts";
import { resolve } from "../platform/paths.ts";
import { writeYaml, type YamlMap } from "../yaml/write.ts";
import { CLIENTS } from "./config_files.ts";
import type { ConfigClient, ConfigSource, ConfigSystem, ConfigType } from "./config_source.ts";
import { readConfigPatches, type TypePatches } from "./config_patches.ts";
import { firewallDocuments } from "./firewall.ts";
import { versionOfImage } from "./image_version.ts";
import { readInputFolder } from "./input_folder.ts";
import {
  type CreateRequest,
  isControlPlane,
  type MachineConfigs,
  type MachineSettings,
  type Report,
} from "./types.ts";
import { wireguardInterfaces } from "./wireguard.ts";

/** Port of the Kubernetes API without `--control-plane-port`. */
const API_PORT = 6443;
/** Port of the node-local API proxy without `--localproxy-port`. */
const PROXY_PORT = 7445;

/** Configurations, and the client that they accept. */
export interface GeneratedConfigs extends MachineConfigs {
  /** Configuration of each type without settings of single nodes, for `--skip-injecting-config`. */
  readonly files: ReadonlyMap<ConfigType, string>;
  /** Undefined when the input directory has no client configuration. */
  readonly client: ConfigClient | undefined;
}

/**
 * Creates the configurations of all nodes. Validates everything before it resolves.
 *
 * @throws {OsctlError} of kind `usage`, `input` or `file`.
 */
export async function createMachineConfigs(
  settings: MachineSettings,
  request: CreateRequest,
  system: ConfigSystem,
  report: Report,
): Promise<GeneratedConfigs> {
  const { flags } = request;
  const { plan: { nodes } } = settings;
  const source = flags.inputDir === ""
    ? await generate(settings, request, system, report)
    : await readInputFolder(settings, request, system);
  const patches = await readAllPatches(settings, request, source.release, system);
  const own = await nodePatches(settings, request, source.release, system);
  const types = [...new Set(nodes.map(({ type }) => type))];
  const files = new Map(
    types.map((type) => [type, source.textOf(type, patches[roleOf(type)], true)]),
  );
  const byName = new Map(nodes.map((node) => [node.name, node]));
  return {
    isInjected: !flags.skipInjectingConfig,
    files,
    client: source.client,
    textOf(name, { comments } = { comments: true }) {
      const { type } = byName.get(name)!;
      const more = own.get(name);
      if (comments && more === undefined) return files.get(type)!;
      const all = [...patches[roleOf(type)], ...more === undefined ? [] : [more]];
      return source.textOf(type, all, comments);
    },
  };
}

const roleOf = (type: ConfigType) => isControlPlane({ type }) ? "controlplane" : "worker";

/** Reads the patches of the flags, and adds the firewall. */
async function readAllPatches(
  { plan }: MachineSettings,
  { flags }: CreateRequest,
  release: ConfigRelease,
  { cwd }: ConfigSystem,
): Promise<TypePatches> {
  const patches = await readConfigPatches(flags, release, (path) => readText(resolve(cwd, path)));
  if (flags.withFirewall === "") return patches;
  const firewall = firewallDocuments(flags.withFirewall, plan);
  const toPatch = (documents: readonly ConfigDocument[]) =>
    readPatch(encodeConfig(documents, { docs: false, examples: false }), {
      name: "--with-firewall",
      release,
    });
  return {
    controlplane: [...patches.controlplane, toPatch(firewall.controlplane)],
    worker: [...patches.worker, toPatch(firewall.worker)],
  };
}

/** Returns the patches of single nodes, by name. */
async function nodePatches(
  { plan: { nodes } }: MachineSettings,
  { flags }: CreateRequest,
  release: ConfigRelease,
  system: ConfigSystem,
): Promise<ReadonlyMap<string, Patch>> {
  if (flags.wireguardCidr === "") return new Map();
  const devices = await wireguardInterfaces(flags.wireguardCidr, nodes, system);
  return new Map([...devices].map(([name, device]) => {
    const text = writeYaml({ machine: { network: { interfaces: [device as YamlMap] } } });
    return [name, readPatch(text, { name: "--wireguard-cidr", release })];
  }));
}

/** Generates secrets and configurations. */
async function generate(
  settings: MachineSettings,
  request: CreateRequest,
  system: ConfigSystem,
  report: Report,
): Promise<ConfigSource> {
  const { flags, release } = request;
  const { plan } = settings;
  if (flags.withMeshnet && !flags.withClusterDiscovery) {
    throw new OsctlError("usage", "--with-meshnet requires cluster discovery", {
      hint: "remove --with-cluster-discovery=false",
    });
  }
  const version = flags.osVersion === "" ? versionOfImage(settings.versionImage) : flags.osVersion;
  const contract = parseContract(version, release);
  const schema = schemaOfContract(contract, release);
  const endpoint = parseEndpoint(settings.clusterEndpoint);
  const kubernetesVersion = parseKubernetesVersion(flags.kubernetesVersion);
  const registryMirrors = parseMirrors(flags.registryMirror, contract);
  const { endpoints, additionalSans } = chooseEndpoints(settings, request);
  await report("generating PKI and tokens");
  const issuer: IssueContext = system;
  const bundle = await createBundle(bundleOptionsFor(contract), issuer);
  const generated = generateConfig({
    clusterName: plan.name,
    endpoint,
    bundle,
    contract,
    legacy: release === "v1.4",
    dnsDomain: flags.dnsDomain,
    installDisk: settings.installDisk,
    installImage: flags.installImage,
    kubernetesVersion,
    additionalSans,
    registryMirrors,
    persist: true,
    discovery: flags.withClusterDiscovery,
    mesh: flags.withMeshnet,
  });
  const documents = (type: ConfigType) =>
    generated[type].map((document) =>
      document.type !== MAIN ? document : {
        ...document,
        data: mergeData(document.data, settingsOf(type, settings, request, contract)),
      }
    );
  return {
    release: schema,
    client: await createClient(bundle, { plan, endpoints }, request, issuer),
    textOf(type, patches, comments) {
      const unpatched = documents(type);
      const patched = applyPatches(unpatched, patches, { release: schema });
      return render(patched, {
        ...{ docs: comments, examples: comments, release: schema },
        ...{ name: `the ${type} configuration`, unpatched, modes: [settings.mode] },
      }).text;
    },
  };
}

/** Returns the endpoints of the client configuration and additional names in certificates. */
function chooseEndpoints(
  { plan, endpoints, additionalSans }: MachineSettings,
  { flags }: CreateRequest,
): Pick<MachineSettings, "endpoints" | "additionalSans"> {
  if (flags.endpoint !== "") {
    return { endpoints: [flags.endpoint], additionalSans: [hostOf(flags.endpoint)] };
  }
  if (flags.initNodeAsEndpoint) {
    return { endpoints: [plan.nodes[0]!.addresses[0]!], additionalSans: [] };
  }
  return { endpoints, additionalSans };
}

/** Returns the host of `host`, `host:port` or `[v6]:port`. */
export function hostOf(endpoint: string): string {
  return /^\[(.+)\](:\d+)?$/.exec(endpoint)?.[1] ?? endpoint.replace(/^([^:]+):\d+$/, "$1");
}

/** Returns the fields of the main document that flags and provisioner set. */
function settingsOf(
  type: ConfigType,
  settings: MachineSettings,
  { flags, given }: CreateRequest,
  contract: Contract,
): Data {
  const { plan, networkInterface } = settings;
  const isWorker = type === "worker";
  const vip = plan.vip === undefined || isWorker ? {} : { vip: { ip: plan.vip } };
  const insecure = flags.registryInsecureSkipVerify.map((host) =>
    [host, { tls: { insecureSkipVerify: true } }] as const
  );
  const proxy = flags.localproxyPort === 0
    ? { enabled: false }
    : { enabled: true, port: flags.localproxyPort };
  const own: Data = {
    ...(flags.withDebug ? { debug: true } : {}),
    machine: {
      network: { interfaces: [{ ...networkInterface, ...vip }] },
      ...(insecure.length === 0 ? {} : { registries: { config: Object.fromEntries(insecure) } }),
      ...(flags.withBootloader ? {} : { sysctls: { "kernel.kexec_load_disabled": "1" } }),
      ...(given.has("localproxyPort") && flags.localproxyPort !== PROXY_PORT
        ? { features: { kubePrism: proxy } }
        : {}),
    },
    cluster: {
      ...(flags.customCniUrl === ""
        ? {}
        : { network: { cni: { name: "custom", urls: [flags.customCniUrl] } } }),
      ...(flags.controlPlanePort !== API_PORT && !isWorker
        ? { controlPlane: { localAPIServerPort: flags.controlPlanePort } }
        : {}),
    },
  };
  return mergeData(own, settings.config(contract));
}

async function createClient(
  { certs: { os } }: SecretsBundle,
  { endpoints, plan }: Pick<MachineSettings, "endpoints" | "plan">,
  { release }: CreateRequest,
  issuer: IssueContext,
): Promise<ConfigClient> {
  const { ttl } = CLIENTS[release];
  const pair = await issueClientCertificate(os, { roles: ["os:admin"], ttl }, issuer);
  const nodes = plan.nodes.filter(isControlPlane).map(({ addresses }) => addresses[0]!);
  return { endpoints, nodes, ca: os.crt, ...pair };
}
