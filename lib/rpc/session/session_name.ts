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
  /** The HTTP proxy of the endpoint. */
  readonly proxy: URL | undefined;
}

/** Returns the name of the socket for an endpoint: a digest of build, user, credentials and proxy. */
export async function sessionName({ endpoint, tls, proxy }: SessionRoute): Promise<string> {
  const parts = [
    // Files of a bundle have the digest of the build in their names.
    VERSION,
    import.meta.url,
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
