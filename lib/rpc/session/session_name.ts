/**
 * Names of session sockets: equal only where a direct connection would be equal.
 *
 * @module
 */
import { VERSION } from "../../platform/build.ts";
import { userId } from "../../platform/private_folder.ts";
import { sha256 } from "../../platform/sha256.ts";
import type { TlsSettings } from "../types.ts";

/** Length of a name: 128 bits, and short enough for the path of a Unix socket. */
const NAME_LENGTH = 32;

/** What a name depends on, besides this build and the user. */
export interface SessionRoute {
  /** `host:port` or `[address]:port`. */
  readonly endpoint: string;
  readonly tls: TlsSettings;
  /** The proxy of the endpoint. */
  readonly proxy: URL | undefined;
}

/** File of a bundle: the digest of the build is the end of its name. */
const BUNDLED = /[^/]+-[0-9a-f]{8}\.js$/;

/**
 * Returns what identifies a build by the URL of a module. Files of a bundle are the same wherever they
 * are: the folder of an executable depends on TMPDIR and on its file name. Sources are identified by
 * their checkout.
 */
export function buildOf(moduleUrl: string): string {
  return BUNDLED.exec(moduleUrl)?.[0] ?? moduleUrl;
}

/** Returns the name of the socket for an endpoint: a digest of build, user, credentials and proxy. */
export async function sessionName({ endpoint, tls, proxy }: SessionRoute): Promise<string> {
  const parts = [
    VERSION,
    buildOf(import.meta.url),
    Deno.version.deno,
    userId(),
    endpoint,
    tls.ca,
    tls.crt,
    tls.key,
    proxy?.href,
  ];
  return (await sha256(JSON.stringify(parts.map((part) => part ?? null)))).slice(0, NAME_LENGTH);
}
