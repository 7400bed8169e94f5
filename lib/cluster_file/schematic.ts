/**
 * Schematics of the image factory: what a system image contains besides Talos Linux.
 *
 * The ID is the SHA-256 of the schematic as the factory's Go program writes it: YAML with the fields
 * in the order of `siderolabs/image-factory`, `pkg/schematic`.
 *
 * @module
 */
import type { Data } from "../machineconfig/data.ts";
import { GO_LAYOUT, writeYaml, type YamlMap } from "../yaml/mod.ts";

/** Contents of a system image. */
export interface Schematic {
  readonly extensions: readonly string[];
  readonly kernelArguments: readonly string[];
  readonly overlay:
    | { readonly name: string; readonly image: string; readonly options: Data }
    | undefined;
}

/** Returns the schematic as text, which the factory accepts at `POST /schematics`. */
export function schematicText({ extensions, kernelArguments, overlay }: Schematic): string {
  const customization = {
    ...(kernelArguments.length === 0 ? {} : { extraKernelArgs: kernelArguments }),
    ...(extensions.length === 0 ? {} : { systemExtensions: { officialExtensions: extensions } }),
  };
  const value = {
    ...(overlay === undefined ? {} : {
      overlay: {
        image: overlay.image,
        name: overlay.name,
        ...(Object.keys(overlay.options).length === 0 ? {} : { options: overlay.options }),
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
