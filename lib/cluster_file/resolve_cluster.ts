/**
 * Checks a decoded cluster file and resolves what its nodes inherit.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { Data } from "../machineconfig/data.ts";
import {
  type Contract,
  type Endpoint,
  isKubernetesVersion,
  parseContract,
  parseEndpoint,
} from "../machineconfig/generate/mod.ts";
import type { Path, Problem } from "../machineconfig/problem.ts";
import { releaseOfVersion } from "../machineconfig/schema/releases.ts";
import type { ConfigRelease } from "../machineconfig/schema/types.ts";
import { Cursor } from "../machineconfig/validate/cursor.ts";
import { Report } from "../machineconfig/validate/report.ts";
import { checkRequired } from "../machineconfig/validate/required.ts";
import {
  isNewerThanKnown,
  kubernetesRange,
  NEWEST_OS_RELEASE,
  parseOsVersion,
  supportsKubernetes,
} from "../os_versions/mod.ts";
import { placesIn, type SourceMap, type SourceNode } from "../yaml/mod.ts";
import { checkNodes, type ResolvedNode } from "./check_nodes.ts";
import { relativeTo } from "./read_files.ts";
import { PatchReader } from "./read_patches.ts";
import { mergeOs, type OsSettings, resolveImage } from "./resolve_os.ts";
import { CLUSTER_FILE } from "./schema.ts";
import type { Sources } from "./sources.ts";
import type {
  ClusterNetworks,
  DeclaredCluster,
  DeclaredPatch,
  MachineIdentity,
  UpdateStrategy,
} from "./types.ts";
import type { Variables } from "./variables.ts";

/** A decoded file. */
export interface DecodedFile {
  readonly path: string;
  readonly data: Data;
  readonly root: SourceMap;
  readonly sources: Sources;
  readonly variables: Variables;
  readonly read: (path: string) => Promise<string>;
}

/** A resolved cluster, or why there is none. */
export interface Resolution {
  /** Undefined after an error. */
  readonly cluster: DeclaredCluster | undefined;
  /** Errors and warnings. */
  readonly problems: readonly Problem[];
  /** Errors of patches, which have places of their own. */
  readonly errors: readonly OsctlError[];
}

/** Checks a file and resolves it. */
export async function resolveCluster(file: DecodedFile): Promise<Resolution> {
  const resolver = new Resolver(file);
  const cluster = await resolver.cluster();
  const { problems } = resolver.report;
  const isValid = resolver.errors.length === 0 &&
    problems.every(({ severity }) => severity !== "error");
  return { cluster: isValid ? cluster : undefined, problems, errors: resolver.errors };
}

/** A taint without its key. */
const TAINT = /^[^:]*:(NoSchedule|PreferNoSchedule|NoExecute)$/;

/** Forms of the values of an identity, and the problem of other values. */
const IDENTITY = {
  uuid: [
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    "not a UUID",
    'print it with "osctl get systeminformation --insecure"',
  ],
  mac: [
    /^[0-9a-f]{2}([:-][0-9a-f]{2}){5}$/i,
    "not a MAC address",
    'print it with "osctl get links --insecure"',
  ],
  fingerprint: [
    /^[A-Za-z0-9+/]{43}=$/,
    "not a fingerprint",
    "use the base64 SHA-256 that the console of the machine shows",
  ],
} as const;

/** The name of the group of control planes. */
export const CONTROL_PLANE = "controlPlane";

class Resolver {
  readonly report: Report;
  readonly errors: OsctlError[] = [];
  readonly #file: DecodedFile;
  readonly #root: Cursor;

