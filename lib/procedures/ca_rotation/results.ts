/**
 * Files of a rotation: the new client configuration and the secrets bundle.
 *
 * @module
 */
import { isEncrypted } from "../../encrypted_files/mod.ts";
import { OsctlError } from "../../errors.ts";
import { encodeBase64, renderConfig } from "../../osconfig/mod.ts";
import type { PemPair } from "../../pki/mod.ts";
import { readText, readTextIfPresent, writeFileAtomic } from "../../platform/files.ts";
import { GO_LAYOUT, isMap, layoutOf, parseYaml, TextEditor, toData } from "../../yaml/mod.ts";
import type { YamlMap, YamlValue } from "../../yaml/mod.ts";
import { type Journal, rank } from "./journal.ts";
import { isSameCertificate } from "./phases.ts";
import type { AuthorityName, Direction } from "./types.ts";

/** Returns the text of the client configuration after a rotation or rollback. */
function clientConfigText({ context, client, os }: Journal, direction: Direction): string {
  const { name, endpoints, nodes, proxyUrl } = context;
  const { ca, crt, key } = direction === "rotate"
    ? { ca: os!.new.crt, ...client! }
    : { ca: context.ca, ...context.client };
  return renderConfig(name, {
    [name]: {
      endpoints,
      nodes,
      ca: encodeBase64(ca),
      crt: encodeBase64(crt),
      key: encodeBase64(key),
      ...proxyUrl === undefined ? {} : { proxyUrl },
    },
  });
}

/**
 * Writes the client configuration of the authority that remains, mode 0600. A rollback replaces that
 * of the rotation only.
 *
 * @returns Whether the file has it.
 * @throws {OsctlError} of kind `file` when a rotation finds another file, without `--force`.
 */
export async function saveClientConfig(journal: Journal): Promise<boolean> {
  const { output, force, direction } = journal;
  const text = clientConfigText(journal, direction);
  const present = await readTextIfPresent(output);
  if (present === text) return true;
  if (direction === "rollback") {
    const isSaved = rank(journal.os!.rotate) >= rank("drop");
    const isOurs = present === undefined || present === clientConfigText(journal, "rotate");
    if (!isSaved || !isOurs) return false;
  }
  const overwrite = force || direction === "rollback";
  if (present !== undefined && !overwrite) {
    throw new OsctlError("file", `"${output}" exists, but did not exist before the rotation`, {
      hint: "move it to another name",
    });
  }
  await writeFileAtomic(output, text, { mode: 0o600, overwrite });
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
  if (await isEncrypted({ cwd: "/" }, path)) {
    throw new OsctlError("input", `"${name}" is encrypted, and cannot be updated by a rotation`, {
      hint: "remove --with-secrets, and replace the CAs afterwards with sops or age",
    });
  }
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
  const pair: YamlValue = { crt: encodeBase64(crt), key: encodeBase64(key) };
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

function decode(text: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.fromBase64(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
