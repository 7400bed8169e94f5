/**
 * Wraps text to the width of the terminal.
 *
 * @module
 */

/** Columns without a terminal. */
const DEFAULT_COLUMNS = 80;
/** Wrapping to fewer columns is unreadable. */
const MIN_COLUMNS = 40;

/** Returns the number of columns to wrap to. */
export function getColumns(terminal: { size(): { columns: number } | undefined }): number {
  return Math.max(MIN_COLUMNS, terminal.size()?.columns ?? DEFAULT_COLUMNS);
}

/**
 * Breaks a text at spaces into lines of at most `width` columns. Keeps existing line breaks, and does
 * not wrap lines that start with a space.
 */
export function wrapText(text: string, width: number): string[] {
  return text.split("\n").flatMap((paragraph) => {
    if (paragraph.startsWith(" ")) return [paragraph];
    const lines: string[] = [];
    let line = "";
    for (const word of paragraph.split(" ")) {
      if (line !== "" && line.length + 1 + word.length > width) {
        lines.push(line);
        line = word;
      } else {
        line = line === "" ? word : `${line} ${word}`;
      }
    }
    return [...lines, line];
  });
}
