/**
 * Texts for a terminal of some width.
 *
 * @module
 */

/** Columns when there is no terminal. */
const USUAL_WIDTH = 80;
/** Below this, wrapping makes a text worse. */
const NARROWEST = 40;

/** The columns to write for. */
export function getColumns(terminal: { size(): { columns: number } | undefined }): number {
  return Math.max(NARROWEST, terminal.size()?.columns ?? USUAL_WIDTH);
}

/**
 * Breaks a text into lines of at most `width` columns, at spaces. Line breaks in it are kept, and
 * lines that start with spaces are left alone.
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