  constructor(file: DecodedFile) {
    this.#file = file;
    const { data, root } = file;
    this.#root = Cursor.root({ type: CLUSTER_FILE, data, tree: root });
    this.report = new Report({ mode: "metal", release: NEWEST_OS_RELEASE }, this.#root);
  }

  async cluster(): Promise<DeclaredCluster> {
    const root = this.#root;
    const { sources, path } = this.#file;
    const groups = this.#groups();
    checkRequired(CLUSTER_FILE.object, root, this.report);
    for (const [name, group] of groups) {
      const type = CLUSTER_FILE.object.fields[CONTROL_PLANE]!.type;
      if (name !== CONTROL_PLANE && type.kind === "object") {
        checkRequired(type, group, this.report);
      }
    }
    const contract = this.#contract(root.at("contract"));
    const kubernetesVersion = this.#kubernetesVersion(root.at("kubernetes").at("version"));
    const settings = await this.#nodes(groups, contract, kubernetesVersion);
    checkNodes(settings, root.at(CONTROL_PLANE), this.report);
    const secrets = root.at("secrets");
    const declaredIn = secrets.isPresent ? sources.fileOf(secrets.offset).name : path;
    const vip = root.at("vip");
    return {
      path,
      name: root.at("name").text,
      endpoint: this.#endpoint(root.at("endpoint")),
      contract,
      kubernetesVersion,
      secrets: relativeTo(declaredIn, secrets.text || "secrets.yaml"),
      network: networksOf(root.at("network")),
      vip: vip.isPresent
        ? { address: vip.at("address").text, interface: vip.at("interface").text }
        : undefined,
      allowSchedulingOnControlPlanes: root.at("allowSchedulingOnControlPlanes").isTrue,
      certSans: textsOf(root.at("certSANs")) ?? [],
      setHostnames: !root.at("setHostnames").isFalse,
      discovery: !root.at("discovery").isFalse,
      gates: textsOf(root.at("gates")) ?? [],
      nodes: settings.map(({ node }) => node),
      updates: new Map(groups.map(([name, group]) => [name, this.#update(group.at("update"))])),
      release: this.#release(),
    };
  }

  /** Groups by name, the control planes first. */
  #groups(): (readonly [name: string, Cursor])[] {
    return [
      [CONTROL_PLANE, this.#root.at(CONTROL_PLANE)],
      ...this.#root.at("workers").entries,
    ];
  }

  #endpoint(cursor: Cursor): Endpoint {
    try {
      return parseEndpoint(cursor.text);
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      if (cursor.isNonEmpty) {
        this.report.error(cursor, error.message.replace(/^.*?": /, ""), error.hint);
      }
      return { text: "", hostname: "" };
    }
  }

  #contract(cursor: Cursor): Contract {
    const version = parseOsVersion(cursor.text);
    const isKnown = version !== undefined && !isNewerThanKnown(cursor.text);
    if (isKnown && version[0] === 1) return parseContract(`v1.${version[1]}`, "v1.8");
    if (cursor.isNonEmpty) {
      this.report.error(
        cursor,
        version === undefined ? "not a version" : "an unknown version",
        `use the version of the cluster's creation, at most ${NEWEST_OS_RELEASE}`,
      );
    }
    return { major: 1, minor: 0 };
  }

  #kubernetesVersion(cursor: Cursor): string {
    const version = cursor.text.replace(/^v/, "");
    if (cursor.isNonEmpty && !isKubernetesVersion(version)) {
      this.report.error(cursor, "not a version", "use a version such as v1.31.4");
    }
    return version;
  }

  /** The release of the newest node, also for patches, which several nodes share. */
  #release(): ConfigRelease {
    const versions = [
      this.#root.at("os"),
      ...this.#groups().flatMap(([, group]) => [
        group.at("os"),
        ...group.at("nodes").items.map((node) => node.at("os")),
      ]),
    ].map((os) => os.at("version").text).filter((text) => parseOsVersion(text) !== undefined);
    const minors = versions.map((text) => Number(releaseOfVersion(text).slice("v1.".length)));
    return `v1.${Math.max(0, ...minors)}`;
  }

