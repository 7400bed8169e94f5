/**
 * Encrypts YAML documents as sops does, for age recipients.
 *
 * @module
 */
import type { System } from "../platform/system.ts";
import { createErrorAt, parseSingleDocument } from "../yaml/mod.ts";
import { encryptAge } from "./age_file.ts";
import { macOf } from "./decrypt_sops.ts";
import { leavesOf } from "./leaves.ts";
import { replaceRanges } from "./replace_ranges.ts";
import { DATA_KEY_BYTES, encryptValue, pathData } from "./sops_value.ts";

/** Options of {@linkcode encryptSops}. */
export interface EncryptOptions {
  /** Name of the text in errors. */
  readonly name: string;
  /** age recipients. */
  readonly recipients: readonly string[];
}

/** Maximum number of values of a document. */
const MAX_VALUES = 20_000;

/** Values under keys with this end stay as they are, as sops does by default. */
const UNENCRYPTED_SUFFIX = "_unencrypted";

/** The release of sops whose format this is. */
const FORMAT_VERSION = "3.9.4";

/**
 * Encrypts all values of a YAML document whose root is a block mapping. Keys, order and comments
 * stay readable.
 *
 * @throws {OsctlError} of kind `input`.
 */
export async function encryptSops(
  text: string,
  { name, recipients }: EncryptOptions,
  { clock, random }: Pick<System, "clock" | "random">,
): Promise<string> {
  const errorAt = createErrorAt(text, name);
  const document = parseSingleDocument(text, errorAt, { values: MAX_VALUES });
  const key = random.bytes(DATA_KEY_BYTES);
  const leaves = document === undefined ? [] : leavesOf(document, errorAt);
  const isEncrypted = ({ path }: typeof leaves[number]) =>
    !path.some((part) => part.endsWith(UNENCRYPTED_SUFFIX));
  const replacements = leaves.filter(isEncrypted).map(({ path, node, value, isInFlow }) => {
    const encrypted = encryptValue(value, key, pathData(path), { random });
    return { ...node, text: encrypted === "" || isInFlow ? `"${encrypted}"` : encrypted };
  });
  const lastModified = new Date(clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
  const mac = encryptValue(
    await macOf(leaves, { isMacOfEncrypted: false }),
    key,
    lastModified,
    { random },
  );
  const keys = await Promise.all(recipients.map(async (recipient) => {
    const enc = (await encryptAge(key, [recipient])).trimEnd().split("\n");
    const lines = enc.map((line) => `            ${line}\n`).join("");
    return `        - recipient: ${recipient}\n          enc: |\n${lines}`;
  }));
  const body = replaceRanges(text, replacements);
  return `${body.endsWith("\n") || body === "" ? body : `${body}\n`}sops:
    kms: []
    gcp_kms: []
    azure_kv: []
    hc_vault: []
    age:
${keys.join("")}    lastmodified: "${lastModified}"
    mac: ${mac}
    pgp: []
    unencrypted_suffix: ${UNENCRYPTED_SUFFIX}
    version: ${FORMAT_VERSION}
`;
}
