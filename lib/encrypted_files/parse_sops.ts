/**
 * Recognizes files of sops.
 *
 * @module
 */
import { createErrorAt, parseYaml } from "../yaml/mod.ts";
import type { SopsFile } from "./decrypt_sops.ts";
import { findMetadata, parseMetadata } from "./sops_metadata.ts";

/** Maximum number of values of a file. */
const MAX_VALUES = 20_000;

/**
 * Parses a file of sops; undefined for other files, also for invalid YAML.
 *
 * @throws {OsctlError} of kind `input` for incomplete metadata.
 */
export function parseSops(text: string, path: string): SopsFile | undefined {
  // Cheaper than a parse; the metadata have both.
  if (!text.includes("sops") || !text.includes("ENC[")) return undefined;
  const { documents } = parseYaml(text, { values: MAX_VALUES });
  const document = documents.find((one) => findMetadata(one) !== undefined);
  if (document === undefined) return undefined;
  const entry = findMetadata(document)!;
  const metadata = parseMetadata(entry);
  if (metadata === undefined) {
    const errorAt = createErrorAt(text, path);
    throw errorAt(entry.keyOffset, '"sops" has no "mac" or no "lastmodified"', "restore the file");
  }
  // The MAC covers all documents.
  const unsupported = documents.length > 1 ? "several documents" : metadata.unsupported;
  return { text, name: path, document, entry, metadata: { ...metadata, unsupported } };
}
