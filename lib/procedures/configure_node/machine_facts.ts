/**
 * Disks and network interfaces of a node, for its configuration.
 *
 * @module
 */
import { StorageService } from "../../../proto/storage.ts";
import type { NodeClient } from "../../client/types.ts";
import { DOMAIN } from "../../distribution.ts";
import { toExactInteger } from "../../output/integer.ts";
import { formatSize } from "../../output/size.ts";
import { type Resource, type ResourceReader, specOf, type ValueMap } from "../../resource/mod.ts";

/** A disk to install to. */
export interface DiskFacts {
  /** Path: `/dev/sda`. */
  readonly device: string;
  /** Size and model. */
  readonly description: string;
}

/** A physical network interface. */
export interface LinkFacts {
  readonly name: string;
  readonly hardwareAddress: string;
  readonly isUp: boolean;
  /** Global addresses with prefix lengths. */
  readonly addresses: readonly string[];
  /** Gateway of its default route; empty without one. */
  readonly gateway: string;
}

/** Disks and links of a machine, which a form offers as choices. */
export interface MachineFacts {
  readonly disks: readonly DiskFacts[];
  readonly links: readonly LinkFacts[];
}

/** Type CD of `storage.Disk`. */
const CD = 5;

const LINKS = { namespace: "network", type: `LinkStatuses.net.${DOMAIN}` };
const ADDRESSES = { namespace: "network", type: `AddressStatuses.net.${DOMAIN}` };
const ROUTES = { namespace: "network", type: `RouteStatuses.net.${DOMAIN}` };

/** Reads disks and physical interfaces of a node, configured or in maintenance mode. */
export async function readMachineFacts(
  client: NodeClient,
  reader: ResourceReader,
  node: string,
): Promise<MachineFacts> {
  const specs = async (kind: { namespace: string; type: string }) => {
    const resources: Resource[] = await Array.fromAsync(reader.list(node, kind));
    const parsed = resources.map(async (resource) => (
      { id: resource.id, spec: await specOf(resource) as ValueMap }
    ));
    return await Promise.all(parsed);
  };
  const [disks, links, addresses, routes] = await Promise.all([
    readDisks(client, node),
    specs(LINKS),
    specs(ADDRESSES),
    specs(ROUTES),
  ]);
  return {
    disks,
    links: links.filter(({ spec }) => isPhysical(spec)).map(({ id, spec }) => ({
      name: id,
      hardwareAddress: text(spec, "hardwareAddr"),
      isUp: ["up", "unknown"].includes(text(spec, "operationalState")),
      addresses: addresses
        .filter(({ spec }) => text(spec, "linkName") === id && text(spec, "scope") === "global")
        .map(({ spec }) => text(spec, "address")),
      gateway: routes
        .filter(({ spec }) => text(spec, "outLinkName") === id && text(spec, "dst") === "")
        .map(({ spec }) => text(spec, "gateway")).find((gateway) => gateway !== "") ?? "",
    })),
  };
}

async function readDisks(client: NodeClient, node: string): Promise<DiskFacts[]> {
  const { messages } = await client.plainCall(StorageService.Disks, {}, node);
  return (messages ?? []).flatMap(({ disks }) => disks ?? [])
    .filter(({ type, readonly }) => type !== CD && !readonly)
    .map(({ deviceName, size, model }) => ({
      device: deviceName ?? "",
      description: [formatSize(toExactInteger(size)), model ?? ""].join(" ").trim(),
    }));
}

/** Reports whether a link is a network card: of type ether, and of no virtual kind. */
function isPhysical(spec: ValueMap): boolean {
  return text(spec, "type") === "ether" && text(spec, "kind") === "";
}

function text(spec: ValueMap, name: string): string {
  const value = spec[name];
  return typeof value === "string" ? value : "";
}
