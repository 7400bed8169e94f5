/**
 * Reads files that may be encrypted.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { readBytes } from "../platform/files.ts";
import { resolve } from "../platform/paths.ts";
import { createErrorAt } from "../yaml/mod.ts";
import { defaultKeyFile, type KeySystem, readIdentities } from "./age_keys.ts";
import type { SopsFile } from "./decrypt_sops.ts";
import { isAgeFile } from "./is_age_file.ts";
import { type ProgramSystem, runSops } from "./run_sops.ts";
import { parseSops } from "./parse_sops.ts";
import type { SopsMetadata } from "./sops_metadata.ts";

/** The parts of the system that decrypting uses. */
export type DecryptSystem = KeySystem & ProgramSystem;

/** Maximum size of a file, bytes. */
const LIMITS = { bytes: 16 * 1024 * 1024 };

/**
 * Reads a text file; decrypts it when it is an age file or a sops file. Keys of age are used here;
 * for other keys, the sops program decrypts the file. Decrypted text is never written.
 *
 * @param path As typed; errors start with it.
 * @throws {OsctlError} of kind `file` or `input`; never with a decrypted value.
 */
export async function readEncryptedText(system: DecryptSystem, path: string): Promise<string> {
  const bytes = await readBytes(resolve(system.cwd, path), LIMITS);
  if (isAgeFile(bytes)) return await decryptAgeFile(system, path, bytes);
  const text = decodeText(bytes, path);
  const file = parseSops(text, path);
  return file === undefined ? text : await decryptSopsFile(system, path, file);
}

/**
 * Reads a file that is encrypted with age, such as a support bundle.
 *
 * @param path As typed; errors start with it.
 * @throws {OsctlError} of kind `file` or `input`.
 */
export async function readAgeFile(
  system: KeySystem,
  path: string,
  limits: { readonly bytes: number },
): Promise<Uint8Array> {
  const bytes = await readBytes(resolve(system.cwd, path), limits);
  if (!isAgeFile(bytes)) throw new OsctlError("input", `"${path}" is not encrypted with age`);
  return await decryptBytes(system, path, bytes);
}

/** Reports whether a file is encrypted with age or sops. */
export async function isEncrypted({ cwd }: Pick<KeySystem, "cwd">, path: string): Promise<boolean> {
  const bytes = await readBytes(resolve(cwd, path), LIMITS);
  return isAgeFile(bytes) || parseSops(decodeText(bytes, path), path) !== undefined;
}

function decodeText(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new OsctlError("input", `"${path}" is not UTF-8 text`);
  }
}

async function decryptAgeFile(
  system: DecryptSystem,
  path: string,
  bytes: Uint8Array,
): Promise<string> {
  return decodeText(await decryptBytes(system, path, bytes), path);
}

async function decryptBytes(
  system: KeySystem,
  path: string,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const { decryptAge } = await import("./age_file.ts");
  const identities = await readIdentities(system);
  const plain = await decryptAge(bytes, identities);
  if (plain !== undefined) return plain;
  throw new OsctlError(
    "input",
    identities.length === 0
      ? `"${path}" is encrypted with age, and no identity is set`
      : `"${path}" cannot be decrypted with ${
        count(identities)
      }: none matches, or the file is corrupt`,
    { hint: hintOf(system) },
  );
}

async function decryptSopsFile(
  system: DecryptSystem,
  path: string,
  file: SopsFile,
): Promise<string> {
  const { metadata } = file;
  if (metadata.unsupported !== undefined) {
    return await runSops(system, path, `"${metadata.unsupported}"`);
  }
  const identities = metadata.age.length === 0 ? [] : await readIdentities(system);
  const [{ decryptAge }, { decryptSops }] = await Promise.all([
    import("./age_file.ts"),
    import("./decrypt_sops.ts"),
  ]);
  for (const { enc } of metadata.age) {
    const key = await decryptAge(enc, identities);
    if (key !== undefined) {
      return await decryptSops(file, key, createErrorAt(file.text, path));
    }
  }
  if (metadata.otherKeys.length > 0) {
    return await runSops(system, path, metadata.otherKeys.map((key) => `"${key}"`).join(", "));
  }
  throw new OsctlError(
    "input",
    `"${path}" cannot be decrypted: ${reasonOf(metadata, identities)}`,
    {
      hint: hintOf(system),
    },
  );
}

function reasonOf({ age }: SopsMetadata, identities: readonly string[]): string {
  const recipients = age.map(({ recipient }) => recipient).join(", ");
  if (age.length === 0) return "it names no key";
  return identities.length === 0
    ? `no identity matches ${recipients}`
    : `none of ${count(identities)} is of ${recipients}`;
}

function count({ length }: readonly string[]): string {
  return length === 1 ? "1 identity" : `${length} identities`;
}

function hintOf(system: KeySystem): string {
  return `set SOPS_AGE_KEY_FILE to a file of age-keygen, or write "${defaultKeyFile(system)}"`;
}
