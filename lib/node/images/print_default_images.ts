/**
 * Prints the default images of a cluster.
 *
 * @module
 */
import { createRecordWriter, type OutputFormat } from "../../output/rows.ts";
import type { Writer } from "../../output/write_behind.ts";

/** Prints one image per line, or records without a node. */
export async function printDefaultImages(
  out: Writer,
  images: readonly string[],
  format: OutputFormat,
): Promise<void> {
  if (format === "table") {
    await out.write(images.map((image) => `${image}\n`).join(""));
    return;
  }
  const writer = createRecordWriter<string>(out, { image: (image) => image }, { format });
  for (const image of images) await writer.add(null, image);
  await writer.end();
}
