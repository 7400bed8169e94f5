/**
 * The table of failures of a support bundle.
 *
 * @module
 */
import type { Colours } from "../../output/colour.ts";
import { createRowWriter, type View } from "../../output/rows.ts";
import type { Writer } from "../../output/write_behind.ts";
import type { SourceFailure } from "../../procedures/support/manifest.ts";

/** Failures of a source with the same error. */
interface FailureGroup {
  readonly source: string;
  readonly items: readonly string[];
  readonly message: string;
}

const failuresView: View<FailureGroup> = {
  columns: [
    { header: "SOURCE", cell: ({ source }) => source },
    {
      header: "ITEM",
      cell: ({ items: [first = "", ...others] }) =>
        others.length === 0 ? first : `${first} and ${others.length} more`,
    },
    { header: "ERROR", cell: ({ message }) => message, tint: () => "red" },
  ],
  fields: {},
};

/** Writes the failures; equal errors of a source share a line. */
export async function writeFailures(
  out: Writer,
  failures: readonly SourceFailure[],
  colours: Colours,
): Promise<void> {
  const groups = Map.groupBy(failures, ({ source, error }) => `${source}\n${error.message}`);
  const writer = createRowWriter(out, failuresView, { format: "table", nodes: false, colours });
  for (const group of groups.values()) {
    const { source, error } = group[0]!;
    await writer.add(null, {
      source,
      items: group.map(({ item }) => item),
      message: error.message.split("\n").map((line) => line.trim()).join("; "),
    });
  }
  await writer.end();
}
