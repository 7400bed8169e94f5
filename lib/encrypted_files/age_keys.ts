/**
 * age identities, from the same places as sops reads them.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { readText, readTextIfPresent } from "../platform/files.ts";
import { resolve } from "../platform/paths.ts";
import type { System } from "../platform/system.ts";

/** The parts of the system that identities are read from. */
export type KeySystem = Pick<System, "env" | "home" | "cwd">;

/** Variables of sops: identities, and the path of a file with identities. */
const KEY_VARIABLE = "SOPS_AGE_KEY";
const FILE_VARIABLE = "SOPS_AGE_KEY_FILE";

/** Maximum size of a file with identities, bytes. */
const LIMITS = { bytes: 1024 * 1024 };

/** An identity as `age-keygen` writes it; the second kind has post-quantum keys. */
const IDENTITY = /^AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]+$/;

/**
 * Reads all identities: of `SOPS_AGE_KEY`, of the file of `SOPS_AGE_KEY_FILE`, and of the file in
 * the user's configuration folder. Lines that start with `#` are comments.
 *
 * @throws {OsctlError} of kind `file`, or `input` for a line that is not an identity; never quotes
 *   it.
 */
export async function readIdentities(system: KeySystem): Promise<readonly string[]> {
  const { env, cwd } = system;
  const given = env.get(FILE_VARIABLE) ?? "";
  const usual = defaultKeyFile(system);
  const own = await readTextIfPresent(usual, LIMITS);
  const texts: [name: string, text: string][] = [
    [KEY_VARIABLE, env.get(KEY_VARIABLE) ?? ""],
    ...given === ""
      ? []
      : [[given, await readText(resolve(cwd, given), LIMITS)] as [string, string]],
    ...own === undefined ? [] : [[usual, own] as [string, string]],
  ];
  return [...new Set(texts.flatMap(([name, text]) => parseIdentities(name, text)))];
}

/** Returns the path of the file with identities that needs no variable. */
export function defaultKeyFile({ env, home }: Omit<KeySystem, "cwd">): string {
  return `${configFolder({ env, home })}/sops/age/keys.txt`;
}

/** As `os.UserConfigDir` of Go; sops reads `XDG_CONFIG_HOME` on macOS too. */
function configFolder({ env, home }: Omit<KeySystem, "cwd">): string {
  if (Deno.build.os === "windows") return env.get("AppData") ?? `${home}/AppData/Roaming`;
  const folder = env.get("XDG_CONFIG_HOME") ?? "";
  if (folder !== "") return folder;
  return Deno.build.os === "darwin" ? `${home}/Library/Application Support` : `${home}/.config`;
}

function parseIdentities(name: string, text: string): string[] {
  return text.split("\n").map((line) => line.trim()).flatMap((line, index) => {
    if (line === "" || line.startsWith("#")) return [];
    if (IDENTITY.test(line)) return [line];
    throw new OsctlError("input", `${name}: line ${index + 1} is not an age identity`, {
      hint: 'use a file of "age-keygen"',
    });
  });
}
