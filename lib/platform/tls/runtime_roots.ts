/**
 * The certificate authorities that the runtime trusts by default. The process has one store of them,
 * which the runtime fills from variables of the environment at the first use of TLS, and which every
 * connection of `Deno.connectTls`, `fetch` and `Deno.createHttpClient` trusts besides its own ones.
 * This folder leaves the store empty, and each client names its authorities.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { readText } from "../files.ts";
import { lockEnvironment } from "./system_library.ts";

/** Selects the runtime's stores of roots. */
const STORES = "DENO_TLS_CA_STORE";
/** Selects no store. Users write it in other ways, if at all. */
const NO_STORES = ",";
/** Names a file of further roots, or contains them. */
const DENO_FILE = "DENO_CERT";
/** Name files of further roots. */
const FILES = [DENO_FILE, "NODE_EXTRA_CA_CERTS"] as const;

/** Whether the runtime has read the variables, for this process. */
let areRead = false;

/**
 * Whether the store may be emptied. A program from a URL needs it to load its modules; without the
 * permissions to change variables and to read roots, the runtime would ask for them.
 */
export function canEmptyRoots(): boolean {
  if (import.meta.url.startsWith("https:")) return false;
  const needed = [{ name: "env" }, { name: "sys" }] as const;
  return needed.every((one) => Deno.permissions.querySync(one).state === "granted");
}

/**
 * Calls `open`, which must read the variables before it returns, so that they select no roots; unless
 * another API has opened a TLS connection before.
 *
 * Threads share the variables, and only tests have several: without a lock, one would store what
 * another has changed.
 */
export function withoutRuntimeRoots<Result>(open: () => Result): Result {
  if (areRead) return open();
  const unlock = lockEnvironment();
  // While another thread has changed the variables, they select no roots here either.
  if (unlock === undefined) return open();
  const variables = [STORES, ...FILES].map((name) => [name, Deno.env.get(name)] as const);
  try {
    Deno.env.set(STORES, NO_STORES);
    for (const name of FILES) Deno.env.delete(name);
    const result = open();
    areRead = true;
    return result;
  } finally {
    for (const [name, value] of variables) setVariable(name, value);
    unlock();
  }
}

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) Deno.env.delete(name);
  else Deno.env.set(name, value);
}

/**
 * Returns the authorities that the variables select, PEM: Mozilla's or the system's, and the
 * files that `DENO_CERT` and `NODE_EXTRA_CA_CERTS` name. Takes up to 20 ms.
 *
 * @throws {OsctlError} of kind `file` for an unreadable file of `DENO_CERT`.
 */
export async function readRuntimeRoots(): Promise<readonly string[]> {
  const { getCACertificates } = await import("node:tls");
  // It reads neither the store of the process nor the variable of Deno.
  const roots = getCACertificates("default");
  const own = Deno.env.get(DENO_FILE) ?? "";
  return own === "" ? roots : [...roots, await readDenoRoots(own)];
}

/** `DENO_CERT` contains the certificates themselves after this prefix. */
const ENCODED = "base64:";

async function readDenoRoots(value: string): Promise<string> {
  if (!value.startsWith(ENCODED)) return await readText(value);
  try {
    return new TextDecoder().decode(Uint8Array.fromBase64(value.slice(ENCODED.length)));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new OsctlError("input", `invalid ${DENO_FILE}: not base64`, {
      hint: "set it to the path of a PEM file",
    });
  }
}
