/**
 * The facts of a machine configuration that identify its node and cluster.
 *
 * @module
 */
import { parseOsVersion } from "../../os_versions/mod.ts";
import { type ConfigDocument, type Data, isList, isMap, sectionOf, type Value } from "../data.ts";
import { decodeMachineConfig } from "../load/mod.ts";
import { MAIN } from "../schema/documents.ts";
import { NEWEST } from "../schema/releases.ts";

/** The identity in a configuration. Empty texts and lists where it does not declare one. */
export interface ConfigIdentity {
  /** `cluster.clusterName`. */
  readonly clusterName: string;
  /** `cluster.id`. */
  readonly clusterId: string;
  /** Certificates of the node API's authorities, issuing and accepted, as base64 of DER. */
  readonly authorities: readonly string[];
  /** `controlplane` or `worker`. */
  readonly role: string;
  /** Lower case. */
  readonly hostname: string;
  /** Static addresses without prefix length, and without virtual ones. */
  readonly addresses: readonly string[];
  /** Versions without `v` by component of Kubernetes. */
  readonly kubernetes: ReadonlyMap<string, string>;
  /** Tag of `machine.install.image`. */
  readonly installer: string;
}

/** Documents of Kubernetes components, and their names. */
const COMPONENT_DOCUMENTS: Readonly<Record<string, string>> = {
  KubeletConfig: "kubelet",
  KubeAPIServerConfig: "kube-apiserver",
  KubeControllerManagerConfig: "kube-controller-manager",
  KubeSchedulerConfig: "kube-scheduler",
  KubeProxyConfig: "kube-proxy",
};

/** Sections of the main document's `cluster`, and the names of their components. */
const COMPONENT_SECTIONS: Readonly<Record<string, string>> = {
  apiServer: "kube-apiserver",
  controllerManager: "kube-controller-manager",
  scheduler: "kube-scheduler",
  proxy: "kube-proxy",
};

/** Other names of machine types. */
const CANONICAL_TYPES: Readonly<Record<string, string>> = { init: "controlplane", join: "worker" };

/** Reads the identity; a text that is not a configuration declares none. */
export function readIdentity(text: string): ConfigIdentity {
  const { documents } = decodeMachineConfig(text, { release: NEWEST, isLenient: true });
  const main = documents.find(({ type }) => type === MAIN)?.data ?? {};
  const [machine, cluster] = [sectionOf(main, "machine"), sectionOf(main, "cluster")];
  const hostnames = documents.filter(({ type }) => type.kind === "HostnameConfig");
  const type = textOf(machine["type"]);
  return {
    clusterName: textOf(cluster["clusterName"]),
    clusterId: textOf(cluster["id"]),
    authorities: readAuthorities(machine),
    role: CANONICAL_TYPES[type] ?? type,
    hostname: [
      textOf(sectionOf(machine, "network")["hostname"]),
      ...hostnames.map(({ data }) => textOf(data["hostname"])),
    ].find((one) => one !== "")?.toLowerCase() ?? "",
    addresses: [...new Set(readAddresses(machine, documents))],
    kubernetes: readKubernetes(machine, cluster, documents),
    installer: tagOf(sectionOf(machine, "install")["image"]),
  };
}

function readAuthorities(machine: Data): string[] {
  const accepted = machine["acceptedCAs"];
  return [machine["ca"], ...isList(accepted) ? accepted : []].flatMap((one) => {
    const crt = isMap(one) ? textOf(one["crt"]).replaceAll(/\s+/g, "") : "";
    return crt === "" ? [] : [derOf(crt)];
  });
}

/** Returns the content of base64 PEM without its frame: line breaks of equal certificates differ. */
function derOf(crt: string): string {
  let pem: string;
  try {
    pem = atob(crt);
  } catch (error) {
    // Not base64: the validation reports it.
    if (error instanceof DOMException) return crt;
    throw error;
  }
  return pem.replaceAll(/-----[A-Z ]{1,40}-----|\s+/g, "");
}

function readAddresses(machine: Data, documents: readonly ConfigDocument[]): string[] {
  const network = sectionOf(machine, "network");
  const own = itemsOf(network["interfaces"]).flatMap((link) => [
    ...addressesOf(link),
    ...itemsOf(link["vlans"]).flatMap(addressesOf),
  ]);
  const others = documents.flatMap(({ type, data }) => type === MAIN ? [] : addressesOf(data));
  return [...own, ...others];
}

function addressesOf(link: Data): string[] {
  const listed = link["addresses"];
  const all = [link["cidr"], ...isList(listed) ? listed : []];
  return all.flatMap((one) => {
    const address = textOf(isMap(one) ? one["address"] : one).split("/")[0]!.toLowerCase();
    return address === "" ? [] : [address];
  });
}

function readKubernetes(
  machine: Data,
  cluster: Data,
  documents: readonly ConfigDocument[],
): ReadonlyMap<string, string> {
  const images: (readonly [name: string, image: Value | undefined])[] = [
    ["kubelet", sectionOf(machine, "kubelet")["image"]],
    ...Object.entries(COMPONENT_SECTIONS).map(([section, name]) =>
      [name, sectionOf(cluster, section)["image"]] as const
    ),
    ...documents.flatMap(({ type, data }) => {
      const name = COMPONENT_DOCUMENTS[type.kind];
      return name === undefined ? [] : [[name, data["image"]] as const];
    }),
  ];
  return new Map(images.flatMap(([name, image]) => {
    const tag = tagOf(image);
    return parseOsVersion(tag) === undefined ? [] : [[name, tag.replace(/^v/, "")] as const];
  }));
}

function tagOf(image: Value | undefined): string {
  const [name = ""] = textOf(image).split("@");
  const [, tag = ""] = /:([^:/]{1,128})$/.exec(name) ?? [];
  return tag;
}

function itemsOf(value: Value | undefined): Data[] {
  return isList(value) ? value.filter(isMap) : [];
}

function textOf(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}
