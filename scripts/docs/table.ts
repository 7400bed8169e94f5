/**
 * Tables in Markdown.
 *
 * @module
 */

type Cells = readonly string[];

/** Formats a table. */
export function formatTable(header: Cells, rows: readonly Cells[]): string {
  return joinLines([header, header.map(() => "---"), ...rows]);
}

/** Formats a table with aligned columns, as `deno fmt` does. */
export function formatAlignedTable(header: Cells, rows: readonly Cells[]): string {
  const widths = header.map((_, index) =>
    Math.max(...[header, ...rows].map((row) => row[index]!.length))
  );
  const rule = widths.map((width) => "-".repeat(width));
  const lines = [header, rule, ...rows];
  return joinLines(lines.map((cells) => cells.map((cell, index) => cell.padEnd(widths[index]!))));
}

function joinLines(lines: readonly Cells[]): string {
  const format = (cell: string) => cell.replaceAll("|", "\\|");
  return lines.map((cells) => `| ${cells.map(format).join(" | ")} |`).join("\n");
}
