/**
 * A declared cluster on local machines: their addresses, disks and networks instead of the declared
 * ones.
 *
 * @module
 */
import type { LocalAdaptation, ProvisionerName } from "../../cluster/types.ts";
import type { DeclaredCluster, DeclaredNode } from "../../cluster_file/mod.ts";
import {
  type ConfigDocument,
  type Data,
  isMap,
  mergeData,
  type Value,
} from "../../machineconfig/data.ts";
import { parseEndpoint } from "../../machineconfig/generate/mod.ts";
import { MAIN } from "../../machineconfig/schema/documents.ts";
import { installerImage } from "../../os_versions/mod.ts";

/** The local machines of a declared cluster. */
export interface LocalMachines {
  readonly provisioner: ProvisionerName;
  readonly adaptation: LocalAdaptation;
  /** Path of the secrets of the local cluster. */
  readonly secrets: string;
  /** Addresses of the machines by name. */
  readonly addresses: ReadonlyMap<string, readonly string[]>;
}

/** Documents of network interfaces, which local machines do not have. */
const LINK_DOCUMENTS = [
  ...["LinkConfig", "LinkAliasConfig", "DummyLinkConfig", "BridgeConfig", "BondConfig"],
  ...["VLANConfig", "VRFConfig", "VethConfig", "WireguardConfig", "EthernetConfig"],
  ...["DHCPv4Config", "DHCPv6Config", "Layer2VIPConfig", "HCloudVIPConfig"],
  ...["BlackholeRouteConfig", "RoutingRuleConfig", "BGPInstanceConfig"],
];

/** Documents of the ingress firewall, whose rules name other networks. */
const FIREWALL_DOCUMENTS = ["NetworkDefaultActionConfig", "NetworkRuleConfig"];

/** Documents of disks that local machines do not have. */
const DISK_DOCUMENTS = [
  ...["UserVolumeConfig", "RawVolumeConfig", "ExistingVolumeConfig", "SwapVolumeConfig"],
  ...["LVMVolumeGroupConfig", "LVMLogicalVolumeConfig", "RAIDArrayConfig"],
];

/** A part that a provisioner cannot simulate. */
interface Removal {
  readonly documents: readonly string[];
  readonly paths: readonly (readonly string[])[];
}

const REMOVED_LINKS: Removal = {
  documents: LINK_DOCUMENTS,
  paths: [["machine", "network", "interfaces"]],
};

/** Documents and fields that are removed, by provisioner. */
const REMOVED: Readonly<Record<ProvisionerName, readonly Removal[]>> = {
  sandbox: [REMOVED_LINKS],
  docker: [REMOVED_LINKS, {
    documents: [...FIREWALL_DOCUMENTS, ...DISK_DOCUMENTS],
    paths: [["machine", "disks"]],
  }],
  qemu: [REMOVED_LINKS, {
    documents: [...FIREWALL_DOCUMENTS, ...DISK_DOCUMENTS],
    paths: [["machine", "disks"]],
  }],
};

/** Returns a declared cluster as it is on local machines. */
export function localise(cluster: DeclaredCluster, local: LocalMachines): DeclaredCluster {
  const { adaptation: { endpoint, sans, settings, disk }, addresses, secrets } = local;
  const { vip: _, ...rest } = cluster;
  return {
    ...rest,
    vip: undefined,
    endpoint: parseEndpoint(endpoint),
    certSans: [...new Set([...cluster.certSans, ...sans])],
    secrets,
    nodes: declaredMachines(cluster, addresses).map((node): DeclaredNode => ({
      ...node,
      addresses: addresses.get(node.name) ?? [],
      identity: { uuid: "", mac: "", fingerprint: "" },
      disk,
      diskSelector: undefined,
      schematic: undefined,
      ...node.schematic === undefined ? {} : { installImage: installerImage(node.osVersion) },
    })),
    adapt: (documents) =>
      withSettings(removeForeign(documents, local.provisioner, () => {}), settings),
  };
}

/**
 * Returns the nodes that have a machine or lack one; not removed ones, which were never created.
 */
function declaredMachines(
  { nodes }: DeclaredCluster,
  addresses: LocalMachines["addresses"],
): readonly DeclaredNode[] {
  return nodes.filter(({ name, remove }) => !remove || addresses.has(name));
}

/** Returns what {@linkcode localise} changes, a line each. */
export function describeAdaptation(
  cluster: DeclaredCluster,
  { adaptation, provisioner, secrets }: LocalMachines,
  documentsOf: (node: DeclaredNode) => readonly ConfigDocument[],
): string[] {
  const removed = new Map<string, string[]>();
  for (const node of cluster.nodes) {
    removeForeign(documentsOf(node), provisioner, (what) => {
      removed.set(what, [...new Set([...removed.get(what) ?? [], node.name])]);
    });
  }
  const hasSchematic = cluster.nodes.some(({ schematic }) => schematic !== undefined);
  const { disk } = adaptation;
  const disks = cluster.nodes.filter((node) => node.disk !== disk || node.diskSelector);
  return [
    "addresses: local",
    `endpoint: ${adaptation.endpoint} instead of ${cluster.endpoint.text}`,
    ...(cluster.vip === undefined ? [] : [`vip: ${cluster.vip.address} is not announced`]),
    `secrets: new, in ${secrets}`,
    ...(disks.length === 0
      ? []
      : [disk === "" ? "install: nodes are not installed" : `install: on ${disk}`]),
    ...(hasSchematic ? ["schematics: the image without extensions and kernel arguments"] : []),
    ...[...removed].map(([what, nodes]) => `removed ${what}: ${nodes.join(", ")}`),
  ];
}

/** Removes what a provisioner cannot simulate, and reports each document and path. */
function removeForeign(
  documents: readonly ConfigDocument[],
  provisioner: ProvisionerName,
  report: (what: string) => void,
): ConfigDocument[] {
  const removals = REMOVED[provisioner];
  const kinds = new Set(removals.flatMap((one) => one.documents));
  const paths = removals.flatMap((one) => one.paths);
  return documents.flatMap((document) => {
    if (kinds.has(document.type.kind)) {
      report(document.type.kind);
      return [];
    }
    if (document.type !== MAIN) return [document];
    const data = paths.reduce<Data>((at, path) => {
      const without = withoutPath(at, path);
      if (without !== at) report(path.join("."));
      return without;
    }, document.data);
    return [{ ...document, data }];
  });
}

/** Returns the data without a value; the same data when it is absent. */
function withoutPath(data: Data, [key = "", ...rest]: readonly string[]): Data {
  const value: Value | undefined = data[key];
  if (value === undefined) return data;
  if (rest.length === 0) {
    const { [key]: _, ...others } = data;
    return others;
  }
  if (!isMap(value)) return data;
  const without = withoutPath(value, rest);
  return without === value ? data : { ...data, [key]: without };
}

function withSettings(documents: readonly ConfigDocument[], settings: Data): ConfigDocument[] {
  return documents.map((document) =>
    document.type === MAIN ? { ...document, data: mergeData(document.data, settings) } : document
  );
}
