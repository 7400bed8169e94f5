/**
 * Updates the model of a node from its resources.
 *
 * @module
 */
import { DOMAIN } from "../distribution.ts";
import { isList, isMap, type Value, type ValueMap } from "../output/value.ts";
import { compactJson } from "../output/go_json.ts";
import { specOf } from "../resource/document.ts";
import type { Resource } from "../resource/resource.ts";
import type { WatchEvent } from "../resource/watch_changes.ts";
import type { NodeModel, ResourceEntry } from "./types.ts";

/** A kind of resources to watch on the selected node. */
export interface WatchedKind {
  readonly namespace: string;
  readonly type: string;
  /** Undefined: all resources of the kind. */
  readonly id?: string;
}

const kind = (namespace: string, name: string, id?: string): WatchedKind => ({
  namespace,
  type: `${name}.${DOMAIN}`,
  ...(id === undefined ? {} : { id }),
});

/** The stage of a node, watched on all nodes. */
export const MACHINE_STATUS: WatchedKind & { readonly id: string } = {
  ...kind("runtime", "MachineStatuses.runtime"),
  id: "machine",
};

/** Services that run, watched on all nodes; their changes are followed by a poll of all services. */
export const SERVICES = kind("runtime", "Services.v1alpha1");

/** Kinds of the node view, as in talosctl. */
export const NODE_KINDS: readonly WatchedKind[] = [
  MACHINE_STATUS,
  kind("runtime", "SecurityStates", "securitystate"),
  kind("config", "MachineTypes.config", "machine-type"),
  kind("k8s", "KubeletSpecs.kubernetes", "kubelet"),
  kind("network", "ResolverStatuses.net", "resolvers"),
  kind("network", "TimeServerStatuses.net", "timeservers"),
  kind("hardware", "SystemInformations.hardware", "systeminformation"),
  kind("cluster", "Infos.cluster", "current"),
  kind("network", "NetworkStatuses.net", "status"),
  kind("network", "HostnameStatuses.net", "hostname"),
  kind("runtime", "MetaKeys.runtime"),
  kind("k8s", "StaticPodStatuses.kubernetes"),
  kind("network", "RouteStatuses.net"),
  kind("network", "LinkStatuses.net"),
  kind("cluster", "Members.cluster"),
  kind("network", "NodeAddresses.net"),
  kind("config", "SiderolinkStatuses.siderolink"),
  kind("runtime", "Diagnostics.runtime"),
];

/** Returns the fields of a spec; none unless it is a map. */
export function fieldsOf(spec: Value | undefined): ValueMap {
  return isMap(spec) ? spec : {};
}

/** Converts a value to text; undefined for what is none. */
export function textOf(value: Value | undefined): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** Updates stage and readiness. */
export function applyMachineStatus(model: NodeModel, spec: Value): void {
  const { stage, status } = fieldsOf(spec);
  const { ready, unmetConditions } = fieldsOf(status);
  model.stage = textOf(stage);
  model.ready = typeof ready === "boolean" ? ready : undefined;
  model.unmet = (isList(unmetConditions) ? unmetConditions : []).map((condition) => {
    const { name, reason } = fieldsOf(condition);
    return { name: textOf(name) ?? "", reason: textOf(reason) ?? "" };
  });
}

/** Key of a resource in the model. */
export function resourceKey(type: string, id: string): string {
  return `${type}\0${id}`;
}

/** Longest retained JSON of a spec, UTF-16 code units. */
const MAX_TEXT = 400;

const SUFFIX = `.${DOMAIN}`;

/** Adds, replaces or removes a resource of the selected node. */
export async function applyResource(model: NodeModel, event: WatchEvent): Promise<void> {
  const { kind, resource } = event;
  if (kind === "bootstrapped") return;
  const type = shortType(resource);
  const key = resourceKey(type, resource.id);
  if (kind === "destroyed") {
    model.resources.delete(key);
    return;
  }
  const spec = await specOf(resource);
  const entry: ResourceEntry = {
    type,
    namespace: resource.namespace,
    id: resource.id,
    version: resource.version,
    updatedAt: Number(resource.updated?.seconds ?? 0) * 1000,
    spec,
    text: compactJson(spec).slice(0, MAX_TEXT),
  };
  model.resources.set(key, entry);
}

/** Removes all resources of a kind. */
export function removeResources({ resources }: NodeModel, kind: WatchedKind): void {
  const prefix = resourceKey(shortType(kind), "");
  for (const key of resources.keys()) if (key.startsWith(prefix)) resources.delete(key);
}

/** Returns the type without the domain. */
export function shortType({ type }: Pick<Resource, "type">): string {
  return type.endsWith(SUFFIX) ? type.slice(0, -SUFFIX.length) : type;
}
