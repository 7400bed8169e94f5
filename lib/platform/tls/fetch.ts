/**
 * Requests over HTTP whose authorities are named.
 *
 * @module
 */
import type { FetchOptions } from "../system.ts";
import { canEmptyRoots, readRuntimeRoots, withoutRuntimeRoots } from "./runtime_roots.ts";

/** Clients by their authorities, for connections that are kept alive. */
const clients = new Map<string, Deno.HttpClient>();

/**
 * Makes a request, with the proxies of the environment. In a program from a URL, and with fewer
 * permissions, the runtime's authorities are trusted besides the given ones.
 *
 * @throws {TypeError} when it fails.
 * @throws {OsctlError} of kind `file` or `input` for `DENO_CERT`.
 */
export async function fetchWithRoots(
  input: string | URL,
  { caCerts, ...init }: FetchOptions = {},
): Promise<Response> {
  if (caCerts === undefined && !canEmptyRoots()) return await fetch(input, init);
  const trusted = caCerts ?? await readRuntimeRoots();
  const client = clients.getOrInsertComputed(trusted.join("\n"), () => createClient(trusted));
  return await fetch(input, { ...init, client });
}

function createClient(trusted: readonly string[]): Deno.HttpClient {
  const open = () => Deno.createHttpClient({ caCerts: [...trusted] });
  return canEmptyRoots() ? withoutRuntimeRoots(open) : open();
}
