/**
 * The summary of a node, with the fields of talosctl.
 *
 * @module
 */
import { isList, type Value } from "../output/value.ts";
import { formatCount } from "../output/text.ts";
import { fieldsOf, resourceKey, textOf } from "./apply_resource.ts";
import { PENDING, UNKNOWN } from "./format.ts";
import type { NodeModel, ResourceEntry } from "./types.ts";

/** A labelled value. */
export interface Field {
  readonly name: string;
  readonly value: string;
  /** Whether the value is a good one; undefined: neither. */
  readonly isGood?: boolean | undefined;
}

const texts = (value: Value | undefined): string[] =>
  isList(value) ? value.flatMap((item) => textOf(item) ?? []) : [];

const listText = (items: readonly string[], empty = UNKNOWN): string =>
  items.length === 0 ? empty : items.join(", ");

/** Returns the fields of node, Kubernetes and network. */
export function summaryOf(
  model: NodeModel,
  { isNarrow }: { readonly isNarrow: boolean },
): readonly (readonly Field[])[] {
  const { resources, stage, ready, role } = model;
  const spec = (type: string, id: string) => fieldsOf(resources.get(resourceKey(type, id))?.spec);
  const all = (type: string): ResourceEntry[] =>
    [...resources.values()].filter((entry) => entry.type === type);
  const members = all("Members.cluster").length;
  const cluster = textOf(spec("Infos.cluster", "current")["clusterName"]) || UNKNOWN;
  const security = spec("SecurityStates", "securitystate")["secureBoot"];
  const image = textOf(spec("KubeletSpecs.kubernetes", "kubelet")["image"]);
  const kubelet = model.services?.find(({ id }) => id === "kubelet")?.health;
  const connectivity = spec("NetworkStatuses.net", "status")["connectivityReady"];
  const time = spec("TimeServerStatuses.net", "timeservers")["timeServers"];
  const siderolink = all("SiderolinkStatuses.siderolink")[0]?.spec;
  const uuid = textOf(spec("SystemInformations.hardware", "systeminformation")["uuid"]);
  return [
    [
      { name: "UUID", value: uuid || UNKNOWN },
      // A cluster has at least the node itself: without members, the node has not sent them yet.
      {
        name: "CLUSTER",
        value: members === 0 ? PENDING : `${cluster} (${formatCount(members, "machine")})`,
      },
      siderolinkField(siderolink),
      {
        name: "STAGE",
        value: stage ?? UNKNOWN,
        isGood: stage === undefined ? undefined : stage === "running",
      },
      { name: "READY", value: ready === undefined ? UNKNOWN : String(ready), isGood: ready },
      {
        name: "SECUREBOOT",
        value: textOf(security) ?? UNKNOWN,
        isGood: security === true ? true : undefined,
      },
    ],
    [
      { name: "TYPE", value: role ?? UNKNOWN },
      { name: "KUBERNETES", value: image?.split(":").at(-1) ?? UNKNOWN },
      healthField("KUBELET", kubelet && !kubelet.unknown ? kubelet.healthy : undefined),
      ...role === "worker" ? [] : [
        podField("APISERVER", "kube-apiserver", all("StaticPodStatuses.kubernetes")),
        podField(
          isNarrow ? "CTRL-MGR" : "CONTROLLER-MANAGER",
          "kube-controller-manager",
          all("StaticPodStatuses.kubernetes"),
        ),
        podField("SCHEDULER", "kube-scheduler", all("StaticPodStatuses.kubernetes")),
      ],
    ],
    [
      {
        name: "HOST",
        value: textOf(spec("HostnameStatuses.net", "hostname")["hostname"]) || UNKNOWN,
      },
      { name: "IP", value: listText(addressesOf(resources).sort()) },
      { name: "GW", value: listText(gatewaysOf(all("RouteStatuses.net"))) },
      healthField("CONNECTIVITY", typeof connectivity === "boolean" ? connectivity : undefined),
      {
        name: "DNS",
        value: listText(texts(spec("ResolverStatuses.net", "resolvers")["dnsServers"])),
      },
      { name: "NTP", value: listText(texts(time)) },
    ],
  ];
}

function healthField(name: string, isGood: boolean | undefined): Field {
  return { name, value: isGood === undefined ? UNKNOWN : isGood ? "OK" : "failed", isGood };
}

function siderolinkField(spec: Value | undefined): Field {
  const { host, connected } = fieldsOf(spec);
  const isConnected = typeof connected === "boolean" ? connected : undefined;
  return { name: "SIDEROLINK", value: textOf(host) ?? UNKNOWN, isGood: isConnected };
}

function podField(name: string, pod: string, statuses: readonly ResourceEntry[]): Field {
  const { spec } = statuses.find(({ id }) => id.includes(pod)) ?? {};
  const { conditions } = fieldsOf(fieldsOf(spec)["podStatus"] ?? spec);
  const ready = (isList(conditions) ? conditions : []).map(fieldsOf)
    .find(({ type }) => type === "Ready");
  return healthField(name, ready && ready["status"] === "True");
}

/** Returns the addresses without Kubernetes addresses, where the node distinguishes them. */
function addressesOf(resources: NodeModel["resources"]): string[] {
  for (const id of ["routed-no-k8s", "routed"]) {
    const entry = resources.get(resourceKey("NodeAddresses.net", id));
    if (entry) return texts(fieldsOf(entry.spec)["addresses"]);
  }
  return [];
}

function gatewaysOf(routes: readonly ResourceEntry[]): string[] {
  const gateways = routes.map(({ spec }) => fieldsOf(spec))
    .filter(({ dst }) => dst === "")
    .flatMap(({ gateway }) => textOf(gateway) || []);
  const isV6 = (address: string) => Number(address.includes(":"));
  return [...new Set(gateways)].sort((a, b) => isV6(a) - isV6(b) || (a < b ? -1 : 1));
}

/** More types with the same reason are counted. */
const MAX_NAMED_TYPES = 3;

/** Returns why resources are missing, a line for each reason. */
export function missingResourcesOf({ incompleteTypes }: NodeModel): string[] {
  const failed = [...incompleteTypes].filter(([, reason]) => reason !== undefined);
  return [...Map.groupBy(failed, ([, reason]) => reason)].map(([reason, entries]) => {
    const types = entries.map(([type]) => type);
    return types.length > MAX_NAMED_TYPES
      ? `no resources of ${types.length} types: ${reason}`
      : `no ${types.join(", ")}: ${reason}`;
  });
}

/** Returns the number of types whose resources the node has not sent yet. */
export function countAwaitedTypes({ incompleteTypes }: NodeModel): number {
  return [...incompleteTypes.values()].filter((reason) => reason === undefined).length;
}

/** Returns the diagnostics that the node reports. */
export function diagnosticsOf({ resources }: NodeModel): string[] {
  return [...resources.values()].filter(({ type }) => type === "Diagnostics.runtime")
    .map(({ id, spec }) => `${id}: ${textOf(fieldsOf(spec)["message"]) ?? ""}`);
}
