/**
 * Installer images as talhelper names them.
 *
 * @module
 */
import type { Data } from "../../machineconfig/data.ts";
import { DOMAIN } from "../../distribution.ts";
import { EMPTY_SCHEMATIC } from "../../os_versions/mod.ts";
import { type Schematic, schematicId } from "../schematic.ts";
import type { SourceField } from "./source_field.ts";

/** A schematic and its ID. */
export interface NamedSchematic extends Schematic {
  readonly id: string;
}

/** ID of the schematic without customization, which talhelper uses by default. */
export const DEFAULT_ID = EMPTY_SCHEMATIC;

/** Keys that cluster files express. */
const KNOWN = {
  "": ["customization", "overlay"],
  customization: [
    "embeddedMachineConfiguration",
    "extraKernelArgs",
    "meta",
    "systemExtensions",
    "bootloader",
    "secureboot",
    "diskImage",
  ],
  secureboot: ["enrollKeys", "includeWellKnownCertificates"],
  diskImage: ["sectorSize"],
  systemExtensions: ["officialExtensions"],
  overlay: ["image", "name", "options"],
} as const;

/**
 * Returns the schematic of a field; undefined without one.
 *
 * @throws {OsctlError} of kind `input` for customization that cluster files do not express.
 */
export async function schematicOf(field: SourceField): Promise<NamedSchematic | undefined> {
  if (!field.isPresent) return undefined;
  const customization = field.at("customization");
  const extensions = customization.at("systemExtensions");
  const overlay = field.at("overlay");
  rejectOthers(field, KNOWN[""]);
  rejectOthers(customization, KNOWN.customization);
  rejectOthers(extensions, KNOWN.systemExtensions);
  rejectOthers(overlay, KNOWN.overlay);
  rejectOthers(customization.at("secureboot"), KNOWN.secureboot);
  rejectOthers(customization.at("diskImage"), KNOWN.diskImage);
  const schematic: Schematic = {
    extensions: extensions.at("officialExtensions").texts,
    kernelArguments: customization.at("extraKernelArgs").texts,
    overlay: overlay.isPresent
      ? {
        name: overlay.at("name").text,
        image: overlay.at("image").text,
        options: (overlay.at("options").data ?? {}) as Data,
      }
      : undefined,
    customization: othersOf(customization),
  };
  return { ...schematic, id: await schematicId(schematic) };
}

/** Returns what cluster files name like the image factory. */
function othersOf(field: SourceField): Data {
  const secureboot = field.at("secureboot");
  const given = {
    embeddedMachineConfiguration: field.at("embeddedMachineConfiguration").text,
    meta: field.at("meta").items.map((item) => ({
      key: Number(item.at("key").text),
      value: item.at("value").text,
    })),
    bootloader: field.at("bootloader").text,
    secureboot: {
      ...withText("enrollKeys", secureboot),
      ...(secureboot.at("includeWellKnownCertificates").isTrue
        ? { includeWellKnownCertificates: true }
        : {}),
    },
    diskImage: field.at("diskImage").at("sectorSize").isPresent
      ? { sectorSize: Number(field.at("diskImage").at("sectorSize").text) }
      : {},
  };
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => Object.keys(value).length > 0),
  ) as Data;
}

function withText(key: string, field: SourceField): Data {
  const { text } = field.at(key);
  return text === "" ? {} : { [key]: text };
}

function rejectOthers(field: SourceField, known: readonly string[]): void {
  for (const { key } of field.keys) {
    if (known.includes(key)) continue;
    throw field.at(key).error(
      "cluster files have no such customization",
      'set "talosImageURL" to the image with the ID of the schematic',
    );
  }
}

interface ImageFields {
  readonly factory: SourceField;
  readonly spec: SourceField;
  readonly url: SourceField;
  readonly schematic: NamedSchematic | undefined;
  readonly version: string;
}

/** Returns the reference of an installer image, and the fields of `os` that define it. */
export function installerImage(
  { factory, spec, url, schematic, version }: ImageFields,
): { readonly reference: string; readonly os: Data | undefined } {
  if (url.isPresent) return { reference: `${url.text}:${version}`, os: undefined };
  const host = factory.at("registryURL").text || `factory.${DOMAIN}`;
  const platform = spec.at("mode").text || "metal";
  const secureBoot = spec.at("secureboot").isTrue;
  const template = factory.at("installerURLTmpl");
  const id = schematic?.id ?? DEFAULT_ID;
  const image = schematic === undefined ? { schematic: id } : contentOf(schematic);
  const isDefault = !template.isPresent;
  if (isDefault) {
    const name = `${platform}-installer${secureBoot ? "-secureboot" : ""}`;
    return {
      reference: `${host}/${name}/${id}:${version}`,
      os: {
        ...image,
        ...(host === `factory.${DOMAIN}` ? {} : { factory: host }),
        platform,
        ...(secureBoot ? { secureBoot } : {}),
      },
    };
  }
  const values: Readonly<Record<string, string>> = {
    RegistryURL: host,
    ID: id,
    Version: version,
    Mode: platform,
  };
  const reference = template.text
    .replaceAll(/\{\{\s*if \.Secureboot\s*\}\}(.*?)\{\{\s*end\s*\}\}/g, secureBoot ? "$1" : "")
    .replaceAll(/\{\{\s*\.(\w+)\s*\}\}/g, (all, name: string) => values[name] ?? all);
  if (reference.includes("{{")) {
    throw template.error("the template cannot be imported", 'set "talosImageURL" for the nodes');
  }
  return { reference, os: undefined };
}

/** Returns the fields of `os` that define a schematic. */
export function contentOf(schematic: NamedSchematic): Data {
  const { extensions, kernelArguments, overlay, customization, id } = schematic;
  if (id === DEFAULT_ID) return { schematic: id };
  return {
    ...(extensions.length === 0 ? {} : { extensions }),
    ...(kernelArguments.length === 0 ? {} : { kernelArguments }),
    ...(overlay === undefined ? {} : { overlay: { ...overlay } }),
    ...(Object.keys(customization).length === 0 ? {} : { customization }),
  };
}
