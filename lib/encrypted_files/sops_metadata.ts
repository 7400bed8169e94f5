/**
 * The entry `sops` of an encrypted document.
 *
 * @module
 */
import { type SourceDocument, type SourceEntry, toData, type YamlData } from "../yaml/mod.ts";

/** Name of the entry. */
export const METADATA_KEY = "sops";

/** An encrypted data key, and the recipient that can decrypt it. */
export interface AgeKey {
  readonly recipient: string;
  /** An armored age file. */
  readonly enc: string;
}

/** The encryption of a file: its keys, and the rules that select the encrypted values. */
export interface SopsMetadata {
  readonly age: readonly AgeKey[];
  /** Other keys, such as `pgp` or `kms`, with which a file can be decrypted. */
  readonly otherKeys: readonly string[];
  /** Additional data of the MAC. */
  readonly lastModified: string;
  /** The encrypted SHA-512 of all values. */
  readonly mac: string;
  readonly rules: EncryptionRules;
  /** The MAC covers encrypted values only. */
  readonly isMacOfEncrypted: boolean;
  /** A property that only the sops program supports: keys in groups, or rules by comments. */
  readonly unsupported: string | undefined;
}

/** Which values are encrypted, by the keys of their path. */
export interface EncryptionRules {
  readonly unencryptedSuffix: string;
  readonly encryptedSuffix: string;
  readonly unencryptedRegex: RegExp | undefined;
  readonly encryptedRegex: RegExp | undefined;
}

const OTHER_KEYS = ["pgp", "kms", "gcp_kms", "azure_kv", "hc_vault"];

const UNSUPPORTED = ["key_groups", "unencrypted_comment_regex", "encrypted_comment_regex"];

/** Returns the entry of a document; undefined when the document is not encrypted. */
export function findMetadata({ root }: SourceDocument): SourceEntry | undefined {
  if (root.kind !== "map") return undefined;
  const entry = root.entries.find(({ key }) => key === METADATA_KEY);
  if (entry?.value.kind !== "map") return undefined;
  return entry.value.entries.some(({ key }) => key === "mac") ? entry : undefined;
}

/** Parses the entry; undefined when it is damaged. */
export function parseMetadata({ value }: SourceEntry): SopsMetadata | undefined {
  const data = toData(value) as Readonly<Record<string, YamlData>>;
  const text = (name: string) => typeof data[name] === "string" ? data[name] : "";
  const isPresent = (name: string) => {
    const found = data[name];
    return Array.isArray(found) ? found.length > 0 : found !== undefined && found !== null;
  };
  const unencryptedRegex = parseRegex(text("unencrypted_regex"));
  const encryptedRegex = parseRegex(text("encrypted_regex"));
  const age = (Array.isArray(data["age"]) ? data["age"] : []).filter(isAgeKey);
  const [mac, lastModified] = [text("mac"), text("lastmodified")];
  if (mac === "" || lastModified === "") return undefined;
  const invalid = unencryptedRegex === null
    ? "unencrypted_regex"
    : encryptedRegex === null
    ? "encrypted_regex"
    : undefined;
  return {
    age,
    otherKeys: OTHER_KEYS.filter(isPresent),
    lastModified,
    mac,
    rules: {
      unencryptedSuffix: text("unencrypted_suffix"),
      encryptedSuffix: text("encrypted_suffix"),
      unencryptedRegex: unencryptedRegex ?? undefined,
      encryptedRegex: encryptedRegex ?? undefined,
    },
    isMacOfEncrypted: data["mac_only_encrypted"] === true,
    unsupported: UNSUPPORTED.find(isPresent) ?? invalid,
  };
}

function isAgeKey(value: YamlData): value is YamlData & AgeKey {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { recipient, enc } = value as Readonly<Record<string, YamlData>>;
  return typeof recipient === "string" && typeof enc === "string";
}

/** Parses an expression of Go; undefined without one, null for one that JavaScript lacks. */
function parseRegex(text: string): RegExp | undefined | null {
  if (text === "") return undefined;
  const [, flags = "", rest = ""] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(text)!;
  try {
    return new RegExp(rest, `u${flags}`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

/** Reports whether the value at a path is encrypted. The last of the rules that are set decides. */
export function isEncryptedPath(
  path: readonly string[],
  { unencryptedSuffix, encryptedSuffix, unencryptedRegex, encryptedRegex }: EncryptionRules,
): boolean {
  let isEncrypted = true;
  if (unencryptedSuffix !== "" && path.some((key) => key.endsWith(unencryptedSuffix))) {
    isEncrypted = false;
  }
  if (encryptedSuffix !== "") isEncrypted = path.some((key) => key.endsWith(encryptedSuffix));
  if (unencryptedRegex !== undefined && path.some((key) => unencryptedRegex.test(key))) {
    isEncrypted = false;
  }
  if (encryptedRegex !== undefined) isEncrypted = path.some((key) => encryptedRegex.test(key));
  return isEncrypted;
}
