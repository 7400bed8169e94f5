/**
 * Prints the default images of a cluster.
 *
 * @module
 */
import { printRows, type PrintSystem } from "../../output/print_rows.ts";
import type { View } from "../../output/rows.ts";
import type { OutputFormat } from "../../output/select_format.ts";

const defaultImagesView: View<string> = { columns: [], fields: { image: (image) => image } };

/** Prints one image per line, or records without a node. */
export async function printDefaultImages(
  context: PrintSystem,
  images: readonly string[],
  output: OutputFormat,
): Promise<void> {
  if (output !== "table") return await printRows(context, images, defaultImagesView, { output });
  await context.stdout.write(images.map((image) => `${image}\n`).join(""));
}
