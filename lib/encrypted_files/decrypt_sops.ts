/**
 * Decrypts sops files with a data key.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { ErrorAt, SourceDocument, SourceEntry } from "../yaml/mod.ts";
import { type Leaf, leavesOf } from "./leaves.ts";
import { type Replacement, replaceRanges } from "./replace_ranges.ts";
import { isEncryptedPath, type SopsMetadata } from "./sops_metadata.ts";
import { decryptValue, pathData, type SopsValue, toBytes } from "./sops_value.ts";

/** Hashed first when the MAC covers encrypted values only (`MACOnlyEncryptedInitialization`). */
const ENCRYPTED_ONLY = Uint8Array.fromHex(
  "8a3fd2ad54ce66527b1034f3d147be0b0b975b3bf44f72c6fdadec8176f27d69",
);

/** An encrypted file. */
export interface SopsFile {
  readonly text: string;
  /** Its name in errors. */
  readonly name: string;
  readonly document: SourceDocument;
  readonly entry: SourceEntry;
  readonly metadata: SopsMetadata;
}

/**
 * Returns the text with decrypted values and without the entry `sops`. Lines keep their numbers.
 *
 * @throws {OsctlError} of kind `input` for a damaged or changed value, at its place.
 */
export async function decryptSops(
  file: SopsFile,
  key: Uint8Array,
  errorAt: ErrorAt,
): Promise<string> {
  const { text, name, document, entry, metadata } = file;
  const replacements: Replacement[] = [];
  const hashed: Leaf[] = [];
  for (const leaf of leavesOf(document, errorAt)) {
    const { path, node, value } = leaf;
    const isEncrypted = isEncryptedPath(path, metadata.rules);
    const plain = isEncrypted ? decryptValue(String(value), key, pathData(path)) : value;
    if (plain === undefined) {
      throw errorAt(
        node.offset,
        `"${path.join(".")}" cannot be decrypted: it is not encrypted, or was changed or moved`,
        "restore the file, or change it with sops",
      );
    }
    if (isEncrypted) replacements.push({ ...node, text: quote(plain) });
    if (isEncrypted || !metadata.isMacOfEncrypted) hashed.push({ ...leaf, value: plain });
  }
  const mac = await macOf(hashed, metadata);
  if (decryptValue(metadata.mac, key, metadata.lastModified) !== mac) {
    throw new OsctlError("input", `${name}: MAC mismatch: the file was changed after encryption`, {
      hint: "restore the file, or change it with sops",
    });
  }
  return replaceRanges(text, [...replacements, removalOf(file, entry)]);
}

/** Returns the MAC of values. */
export async function macOf(
  leaves: readonly Pick<Leaf, "value">[],
  { isMacOfEncrypted }: Pick<SopsMetadata, "isMacOfEncrypted">,
): Promise<string> {
  const parts = [
    ...isMacOfEncrypted ? [ENCRYPTED_ONLY] : [],
    ...leaves.map(({ value }) => toBytes(value)),
  ];
  const all = new Uint8Array(await new Blob(parts).arrayBuffer());
  return new Uint8Array(await crypto.subtle.digest("SHA-512", all)).toHex().toUpperCase();
}

/** A text in quotes is the same in YAML and JSON. */
function quote(value: SopsValue): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** Returns the removal of the entry `sops`. Before other entries, its line breaks stay. */
function removalOf({ text, document: { root } }: SopsFile, entry: SourceEntry): Replacement {
  let [start, end] = [entry.keyOffset, entry.value.end];
  if (root.kind === "map" && root.flow) {
    const index = root.entries.indexOf(entry);
    const [before, after] = [root.entries[index - 1], root.entries[index + 1]];
    if (before !== undefined) start = before.value.end;
    else if (after !== undefined) end = after.keyOffset;
  }
  const isLast = text.slice(end).trim() === "";
  const breaks = isLast ? 0 : text.slice(start, end).split("\n").length - 1;
  return { start, end, text: "\n".repeat(breaks) };
}
