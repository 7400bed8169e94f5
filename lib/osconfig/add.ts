/**
 * Adds a context with credentials from files.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import {
  isIssuedBy,
  readCertificate,
  readCertificates,
  readKey,
  requireMatchingKey,
} from "../pki/mod.ts";
import { readBytes } from "../platform/files.ts";
import { resolve } from "../platform/paths.ts";
import { encodeBase64 } from "./base64.ts";
import { shellQuoted } from "../output/shell_quoted.ts";
import type { ContextRecord } from "./types.ts";

/** Paths of PEM files; `""` for none. */
export interface CredentialPaths {
  readonly ca: string;
  readonly crt: string;
  readonly key: string;
}

/** Credentials read from files. */
export interface CredentialFiles {
  /** Base64 of each file, as a context stores it; `""` for none. */
  readonly ca: string;
  readonly crt: string;
  readonly key: string;
  /** What may be wrong with them, although they can be used. */
  readonly warnings: readonly string[];
}

/**
 * Reads and checks the credentials of a new context.
 *
 * @throws {OsctlError} of kind `usage` for a certificate without a key or the reverse, `file` for a
 * file that cannot be read, `input` for an invalid certificate or key, and for a key of another
 * certificate.
 */
export async function readCredentialFiles(
  paths: CredentialPaths,
  cwd: string,
): Promise<CredentialFiles> {
  if ((paths.crt === "") !== (paths.key === "")) {
    throw new OsctlError("usage", "--crt and --key must be used together", {
      hint: "add the other one, or remove both",
    });
  }
  const read = async (path: string) =>
    path === "" ? undefined : await readBytes(resolve(cwd, path));
  const [ca, crt, key] = [await read(paths.ca), await read(paths.crt), await read(paths.key)];
  const names = { ca: `"${paths.ca}"`, crt: `"${paths.crt}"`, key: `"${paths.key}"` };
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const warnings: string[] = [];
  const roots = ca && readCertificates(text(ca), names.ca);
  if (crt !== undefined && key !== undefined) {
    const certificate = readCertificate(text(crt), names.crt);
    requireMatchingKey(certificate, await readKey(text(key), names.key), names);
    const issued = await Promise.all((roots ?? []).map((root) => isIssuedBy(certificate, root)));
    // Not an error: nodes may accept clients of another CA than the one that issues their own
    // certificates, for example while a CA is being replaced.
    if (roots !== undefined && !issued.includes(true)) {
      warnings.push(
        `the CA in ${names.ca} did not issue the certificate in ${names.crt}; nodes may reject it`,
      );
    }
  }
  const encode = (bytes: Uint8Array | undefined) => bytes === undefined ? "" : encodeBase64(bytes);
  return { ca: encode(ca), crt: encode(crt), key: encode(key), warnings };
}

/**
 * Describes a context that another one replaced, as lines without line breaks.
 *
 * @param flag The value of `--osconfig`, which the commands to restore it need too.
 */
export function describeReplaced(
  name: string,
  { endpoints, nodes, ca, crt, auth, cluster }: ContextRecord,
  flag: string,
): string[] {
  const parts = [
    ...(endpoints.length === 0 ? [] : [`endpoints ${endpoints.join(", ")}`]),
    ...(nodes.length === 0 ? [] : [`nodes ${nodes.join(", ")}`]),
    ...(ca === undefined ? [] : ["CA"]),
    ...(crt === undefined ? [] : ["client certificate and key"]),
    ...(auth === undefined ? [] : ["login"]),
    ...(cluster === undefined ? [] : [`cluster ${cluster}`]),
  ];
  const had = parts.length === 0 ? "was empty" : `had ${parts.join("; ")}`;
  const option = flag === "" ? "" : ` --osconfig ${shellQuoted(flag)}`;
  const restore = ([["endpoint", endpoints], ["node", nodes]] as const)
    .filter(([, values]) => values.length > 0)
    .map(([command, values]) =>
      `restore with: osctl${option} --context ${shellQuoted(name)} config ${command} ` +
      values.map(shellQuoted).join(" ")
    );
  return [`replaced context "${name}", which ${had}`, ...restore];
}
