/**
 * The installer image of a node: by its reference, its schematic, or its extensions.
 *
 * @module
 */
import type { Data } from "../machineconfig/data.ts";
import { Cursor } from "../machineconfig/validate/cursor.ts";
import type { Report } from "../machineconfig/validate/report.ts";
import { installerImage, replacementOf } from "../os_versions/mod.ts";
import { schematicId } from "./schematic.ts";

/** The fields of `os`, each from the innermost place that sets it. */
export type OsSettings = Readonly<Record<typeof FIELDS[number], Cursor>>;

const FIELDS = [
  "version",
  "image",
  "schematic",
  "extensions",
  "kernelArguments",
  "overlay",
  "customization",
  "factory",
  "platform",
  "secureBoot",
] as const;

/** Fields that define the image; a place that sets one of them replaces all of its outer places. */
const CONTENT = [
  "image",
  "schematic",
  "extensions",
  "kernelArguments",
  "overlay",
  "customization",
] as const;

/** Merges the settings of the cluster, the group and the node. */
export function mergeOs(layers: readonly Cursor[]): OsSettings {
  const content = layers.findLast((os) => CONTENT.some((name) => os.at(name).isPresent));
  const entries = FIELDS.map((name) => {
    const isContent = CONTENT.some((one) => one === name);
    const layer = isContent ? content : layers.findLast((os) => os.at(name).isPresent);
    return [name, layer?.at(name) ?? new Cursor(undefined, undefined, ["os", name], 0)] as const;
  });
  return Object.fromEntries(entries) as OsSettings;
}

/** The image of a node. */
export interface ResolvedImage {
  readonly installImage: string;
  /** ID of its schematic; undefined for an image that is given as a whole. */
  readonly schematic: string | undefined;
}

/** Returns the installer image of settings; adds an error when they contradict each other. */
export async function resolveImage(os: OsSettings, report: Report): Promise<ResolvedImage> {
  const { version, image, schematic, extensions, kernelArguments, overlay, customization } = os;
  const isBuilt = [extensions, kernelArguments, overlay, customization]
    .filter((one) => one.isPresent);
  const given = [image, schematic, isBuilt[0]].filter((one) => one?.isPresent);
  if (given.length > 1) {
    const second = given[1]!;
    const isKnown = report.problems.some(({ offset }) => offset === second.offset);
    if (!isKnown) {
      report.error(second, "the image is already defined", "use image, schematic or extensions");
    }
  }
  if (image.isPresent) {
    const installImage = `${image.text}:${version.text}`;
    const other = replacementOf(installImage);
    if (other !== undefined) {
      report.error(image, `"${installImage}" is not published`, `remove it, for "${other}"`);
    }
    return { installImage, schematic: undefined };
  }
  if (given.length === 0 && !os.secureBoot.isTrue && !os.platform.isNonEmpty) {
    const { text: factory } = os.factory;
    return { installImage: installerImage(version.text, { factory }), schematic: undefined };
  }
  const id = schematic.isPresent ? schematic.text : await schematicId({
    extensions: extensions.items.map(({ text }) => text),
    kernelArguments: kernelArguments.items.map(({ text }) => text),
    overlay: overlay.isPresent
      ? {
        name: overlay.at("name").text,
        image: overlay.at("image").text,
        options: (overlay.at("options").value ?? {}) as Data,
      }
      : undefined,
    customization: (customization.value ?? {}) as Data,
  });
  if (!/^[0-9a-f]{64}$/.test(id)) {
    report.error(schematic, "not the ID of a schematic", "use 64 hexadecimal digits");
  }
  const installImage = installerImage(version.text, {
    factory: os.factory.text,
    platform: os.platform.text,
    schematic: id,
    secureBoot: os.secureBoot.isTrue,
  });
  return { installImage, schematic: id };
}
