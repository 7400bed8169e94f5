/**
 * Provides the image of the nodes: present, pulled, or loaded from an archive.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import type { RedrawSystem } from "../../output/redraw.ts";
import type { Report } from "../types.ts";
import type { EngineClient } from "./engine.ts";
import { loadArchive, pullImage } from "./image.ts";
import { PullProgress } from "./pull_progress.ts";

/** An image that nodes need. */
export interface WantedImage {
  readonly image: string;
  /** Path of an archive with the image; undefined without one. */
  readonly archive: string | undefined;
  /** Whether it must be pulled. */
  readonly isMissing: boolean;
}

/** Terminal of the progress, and the signal that cancels a transfer. */
type ImageHost = RedrawSystem & { readonly signal: AbortSignal };

/** Loads or pulls the image, and returns its name in the engine. */
export async function provideImage(
  engine: EngineClient,
  { image, archive, isMissing }: WantedImage,
  host: ImageHost,
  report: Report,
): Promise<string> {
  const { signal } = host;
  if (archive !== undefined) {
    await report(`loading ${archive}`);
    const loaded = await loadArchive(engine, archive, signal);
    // Podman adds a registry to names without one.
    const name = loaded.find((one) => one === image || one === `localhost/${image}`);
    if (name !== undefined) return name;
    throw new OsctlError("input", `"${archive}" contains ${loaded.join(", ")}, not "${image}"`, {
      hint: "set --image to a name in the archive",
    });
  }
  if (!isMissing) return image;
  await report(`pulling ${image}`);
  const progress = new PullProgress(host, signal);
  try {
    await pullImage(engine, image, progress, signal);
  } finally {
    await progress.end();
  }
  return image;
}
