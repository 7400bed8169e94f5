/**
 * Schematics of the image factory: what a system image contains besides Talos Linux.
 *
 * The ID is the SHA-256 of the schematic as the factory's Go program writes it: YAML with the fields
 * in the order of `siderolabs/image-factory`, `pkg/schematic`.
 *
 * @module
 */
import { byKeyOrder } from "../machineconfig/encode/key_order.ts";
import { type Data, isMap, type Value } from "../machineconfig/data.ts";
import { GO_LAYOUT, writeYaml, type YamlMap } from "../yaml/mod.ts";

/** Contents of a system image. */
export interface Schematic {
  readonly extensions: readonly string[];
  readonly kernelArguments: readonly string[];
  readonly overlay:
    | { readonly name: string; readonly image: string; readonly options: Data }
    | undefined;
  /** Its other parts, with the names of the image factory. */
  readonly customization: Data;
}

/** Returns the schematic as text, which the factory accepts at `POST /schematics`. */
export function schematicText(schematic: Schematic): string {
  const { extensions, kernelArguments, overlay, customization: others } = schematic;
  const secureboot = fieldsOf(others["secureboot"], ["enrollKeys", "includeWellKnownCertificates"]);
  const meta = Array.isArray(others["meta"]) ? others["meta"] as readonly Value[] : [];
  const customization = {
    ...fieldsOf(others, ["embeddedMachineConfiguration"]),
    ...(kernelArguments.length === 0 ? {} : { extraKernelArgs: kernelArguments }),
    ...(meta.length === 0 ? {} : { meta: meta.map(metaOf) }),
    ...(extensions.length === 0 ? {} : { systemExtensions: { officialExtensions: extensions } }),
    ...(others["bootloader"] === "none" ? {} : fieldsOf(others, ["bootloader"])),
    ...nonEmpty({ secureboot }),
    ...nonEmpty({ diskImage: fieldsOf(others["diskImage"], ["sectorSize"]) }),
  };
  const value = {
    ...(overlay === undefined ? {} : {
      overlay: {
        image: overlay.image,
        name: overlay.name,
        ...(Object.keys(overlay.options).length === 0 ? {} : { options: sorted(overlay.options) }),
      },
    }),
    customization,
  };
  return writeYaml(value as unknown as YamlMap, GO_LAYOUT);
}

/** Returns the ID of a schematic. */
export async function schematicId(schematic: Schematic): Promise<string> {
  const bytes = new TextEncoder().encode(schematicText(schematic));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** Returns fields in this order, without those that have Go's zero value, which it omits. */
function fieldsOf(value: Value | undefined, names: readonly string[]): Data {
  if (!isMap(value)) return {};
  const entries = names.map((name) => [name, value[name]] as const)
    .filter((entry): entry is readonly [string, Value] => Boolean(entry[1]));
  return Object.fromEntries(entries);
}

function nonEmpty(fields: Readonly<Record<string, Data>>): Data {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => Object.keys(value).length > 0),
  );
}

/** Returns a value with the keys of its maps as Go sorts them. */
function sorted(value: Value): Value {
  if (Array.isArray(value)) return (value as readonly Value[]).map(sorted);
  if (!isMap(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => byKeyOrder(a, b));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}

/** Neither field is omitted. */
function metaOf(item: Value): Data {
  const { key = 0, value = "" } = isMap(item) ? item : {};
  return { key, value };
}
