/**
 * Validates the PEM credentials of a context before they are passed to TLS: the TLS library ignores
 * a malformed key silently.
 *
 * @module
 */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { toPkcs8Label } from "../pki/pem.ts";
import { OsctlError } from "../errors.ts";
import type { TlsSettings } from "./types.ts";

/** Credentials as options of `node:tls`. */
export interface Credentials {
  ca?: string;
  cert?: string;
  key?: string;
}

/** Converted settings: parsing takes 0.3 ms, and a node that restarts is dialled several times a second. */
const converted = new WeakMap<TlsSettings, Credentials>();

/**
 * Validates the credentials of a channel and converts them to TLS options.
 *
 * @throws {OsctlError} `input` when a certificate or key is unreadable or the key and the certificate do not match.
 */
export function toTlsCredentials(settings: TlsSettings): Credentials {
  return converted.getOrInsertComputed(settings, convert);
}

function convert({ ca, crt, key }: TlsSettings): Credentials {
  if (ca !== undefined) readCertificate(ca, "CA certificate");
  const trust = ca === undefined ? {} : { ca };
  if (crt === undefined && key === undefined) return trust;
  if (crt === undefined || key === undefined) {
    const [there, missing] = crt === undefined ? ["key", "certificate"] : ["certificate", "key"];
    throw new OsctlError("input", `client ${there} without client ${missing}`, {
      hint: "set both crt and key in the context, or remove both",
    });
  }
  const pem = toPkcs8Label(key);
  if (!readCertificate(crt, "client certificate").checkPrivateKey(readKey(pem))) {
    throw new OsctlError("input", "the client key does not match the client certificate", {
      hint: "set crt and key in the context to a matching pair",
    });
  }
  return { ...trust, cert: crt, key: pem };
}

function readCertificate(pem: string, what: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw unreadable(what, cause);
  }
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    // The library's error may quote the key.
    throw unreadable("client key", undefined);
  }
}

function unreadable(what: string, cause: unknown): OsctlError {
  return new OsctlError("input", `invalid ${what}`, {
    hint: "set it in the context to the PEM text in base64",
    ...(cause === undefined ? {} : { cause }),
  });
}
