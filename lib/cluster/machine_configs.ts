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
import { readTypePatches, type TypePatches } from "../machineconfig/generate/read_all_patches.ts";
import type { ConfigRelease } from "../machineconfig/schema/types.ts";
import type { IssueContext } from "../pki/certificate_writer.ts";
import { issueClientCertificate } from "../pki/issue.ts";
import {
  createBundle,
  createServiceAccountKey,
  type SecretsBundle,
  type ServiceAccountKey,
} from "../pki/secrets_bundle.ts";
import { readText } from "../platform/files.ts";
import { resolve } from "../platform/paths.ts";
import { checkInstaller, defaultInstallerImage } from "../os_versions/mod.ts";
import { writeYaml, type YamlMap } from "../yaml/write.ts";
import { CLIENTS } from "./config_files.ts";
import type { ConfigClient, ConfigSource, ConfigSystem, ConfigType } from "./config_source.ts";
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
  /** Undefined when the input directory has no client configuration. */
  readonly client: ConfigClient | undefined;
  /** Returns the configuration of each type without settings of single nodes. */
  files(): Promise<ReadonlyMap<ConfigType, string>>;
}

/** Configurations; control planes' may still lack a key. */
interface PendingSource {
  /** Has a placeholder for the key of service account tokens. */
  readonly draft: ConfigSource;
  /** Rejects when the search for the key is canceled. */
  readonly complete: Promise<ConfigSource>;
}

/**
 * Creates the configurations of all nodes. Validates everything before it resolves; the key of the
 * control planes is then still being generated.
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
  const { draft, complete } = flags.inputDir === ""
    ? await generate(settings, request, system, report)
    : await readSource(settings, request, system);
  const patches = await readAllPatches(settings, request, draft.release, system);
  const own = await nodePatches(settings, request, draft.release, system);
  const types = [...new Set(nodes.map(({ type }) => type))];
  const drafts = new Map(
    types.map((type) => [type, draft.textOf(type, patches[roleOf(type)], true)]),
  );
  const sourceOf = async (type: ConfigType) => isControlPlane({ type }) ? await complete : draft;
  const texts = new Map<ConfigType, string>();
  const typeText = async (type: ConfigType) => {
    const source = await sourceOf(type);
    const text = texts.get(type) ??
      (source === draft ? drafts.get(type)! : source.textOf(type, patches[roleOf(type)], true));
    texts.set(type, text);
    return text;
  };
  const byName = new Map(nodes.map((node) => [node.name, node]));
  return {
    isInjected: !flags.skipInjectingConfig,
    client: draft.client,
    files: async () =>
      new Map(await Promise.all(types.map(async (type) => [type, await typeText(type)] as const))),
    async textOf(name, { comments } = { comments: true }) {
      const { type } = byName.get(name)!;
      const more = own.get(name);
      if (comments && more === undefined) return await typeText(type);
      const all = [...patches[roleOf(type)], ...more === undefined ? [] : [more]];
      return (await sourceOf(type)).textOf(type, all, comments);
    },
  };
}

async function readSource(
  settings: MachineSettings,
  request: CreateRequest,
  system: ConfigSystem,
): Promise<PendingSource> {
  const draft = await readInputFolder(settings, request, system);
  return { draft, complete: Promise.resolve(draft) };
}

const roleOf = (type: ConfigType) => isControlPlane({ type }) ? "controlplane" : "worker";

/** Reads the patches of the flags, and adds the firewall. */
async function readAllPatches(
  { plan }: MachineSettings,
  { flags }: CreateRequest,
  release: ConfigRelease,
  { cwd }: ConfigSystem,
): Promise<TypePatches> {
  const patches = await readTypePatches(
    { ...flags, release },
    (path) => readText(resolve(cwd, path)),
  );
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

/** Generates secrets and configurations, and continues the search for the service account key. */
async function generate(
  settings: MachineSettings,
  request: CreateRequest,
  system: ConfigSystem,
  report: Report,
): Promise<PendingSource> {
  const { flags, release } = request;
  const { plan } = settings;
  if (flags.withMeshnet && !flags.withClusterDiscovery) {
    throw new OsctlError("usage", "--with-meshnet requires cluster discovery", {
      hint: "remove --with-cluster-discovery=false",
    });
  }
  const version = flags.osVersion === "" ? versionOfImage(settings.versionImage) : flags.osVersion;
  checkInstaller("--install-image", flags.installImage);
  const installImage = request.given.has("installImage") || release === "v1.4"
    ? flags.installImage
    : defaultInstallerImage(version, flags.installImage);
  const contract = parseContract(version, release);
  const schema = schemaOfContract(contract, release);
  const endpoint = parseEndpoint(settings.clusterEndpoint);
  const kubernetesVersion = parseKubernetesVersion(flags.kubernetesVersion);
  const registryMirrors = parseMirrors(flags.registryMirror, contract);
  const { endpoints, additionalSans } = chooseEndpoints(settings, request);
  await report("generating PKI and tokens");
  const issuer: IssueContext = system;
  const recipe = bundleOptionsFor(contract);
  const pendingKey = createServiceAccountKey(recipe, system.signal);
  // Reported where it is awaited: not after an earlier error.
  pendingKey.catch(() => {});
  const bundle = await createBundle({ ...recipe, serviceAccount: undefined }, issuer);
  const client = await createClient(bundle, { plan, endpoints }, request, issuer);
  const toSource = (complete: SecretsBundle): ConfigSource => {
    const generated = generateConfig({
      clusterName: plan.name,
      endpoint,
      bundle: complete,
      contract,
      legacy: release === "v1.4",
      dnsDomain: flags.dnsDomain,
      installDisk: settings.installDisk,
      installImage,
      kubernetesVersion,
      additionalSans,
      registryMirrors,
      persist: true,
      discovery: flags.withClusterDiscovery,
      mesh: flags.withMeshnet,
    });
    return {
      release: schema,
      client,
      textOf(type, patches, comments) {
        const unpatched = generated[type].map((document) =>
          document.type !== MAIN ? document : {
            ...document,
            data: mergeData(document.data, settingsOf(type, settings, request, contract)),
          }
        );
        const patched = applyPatches(unpatched, patches, { release: schema });
        return render(patched, {
          docs: comments,
          examples: comments,
          release: schema,
          name: `the ${type} configuration`,
          unpatched,
          modes: [settings.mode],
        }).text;
      },
    };
  };
  if (recipe.serviceAccount === undefined) {
    const draft = toSource(bundle);
    return { draft, complete: Promise.resolve(draft) };
  }
  const draft = toSource(withServiceAccount(bundle, { key: bundle.certs.k8s.key }));
  const complete = pendingKey.then((key) => toSource(withServiceAccount(bundle, key!)));
  complete.catch(() => {});
  return { draft, complete };
}

function withServiceAccount(
  bundle: SecretsBundle,
  k8sServiceAccount: ServiceAccountKey,
): SecretsBundle {
  return { ...bundle, certs: { ...bundle.certs, k8sServiceAccount } };
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
