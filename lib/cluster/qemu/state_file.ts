/**
 * The state of a cluster, `state.yaml`, in the format of talosctl, which can show and
 * destroy the cluster by it.
 *
 * @module
 */
import { NODE_API_PORT } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { readTextIfPresent, writeFileAtomic } from "../../platform/files.ts";
import { parseYaml, toData, writeYaml, type YamlData } from "../../yaml/mod.ts";
import type { ClusterNode, ClusterRecord, NodeType } from "../types.ts";
import { bridgeName } from "./network.ts";
import { machineFiles } from "./virtual_machine.ts";

/** Fields of a state besides the record of a cluster. */
export interface MachineState {
  readonly uuid: string;
  /** Port of the machine's HTTP service. */
  readonly apiPort: number;
  readonly hasTpm: boolean;
}

/** Writes a state. `machines` belong to the record's nodes, in their order. */
export async function writeState(
  path: string,
  folder: string,
  record: ClusterRecord,
  machines: readonly MachineState[],
  noMasquerade: readonly string[],
): Promise<void> {
  const { network } = record;
  const nodes = record.nodes.map((node, index) => {
    const { uuid, apiPort, hasTpm } = machines[index]!;
    const files = machineFiles(folder, node.name);
    return {
      id: files.pid,
      uuid,
      name: node.name,
      type: node.type,
      nanocpus: node.nanoCpus ?? 0,
      memory: node.memory ?? 0,
      disksize: node.disk ?? 0,
      ips: node.addresses ?? [node.address],
      apiport: apiPort,
      tpm2statedir: hasTpm ? files.tpm : "",
    };
  });
  const state = {
    provisionername: "qemu",
    bridgename: bridgeName(record.name),
    clusterinfo: {
      clustername: record.name,
      network: {
        name: network.name,
        cidrs: network.cidrs ?? [network.cidr],
        gatewayaddrs: network.gateways ?? [],
        mtu: network.mtu,
        nomasqueradecidrs: noMasquerade,
      },
      nodes,
      extranodes: [],
      kubernetesendpoint: record.kubernetesEndpoint ?? "",
    },
    vmcniconfig: null,
  };
  await writeFileAtomic(path, writeYaml(state), { mode: 0o600 });
}

/** A state, also one that talosctl wrote. */
export interface ReadState {
  readonly record: ClusterRecord;
  readonly bridge: string;
}

/**
 * Reads a state; undefined when there is none.
 *
 * @throws {OsctlError} of kind `input` when it is invalid or belongs to another provisioner.
 */
export async function readState(path: string): Promise<ReadState | undefined> {
  const text = await readTextIfPresent(path, { bytes: 16 * 2 ** 20 });
  if (text === undefined) return undefined;
  const [document] = parseYaml(text).documents;
  const state = new Section(document && toData(document.root), path);
  const provisioner = state.text("provisionername");
  if (provisioner !== "qemu") {
    throw new OsctlError("input", `"${path}" belongs to the provisioner "${provisioner}"`, {
      hint: "use the program that created the cluster",
    });
  }
  const cluster = state.section("clusterinfo");
  const network = cluster.section("network");
  const cidrs = network.texts("cidrs");
  const endpoint = cluster.text("kubernetesendpoint");
  return {
    bridge: state.text("bridgename"),
    record: {
      name: cluster.text("clustername"),
      provisioner: "qemu",
      phase: "ready",
      network: {
        name: network.text("name"),
        cidr: cidrs[0] ?? "",
        cidrs,
        gateways: network.texts("gatewayaddrs"),
        mtu: network.number("mtu"),
      },
      nodes: [...cluster.sections("nodes"), ...cluster.sections("extranodes")].map(readNode),
      ...endpoint === "" ? {} : { kubernetesEndpoint: endpoint },
      ca: "",
    },
  };
}

function readNode(node: Section): ClusterNode {
  const addresses = node.texts("ips");
  return {
    name: node.text("name"),
    type: node.text("type") as NodeType,
    address: addresses[0] ?? "",
    addresses,
    port: NODE_API_PORT,
    nanoCpus: node.number("nanocpus"),
    memory: node.number("memory"),
    disk: node.number("disksize"),
  };
}

/** A map of a state. */
class Section {
  readonly #fields: Readonly<Record<string, YamlData>>;
  readonly #path: string;

  constructor(value: YamlData | undefined, path: string) {
    this.#path = path;
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw this.#invalid();
    this.#fields = value as Readonly<Record<string, YamlData>>;
  }

  text(key: string): string {
    const value = this.#fields[key];
    if (value === undefined || value === null) return "";
    if (typeof value !== "string") throw this.#invalid(key);
    return value;
  }

  number(key: string): number {
    const value = this.#fields[key];
    if (typeof value !== "number" && typeof value !== "bigint") throw this.#invalid(key);
    return Number(value);
  }

  texts(key: string): string[] {
    return this.#list(key).map((item) => {
      if (typeof item !== "string") throw this.#invalid(key);
      return item;
    });
  }

  section(key: string): Section {
    return new Section(this.#fields[key], this.#path);
  }

  sections(key: string): Section[] {
    return this.#list(key).map((item) => new Section(item, this.#path));
  }

  #list(key: string): readonly YamlData[] {
    const value = this.#fields[key];
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw this.#invalid(key);
    return value;
  }

  #invalid(key?: string): OsctlError {
    const field = key === undefined ? "" : `: field "${key}"`;
    return new OsctlError("input", `"${this.#path}" is not the state of a cluster${field}`, {
      hint: "remove the cluster with: osctl cluster destroy --force",
    });
  }
}
