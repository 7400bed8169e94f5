/**
 * System extensions of nodes.
 *
 * @module
 */
import { State } from "../../../proto/cosi.ts";
import type { NodeCallOptions, NodeClient } from "../../client/types.ts";
import { DOMAIN } from "../../distribution.ts";
import { toSpec } from "./node_facts.ts";

/** Entries of the list of extensions that are not extensions. */
const VIRTUAL: ReadonlySet<string> = new Set(["schematic", "modules.dep"]);

/** The image factory's path component: SHA-256 of the list of extensions. */
const SCHEMATIC = /\/([0-9a-f]{64})(?=[:@]|$)/;

/** System extensions of a node. */
export interface Extensions {
  readonly names: readonly string[];
  /** Schematic of the installed image; undefined for images from elsewhere. */
  readonly schematic: string | undefined;
}

/** Returns the schematic in the reference of an image; undefined without one. */
export function schematicOf(image: string): string | undefined {
  return SCHEMATIC.exec(image)?.[1];
}

/** Reads the extensions of a node. */
export async function listExtensions(
  client: NodeClient,
  node: string,
  options: NodeCallOptions,
): Promise<Extensions> {
  const type = `ExtensionStatuses.runtime.${DOMAIN}`;
  const names: string[] = [];
  let schematic: string | undefined;
  const list = client.plainStream(State.List, { namespace: "runtime", type }, node, options);
  for await (const { resource } of list) {
    const metadata = toSpec(resource)?.["metadata"];
    if (typeof metadata !== "object" || metadata === null || !("name" in metadata)) continue;
    const { name, version } = metadata as { readonly name: unknown; readonly version?: unknown };
    if (name === "schematic") schematic = String(version);
    if (typeof name === "string" && !VIRTUAL.has(name)) names.push(name);
  }
  return { names: names.toSorted(), schematic };
}
