/**
 * Describes block devices before they are wiped.
 *
 * @module
 */
import { nodeError } from "../procedures/lifecycle/node_facts.ts";
import type { NodeClient } from "../client/types.ts";
import { DOMAIN } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import { formatSize } from "../output/size.ts";
import { isMap } from "../output/value.ts";
import type { System } from "../platform/system.ts";
import { ResourceReader, specOf } from "../resource/mod.ts";
import { errorClass, RpcError } from "../rpc/mod.ts";

const DEVICES = { namespace: "runtime", type: `DiscoveredVolumes.block.${DOMAIN}` };

/** Limit of a read, milliseconds. */
const READ_MS = 3000;

/** Returns sizes and contents of devices, by node: `sdb: 10 GB, ext4`. */
export async function describeDevices(
  { clock }: Pick<System, "clock">,
  client: NodeClient,
  devices: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const reader = new ResourceReader(client, { clock, callMs: READ_MS });
  return new Map(
    await Promise.all(client.nodes.map(async (node): Promise<[string, string]> => {
      const parts = await Promise.all(devices.map(async (device) => {
        return `${device}: ${await describeDevice(reader, node, device)}`;
      }));
      return [node, parts.join("; ")];
    })),
  );
}

async function describeDevice(
  reader: ResourceReader,
  node: string,
  device: string,
): Promise<string> {
  try {
    const spec = await specOf(await reader.get(node, DEVICES, device));
    if (!isMap(spec)) return "unknown contents";
    const { size, name } = spec;
    const content = typeof name === "string" && name !== "" ? name : "no known signature";
    return typeof size === "number" ? `${formatSize(size)}, ${content}` : content;
  } catch (failure) {
    const error = nodeError(node, failure);
    if (!(error instanceof OsctlError) || error.kind === "cancelled") throw error;
    const isRefused = error instanceof RpcError && errorClass(error.code) === "refused";
    return isRefused ? "not listed by the node" : "unknown contents";
  }
}
