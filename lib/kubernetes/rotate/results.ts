/**
 * Files of a rotation: the new client configuration and the secrets bundle.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { newConfigText } from "../../osconfig/new_file.ts";
import type { PemPair } from "../../pki/mod.ts";
import {
  readText,
  readTextIfPresent,
  removeIfPresent,
  writeFileAtomic,
} from "../../platform/files.ts";
import { GO_LAYOUT, isMap, layoutOf, parseYaml, TextEditor, toData } from "../../yaml/mod.ts";
import type { YamlMap, YamlValue } from "../../yaml/mod.ts";
import type { Journal } from "./journal.ts";
import { isSameCertificate } from "./phases.ts";
import type { AuthorityName } from "./types.ts";

/** Returns the text of the client configuration of the new authority. */
export function clientConfigText({ context, client, os }: Journal): string {
  const { name, endpoints } = context;
  return newConfigText(name, { endpoints, ca: os!.new.crt, ...client! });
}

/**
 * Writes the client configuration of the new authority, mode 0600, unless the file has it.
 *
 * @throws {OsctlError} of kind `file` when another file exists, without `--force`.
 */
export async function saveClientConfig(journal: Journal): Promise<void> {
  const { output, force } = journal;
  const text = clientConfigText(journal);
  if (await readTextIfPresent(output) === text) return;
  await writeFileAtomic(output, text, { mode: 0o600, overwrite: force });
}

/** Removes the client configuration of the new authority after a rollback, unless it has changed. */
export async function removeClientConfig(journal: Journal): Promise<boolean> {
  const { output } = journal;
  if (await readTextIfPresent(output) !== clientConfigText(journal)) return false;
  await removeIfPresent(output);
  return true;
}

/** Keys of authorities in a secrets bundle. */
const BUNDLE_KEYS: Readonly<Record<AuthorityName, string>> = { os: "os", kubernetes: "k8s" };

/**
 * Checks that a secrets bundle has the authority before a rotation.
 *
 * @throws {OsctlError} of kind `file` or `input`; never quotes its content.
 */
export async function checkBundle(
  path: string,
  name: string,
  authority: AuthorityName,
  pair: PemPair,
): Promise<void> {
  const { crt } = readBundlePair(await readText(path), name, authority);
  if (isSameCertificate(crt, pair.crt)) return;
  const key = BUNDLE_KEYS[authority];
  throw new OsctlError("input", `"${name}" has another CA than the nodes (certs.${key})`, {
    hint: "use the secrets bundle of this cluster",
  });
}

/** Replaces an authority in a secrets bundle; keeps the rest of the text and the mode 0600. */
export async function updateBundle(
  path: string,
  authority: AuthorityName,
  { crt, key }: PemPair,
): Promise<void> {
  const text = await readText(path);
  const known = readBundlePair(text, path, authority);
  if (isSameCertificate(known.crt, crt)) return;
  const { documents } = parseYaml(text);
  const [document] = documents;
  const before = toData(document!.root) as YamlMap;
  const certs = before["certs"] as YamlMap;
  const pair: YamlValue = { crt: encode(crt), key: encode(key) };
  const after = { ...before, certs: { ...certs, [BUNDLE_KEYS[authority]]: pair } };
  const editor = new TextEditor(text, layoutOf(text, [document!.root]) ?? GO_LAYOUT, {
    keepsNull: true,
  });
  editor.document(document!, { before, after });
  const changed = editor.result();
  if (changed === undefined) {
    throw new OsctlError("input", `"${path}" cannot be edited`, {
      hint: 'extract a new one with "osctl gen secrets --from-controlplane-config"',
    });
  }
  await writeFileAtomic(path, changed, { mode: 0o600 });
}

function readBundlePair(text: string, name: string, authority: AuthorityName): PemPair {
  const key = BUNDLE_KEYS[authority];
  const { documents, problems } = parseYaml(text);
  const data = documents[0] && problems.length === 0 ? toData(documents[0].root) : undefined;
  const certs = isMap(data) ? data["certs"] : undefined;
  const pair = isMap(certs) ? certs[key] : undefined;
  const { crt, key: privateKey } = isMap(pair) ? pair : {};
  const decoded = [crt, privateKey].map((value) => typeof value === "string" && decode(value));
  if (decoded[0] && decoded[1]) return { crt: decoded[0], key: decoded[1] };
  throw new OsctlError("input", `"${name}" is not a secrets bundle: missing certs.${key}`, {
    hint: "use a file of osctl gen secrets",
  });
}

function encode(pem: string): string {
  return new TextEncoder().encode(pem).toBase64();
}

function decode(text: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.fromBase64(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