  async #nodes(
    groups: readonly (readonly [name: string, Cursor])[],
    contract: Contract,
    kubernetesVersion: string,
  ): Promise<readonly ResolvedNode[]> {
    const { sources, variables, read } = this.#file;
    const reader = new PatchReader({ sources, variables, release: this.#release(), read });
    const root = this.#root;
    const shared = await this.#patches(root.at("patches"), reader);
    const found: ResolvedNode[] = [];
    for (const [group, cursor] of groups) {
      const ofGroup = await this.#patches(cursor.at("patches"), reader);
      for (const node of cursor.at("nodes").items) {
        const layers = [root, cursor, node];
        const os = mergeOs(layers.map((layer) => layer.at("os")));
        this.#checkOs(os, node, contract, kubernetesVersion);
        const disk = layers.map((layer) => layer.at("install")).findLast((one) => one.isPresent);
        if (disk !== undefined) this.#checkDisk(disk);
        const image = await resolveImage(os, this.report);
        const own = await this.#patches(node.at("patches"), reader);
        found.push({
          cursor: node,
          node: {
            name: node.at("name").text,
            addresses: textsOf(node.at("addresses")) ?? [],
            identity: this.#identity(node.at("identity")),
            role: group === CONTROL_PLANE ? "controlplane" : "worker",
            group,
            osVersion: os.version.text,
            ...image,
            disk: disk?.at("disk").text ?? "",
            diskSelector: disk?.at("diskSelector").value as Data | undefined,
            labels: this.#labels(layers),
            taints: this.#taints(layers),
            patches: [...shared, ...ofGroup, ...own],
            locked: node.at("locked").isTrue,
            remove: node.at("remove").isTrue,
            origin: this.#place(node.offset),
          },
        });
      }
    }
    return found;
  }

  /** Returns the identity in lower case, as nodes report it. */
  #identity(cursor: Cursor): MachineIdentity {
    const read = (field: keyof typeof IDENTITY) => {
      const value = cursor.at(field);
      const [pattern, message, hint] = IDENTITY[field];
      if (value.isNonEmpty && !pattern.test(value.text)) this.report.error(value, message, hint);
      return value.text;
    };
    return {
      uuid: read("uuid").toLowerCase(),
      mac: read("mac").toLowerCase().replaceAll("-", ":"),
      fingerprint: read("fingerprint"),
    };
  }

  #place(offset: number): string {
    const { name, text, base } = this.#file.sources.fileOf(offset);
    return `${name}:${placesIn(text)(offset - base).line}`;
  }

  async #patches(cursor: Cursor, reader: PatchReader): Promise<DeclaredPatch[]> {
    const patches: DeclaredPatch[] = [];
    for (const { path } of cursor.items) {
      const outcome = await reader.read(nodeAt(this.#file.root, path));
      if ("patch" in outcome) patches.push(outcome.patch);
      else this.errors.push(...outcome.errors.filter((one) => !this.#isReported(one)));
    }
    return patches;
  }

  /** Reports whether a file with the same error has been read at another place. */
  #isReported({ message }: OsctlError): boolean {
    return this.errors.some((one) => one.message === message);
  }

  #labels(layers: readonly Cursor[]): Record<string, string> {
    return Object.assign({}, ...layers.map((layer) => mapOf(layer.at("labels"))));
  }

  #taints(layers: readonly Cursor[]): Record<string, string> {
    for (const layer of layers) {
      for (const [, taint] of layer.at("taints").entries) {
        if (TAINT.test(taint.text)) continue;
        this.#once(taint, "not a taint", 'use value:effect, such as "storage:NoSchedule"');
      }
    }
    return Object.assign({}, ...layers.map((layer) => mapOf(layer.at("taints"))));
  }

  #checkOs(
    os: OsSettings,
    node: Cursor,
    contract: Contract,
    kubernetesVersion: string,
  ): void {
    const { version } = os;
    if (!version.isNonEmpty) {
      this.report.error(node, "no version of Talos Linux", 'set "os.version"');
      return;
    }
    const parsed = parseOsVersion(version.text);
    if (parsed === undefined || !/^v\d+\.\d+\.\d+/.test(version.text)) {
      this.#once(version, "not a version", "use a version such as v1.8.4");
      return;
    }
    if (parsed[1] < contract.minor) {
      this.#once(
        version,
        `older than the contract v${contract.major}.${contract.minor}`,
        "nodes reject settings of later versions",
      );
    }
    const range = kubernetesRange(`v${parsed[0]}.${parsed[1]}`);
    if (range === undefined || kubernetesVersion === "") return;
    if (!isKubernetesVersion(kubernetesVersion) || supportsKubernetes(range, kubernetesVersion)) {
      return;
    }
    this.#once(
      this.#root.at("kubernetes").at("version"),
      `Talos Linux ${version.text} does not support it`,
      `use ${range.oldest} to ${range.newest}`,
    );
  }

  #checkDisk(install: Cursor): void {
    const [disk, selector] = [install.at("disk"), install.at("diskSelector")];
    if (disk.isPresent === selector.isPresent) {
      this.#once(
        install,
        disk.isPresent ? "a disk and a selector" : "no disk",
        'set either "disk" or "diskSelector"',
      );
    }
  }

  #update(cursor: Cursor): UpdateStrategy {
    const [max, order] = [cursor.at("maxUnavailable"), cursor.at("order")];
    if (max.isNonEmpty && !/^([1-9]\d{0,4}|([1-9]\d?|100)%)$/.test(max.text)) {
      this.report.error(max, "not a number or a percentage", 'use "1" or "25%"');
    }
    if (order.isNonEmpty && !/^(name|zone:.+)$/.test(order.text)) {
      this.report.error(order, "unknown order", 'use "name" or "zone:<label>"');
    }
    return {
      maxUnavailable: max.text || "1",
      canary: cursor.at("canary").isPresent ? cursor.at("canary").number : 1,
      order: order.text || "name",
      drain: !cursor.at("drain").isFalse,
    };
  }

  /** Adds an error at a value that several nodes inherit, once. */
  #once(cursor: Cursor, message: string, hint: string): void {
    const { problems } = this.report;
    const isKnown = problems.some((one) => one.offset === cursor.offset && one.message === message);
    if (!isKnown) this.report.error(cursor, message, hint);
  }
}

function networksOf(cursor: Cursor): ClusterNetworks {
  return {
    podSubnets: textsOf(cursor.at("podSubnets")),
    serviceSubnets: textsOf(cursor.at("serviceSubnets")),
    dnsDomain: cursor.at("dnsDomain").text || "cluster.local",
    cni: cursor.at("cni").value as Data | undefined,
  };
}

/** Returns the strings of a list; undefined when it is absent. */
function textsOf(cursor: Cursor): readonly string[] | undefined {
  return cursor.isPresent ? cursor.items.map(({ text }) => text) : undefined;
}

function mapOf(cursor: Cursor): Record<string, string> {
  return Object.fromEntries(cursor.entries.map(([key, { text }]) => [key, text]));
}

/** Returns the value at a path. */
function nodeAt(root: SourceNode, path: Path): SourceNode {
  let node = root;
  for (const step of path) {
    if (node.kind === "map") node = node.entries.findLast(({ key }) => key === step)!.value;
    else if (node.kind === "list") node = node.items[Number(step)]!;
  }
  return node;
}
