/**
 * UEFI firmware of virtual machines: search and copies.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { exists, withFileErrors } from "../../platform/files.ts";
import { type Architecture, architectureFacts, flashSlots } from "./architecture.ts";

/** The image of a flash slot. */
export interface FlashImage {
  readonly path: string;
  /** Size of the copy, bytes; 0 for the size of the image. */
  readonly size: number;
}

/**
 * Finds the first existing image of each flash slot; none for a BIOS guest.
 *
 * @throws {OsctlError} of kind `unsupported` with the package when a slot has none.
 */
export async function findFirmware(
  architecture: Architecture,
  options: { readonly uefi: boolean; readonly extra: readonly string[] },
): Promise<FlashImage[]> {
  const images: FlashImage[] = [];
  for (const { size, candidates } of flashSlots(architecture, options)) {
    let found: string | undefined;
    for (const path of candidates) {
      if (found === undefined && await exists(path)) found = path;
    }
    if (found === undefined) throw missingFirmware(architecture, candidates);
    images.push({ path: found, size });
  }
  return images;
}

function missingFirmware(architecture: Architecture, candidates: readonly string[]): OsctlError {
  const names = new Set(candidates.map((path) => path.slice(path.lastIndexOf("/") + 1)));
  const { package: name } = architectureFacts(architecture).firmware;
  return new OsctlError(
    "unsupported",
    `UEFI firmware for ${architecture} is not installed (searched for ${[...names].join(", ")})`,
    {
      hint: `install it, on Debian with: apt-get install ${name}, ` +
        "or set its directory with --extra-uefi-search-paths",
    },
  );
}

/** Copies the images to `<prefix>-flash<n>.img`, padded with zeros, and returns the paths. */
export async function copyFirmware(
  images: readonly FlashImage[],
  prefix: string,
): Promise<string[]> {
  return await Promise.all(images.map(async ({ path, size }, index) => {
    const target = `${prefix}-flash${index}.img`;
    await withFileErrors("write", target, async () => {
      await Deno.copyFile(path, target);
      await Deno.chmod(target, 0o600);
      const { size: copied } = await Deno.stat(target);
      if (copied < size) await Deno.truncate(target, size);
    });
    return target;
  }));
}
