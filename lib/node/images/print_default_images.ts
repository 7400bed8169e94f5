/**
 * The images that clusters are made of by default.
 *
 * @module
 */
import { createRecordWriter, type OutputFormat } from "../../output/rows.ts";
import type { Writer } from "../../output/write_behind.ts";

/** Prints one image a line, or records that belong to no node. */
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
