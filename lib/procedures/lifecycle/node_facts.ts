/**
 * Facts that show whether a node has restarted, and whether it is still the same node.
 *
 * @module
 */
import { type cosi, State } from "../../../proto/cosi.ts";
import { MachineService } from "../../../proto/machine.ts";
import { toByteStream, toNodeFailure } from "../../client/mod.ts";
import type { NodeCallOptions, NodeClient } from "../../client/types.ts";
import { DOMAIN } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { errorClass, RpcError } from "../../rpc/mod.ts";
import { parseSpecYaml, toData, type YamlData } from "../../yaml/mod.ts";

/** File of the kernel that holds a random ID of the current boot. */
const BOOT_ID = "/proc/sys/kernel/random/boot_id";

/** Stage and readiness of a node, from its `MachineStatus` resource. */
export interface MachineStatus {
  /** Lower case, such as `booting` or `running`. */
  readonly stage: string;
  readonly ready: boolean;
  /** Names of the conditions that keep it from being ready. */
  readonly unmet: readonly string[];
}

/** Returns the error of one node, without its name. */
export function nodeError(node: string, error: unknown): unknown {
  return error instanceof OsctlError ? toNodeFailure(node, error).error : error;
}

/**
 * Returns the boot ID; undefined when the credentials do not permit reading files, which requires
 * role os:admin.
 */
export function readBootId(
  client: NodeClient,
  node: string,
  options: NodeCallOptions,
): Promise<string | undefined> {
  return unlessRefused(node, async () => {
    let text = "";
    const stream = client.stream(MachineService.Read, { path: BOOT_ID }, node, options);
    for await (const bytes of toByteStream(stream)) text += new TextDecoder().decode(bytes);
    return text.trim() || undefined;
  });
}

/** Returns stage and readiness; undefined when the node does not serve them. */
export async function readMachineStatus(
  client: NodeClient,
  node: string,
  options: NodeCallOptions,
): Promise<MachineStatus | undefined> {
  const type = `MachineStatuses.runtime.${DOMAIN}`;
  const spec = await readSpec(client, node, { namespace: "runtime", type, id: "machine" }, options);
  const { stage, status } = spec ?? {};
  if (typeof stage !== "string") return undefined;
  const { ready, unmetConditions } = toMap(status) ?? {};
  const unmet = Array.isArray(unmetConditions) ? unmetConditions : [];
  return {
    stage,
    ready: ready === true,
    unmet: unmet.map((condition) => String(toMap(condition)?.["name"] ?? "")),
  };
}

/**
 * Returns the node ID, random and stored on the node's disk since its installation; undefined when
 * the node does not serve it.
 */
export async function readNodeId(
  client: NodeClient,
  node: string,
  options: NodeCallOptions,
): Promise<string | undefined> {
  const type = `Identities.cluster.${DOMAIN}`;
  const spec = await readSpec(client, node, { namespace: "cluster", type, id: "local" }, options);
  const id = spec?.["nodeId"];
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** Returns the default address of a node; undefined when the node does not serve it. */
export async function readDefaultAddress(
  client: NodeClient,
  node: string,
  options: NodeCallOptions,
): Promise<string | undefined> {
  const type = `NodeAddresses.net.${DOMAIN}`;
  const spec = await readSpec(client, node, { namespace: "network", type, id: "default" }, options);
  const addresses = spec?.["addresses"];
  const [first] = Array.isArray(addresses) ? addresses : [];
  // With the length of its network.
  return typeof first === "string" ? first.split("/")[0] : undefined;
}

/** Returns the security state of a node; undefined when the node does not serve it. */
export function readSecurityState(
  client: NodeClient,
  node: string,
  options: NodeCallOptions,
): Promise<DataMap | undefined> {
  const type = `SecurityStates.${DOMAIN}`;
  return readSpec(client, node, { namespace: "runtime", type, id: "securitystate" }, options);
}

type Key = { readonly namespace: string; readonly type: string; readonly id: string };

function readSpec(client: NodeClient, node: string, key: Key, options: NodeCallOptions) {
  return unlessRefused(node, async () => {
    const { resource } = await client.plainCall(State.Get, key, node, options);
    return toSpec(resource);
  });
}

type DataMap = Readonly<Record<string, YamlData>>;

/** Returns the spec of a resource; undefined when it is not a YAML map. */
export function toSpec(resource: cosi.resource.IResource | null | undefined): DataMap | undefined {
  const [document] = parseSpecYaml(resource?.spec?.yamlSpec ?? "").documents;
  return document && toMap(toData(document.root));
}

function toMap(value: YamlData | undefined): DataMap | undefined {
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  return isMap ? value as DataMap : undefined;
}

/** Resolves with undefined when the node refuses the call, which another attempt does not change. */
export async function unlessRefused<T>(
  node: string,
  call: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await call();
  } catch (failure) {
    const error = nodeError(node, failure);
    if (error instanceof RpcError && errorClass(error.code) === "refused") return undefined;
    throw error;
  }
}
