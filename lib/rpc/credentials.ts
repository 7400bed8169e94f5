/**
 * Turns the PEM texts of a context into what TLS takes, and finds what is wrong with them first: the
 * TLS library ignores a broken key without a word.
 *
 * @module
 */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { forLibraries } from "../pki/pem.ts";
import { OsctlError } from "../errors.ts";
import type { TlsSettings } from "./types.ts";

/** Credentials in the words of `node:tls`. */
export interface Credentials {
  ca?: string;
  cert?: string;
  key?: string;
}

/**
 * Checks and translates the credentials of a channel.
 *
 * @throws {OsctlError} `input` when a certificate or key is unreadable or they do not belong together.
 */
export function credentialsOf({ ca, crt, key }: TlsSettings): Credentials {
  if (ca !== undefined) readCertificate(ca, "CA certificate");
  const trust = ca === undefined ? {} : { ca };
  if (crt === undefined && key === undefined) return trust;
  if (crt === undefined || key === undefined) {
    const [there, missing] = crt === undefined ? ["key", "certificate"] : ["certificate", "key"];
    throw new OsctlError("input", `there is a client ${there} but no client ${missing}`, {
      hint: "set both crt and key in the context, or neither",
    });
  }
  const pem = forLibraries(key);
  if (!readCertificate(crt, "client certificate").checkPrivateKey(readKey(pem))) {
    throw new OsctlError("input", "the client key does not belong to the client certificate", {
      hint: "set crt and key in the context to a pair that was made together",
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
    // The library's error could quote the key.
    throw unreadable("client key", undefined);
  }
}

function unreadable(what: string, cause: unknown): OsctlError {
  return new OsctlError("input", `the ${what} cannot be read`, {
    hint: "check that the context holds it as base64 of a PEM text",
    ...(cause === undefined ? {} : { cause }),
  });
}
