/**
 * The certificates and the key of a context, decoded and looked at before anything uses them.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { decodeBase64 } from "./base64.ts";
import { type CertificateFacts, certificateFacts } from "./certificate.ts";
import type { NamedContext } from "./select.ts";

/** PEM texts; what the context does not have is left out. */
export interface Credentials {
  readonly ca?: string;
  readonly crt?: string;
  readonly key?: string;
  /** Facts of the client certificate. */
  readonly facts?: CertificateFacts;
}

/** Below this a warning is due, milliseconds. */
const SOON_MS = 7 * 24 * 3600 * 1000;

/**
 * Decodes the credentials of a context.
 *
 * @throws {OsctlError} of kind `input` that names the context and the field, never its content.
 */
export function credentialsOf(context: NamedContext): Credentials {
  const ca = pemOf(context, "ca", "CERTIFICATE");
  const crt = pemOf(context, "crt", "CERTIFICATE");
  const key = pemOf(context, "key", "PRIVATE KEY");
  if ((crt === undefined) !== (key === undefined)) {
    const [has, lacks] = crt === undefined ? ["key", "crt"] : ["crt", "key"];
    throw new OsctlError("input", `context "${context.name}" has "${has}" but no "${lacks}"`, {
      hint: `add both again with "osctl config add ${context.name} --crt <file> --key <file>"`,
    });
  }
  if (ca !== undefined && certificateFacts(ca) === undefined) {
    throw undecodable(context, "ca", "is not a certificate");
  }
  const facts = crt === undefined ? undefined : certificateFacts(crt);
  if (crt !== undefined && facts === undefined) {
    throw undecodable(context, "crt", "is not a certificate");
  }
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(crt === undefined ? {} : { crt }),
    ...(key === undefined ? {} : { key }),
    ...(facts === undefined ? {} : { facts }),
  };
}

function pemOf(context: NamedContext, field: "ca" | "crt" | "key", label: string) {
  const encoded = context.record[field];
  if (encoded === undefined) return undefined;
  const bytes = decodeBase64(encoded);
  if (bytes === undefined) throw undecodable(context, field, "is not base64");
  const pem = new TextDecoder().decode(bytes);
  const block = new RegExp(`-----BEGIN (?:[A-Z0-9]+ )*${label}-----[^-]+-----END `);
  if (!block.test(pem)) throw undecodable(context, field, `holds no PEM block "${label}"`);
  return pem;
}

function undecodable({ name }: NamedContext, field: string, problem: string): OsctlError {
  const what = field === "key" ? "client key" : field === "crt" ? "client certificate" : "CA";
  return new OsctlError("input", `the ${what} of context "${name}" (field "${field}") ${problem}`, {
    hint: field === "ca"
      ? `merge or generate the client configuration again`
      : `add it again with "osctl config add ${name} --crt <file> --key <file>"`,
  });
}

/**
 * The error for a client certificate that has expired at `now`, or undefined. The start of its
 * validity is left to the nodes, whose clocks may be ahead of ours.
 *
 * @param now Milliseconds since the epoch.
 */
export function expiryError(
  context: string,
  facts: CertificateFacts,
  now: number,
): OsctlError | undefined {
  if (now > facts.notAfter) {
    return new OsctlError(
      "input",
      `the client certificate of context "${context}" expired on ${day(facts.notAfter)}`,
      {
        hint: 'get a new one with "osctl --context <a context that still works> config new" and ' +
          '"osctl config merge osconfig", or from the secrets bundle with "osctl gen config ' +
          '--with-secrets secrets.yaml -t osconfig <cluster name> <cluster endpoint>"',
      },
    );
  }
  return undefined;
}

/**
 * One line for a client certificate that expires within 7 days of `now`, or undefined.
 *
 * @param now Milliseconds since the epoch.
 */
export function expiryWarning(
  context: string,
  facts: CertificateFacts,
  now: number,
): string | undefined {
  const left = facts.notAfter - now;
  if (left < 0 || left >= SOON_MS) return undefined;
  const hours = Math.floor(left / 3_600_000);
  const time = hours >= 48 ? `in ${Math.floor(hours / 24)} days` : `in ${hours} h`;
  return `the client certificate of context "${context}" expires ${time}, on ` +
    `${day(facts.notAfter)}; renew it with "osctl config new"`;
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
