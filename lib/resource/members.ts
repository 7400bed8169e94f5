/**
 * Members of a cluster.
 *
 * @module
 */
import { isList, isMap } from "../output/value.ts";
import type { ResourceReader } from "./client.ts";
import { specOf } from "./document.ts";

/** Namespace and type of members. */
const MEMBERS = { namespace: "cluster", type: "Members.cluster.talos.dev" };

/** A member of a cluster. */
export interface Member {
  /** The node's name without domain; of Kubernetes the name of its node. */
  readonly id: string;
  /** With the domain, where the node has one. */
  readonly hostname: string;
  /** `controlplane` or `worker`. */
  readonly machineType: string;
  readonly addresses: readonly string[];
  /** Such as `Talos (v1.8.4)`; empty when unknown. */
  readonly operatingSystem: string;
}

/** Returns the members that a node has discovered. */
export async function listMembers(
  reader: ResourceReader,
  node: string,
  signal: AbortSignal,
): Promise<Member[]> {
  const members: Member[] = [];
  for await (const resource of reader.list(node, MEMBERS, { signal })) {
    const spec = await specOf(resource);
    if (!isMap(spec)) continue;
    const { hostname, machineType, addresses, operatingSystem } = spec;
    members.push({
      id: resource.id,
      hostname: String(hostname ?? resource.id),
      machineType: String(machineType ?? ""),
      addresses: isList(addresses) ? addresses.map(String) : [],
      operatingSystem: String(operatingSystem ?? ""),
    });
  }
  return members;
}
