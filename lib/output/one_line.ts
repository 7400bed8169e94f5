/**
 * Texts of any origin on one line of a terminal.
 *
 * @module
 */

/**
 * Returns the text on one line, safe for a terminal: line breaks become spaces, other control and
 * bidirectional formatting characters are escaped.
 */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*[\r\n]+\s*/g, " ").replaceAll("\t", " ").replaceAll(
    // deno-lint-ignore no-control-regex -- the characters to escape
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
