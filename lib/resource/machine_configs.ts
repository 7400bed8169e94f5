/**
 * Reads machine configurations of nodes.
 *
 * @module
 */
import { toNodeFailure } from "../client/node_error.ts";
import { type NodeFailure, OsctlError } from "../errors.ts";
import type { ResourceReader } from "./client.ts";
import { findKinds } from "./kinds.ts";
import { MACHINE_CONFIG } from "./machine_config_type.ts";
import type { Resource } from "./resource.ts";

/** A request for configurations. */
export interface MachineConfigRequest {
  readonly nodes: readonly string[];
  /** Name of the type as given on the command line. */
  readonly name: string;
  /** The active configuration when absent, else all resources of the type. */
  readonly id: string | undefined;
  /** Default namespace of the type when empty. */
  readonly namespace: string;
  /** The change, for the error about other types: `edited`. */
  readonly verb: string;
}

/** A configuration of a node. */
export interface MachineConfig {
  readonly node: string;
  readonly type: string;
  readonly id: string;
  readonly text: string;
}

/**
 * Reads the configurations of each node, in the order of the nodes.
 *
 * @throws {OsctlError} of kind `input` for another type, `usage` for an empty id.
 */
export async function readMachineConfigs(
  reader: ResourceReader,
  { nodes, name, id, namespace, verb }: MachineConfigRequest,
): Promise<{ configs: MachineConfig[]; failures: NodeFailure[] }> {
  if (id === "") {
    throw new OsctlError("usage", "the id is empty", { hint: "omit it, or use v1alpha1" });
  }
  const [kind] = await findKinds(reader, [name], namespace);
  if (kind!.type !== MACHINE_CONFIG) {
    throw new OsctlError("input", `resources of type ${kind!.type} cannot be ${verb}`, {
      hint: "only machine configurations can: machineconfig",
    });
  }
  const failures: NodeFailure[] = [];
  const lists = await Promise.all(nodes.map(async (node) => {
    try {
      const resources: Resource[] = id === undefined
        ? selectActive(await Array.fromAsync(reader.list(node, kind!)))
        : [await reader.get(node, kind!, id)];
      if (resources.length > 0) return resources.map((resource) => toConfig(node, resource));
      throw new OsctlError("node", `no machine configuration in namespace "${kind!.namespace}"`);
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      failures.push(toNodeFailure(node, error));
      return [];
    }
  }));
  failures.sort((a, b) => nodes.indexOf(a.node) - nodes.indexOf(b.node));
  return { configs: lists.flat(), failures };
}

/** Id of the active configuration. */
const ACTIVE_ID = "v1alpha1";

/** Returns the active configuration: nodes from v1.10 on also have the stored one, `persistent`. */
function selectActive(resources: Resource[]): Resource[] {
  const active = resources.filter(({ id }) => id === ACTIVE_ID);
  return active.length > 0 ? active : resources;
}

function toConfig(node: string, { type, id, yaml }: Resource): MachineConfig {
  return { node, type, id, text: yaml };
}
