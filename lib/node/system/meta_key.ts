/** META keys. */
import { OsctlError } from "../../errors.ts";

/**
 * Parses a META key: 0 to 255, decimal or with 0x, 0o or 0b.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export function parseMetaKey(text: string): number {
  const isNumber = /^(?:\d+|0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+)$/.test(text);
  // Go reads a leading zero as octal.
  const key = /^0[0-7]+$/.test(text) ? parseInt(text, 8) : isNumber ? Number(text) : NaN;
  if (key >= 0 && key <= 255) return key;
  throw new OsctlError("usage", `invalid META key "${text}"`, {
    hint: "use a number from 0 to 255, such as 12 or 0x0c",
  });
}
