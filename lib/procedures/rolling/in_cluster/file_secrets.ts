/**
 * Secrets with the files of a task. Several hold what does not fit into one; files with the same
 * text share a key.
 *
 * @module
 */
import { OsctlError } from "../../../errors.ts";

/** The files of one Secret. */
export interface FileSecret {
  readonly name: string;
  /** Texts by key. */
  readonly data: Readonly<Record<string, string>>;
  /** Keys of the files, and their paths below the mount. */
  readonly items: readonly { readonly key: string; readonly path: string }[];
}

/** Largest text of a Secret, bytes; the API accepts 1 MiB. */
const MAX_BYTES = 900_000;

/**
 * Distributes files to Secrets.
 *
 * @param files Texts by relative path.
 * @throws {OsctlError} of kind `input` for a file that fits into none.
 */
export function splitFiles(name: string, files: ReadonlyMap<string, string>): FileSecret[] {
  const keys = new Map<string, { readonly key: string; readonly secret: MutableSecret }>();
  const secrets: MutableSecret[] = [];
  for (const [path, text] of files) {
    const bytes = new TextEncoder().encode(text).length;
    if (bytes > MAX_BYTES) {
      throw new OsctlError("input", `the file "${path}" does not fit into a Secret`, {
        hint: `it has ${bytes} bytes; ${MAX_BYTES} fit`,
      });
    }
    let known = keys.get(text);
    if (known === undefined) {
      let secret = secrets.at(-1);
      if (secret === undefined || secret.bytes + bytes > MAX_BYTES) {
        const suffix = secrets.length === 0 ? "" : `-${secrets.length + 1}`;
        secret = { name: `${name}-files${suffix}`, data: {}, items: [], bytes: 0 };
        secrets.push(secret);
      }
      known = { key: keyOf(path), secret };
      secret.data[known.key] = text;
      secret.bytes += bytes;
      keys.set(text, known);
    }
    known.secret.items.push({ key: known.key, path });
  }
  return secrets.map(({ name, data, items }) => ({ name, data, items }));
}

interface MutableSecret extends FileSecret {
  readonly data: Record<string, string>;
  readonly items: { readonly key: string; readonly path: string }[];
  bytes: number;
}

/**
 * Returns a key for a path: letters, digits, dots and dashes stay, other characters are escaped.
 */
function keyOf(path: string): string {
  return path.replaceAll(/[^A-Za-z0-9.-]/gu, (character) => {
    if (character === "/") return "_-";
    if (character === "_") return "__";
    return `_x${character.codePointAt(0)!.toString(16)}_`;
  });
}
