/**
 * Reads the facts of the client configuration.
 *
 * @module
 */
import { OsctlError } from "../../../errors.ts";
import { decodeBase64 } from "../../../osconfig/base64.ts";
import { clientCertificate } from "../../../osconfig/credentials.ts";
import { loadClientConfig, type NamedContext, selectContext } from "../../../osconfig/load.ts";
import { readCertificates } from "../../../pki/mod.ts";
import type { ClientFacts } from "../facts.ts";

/** The parts of the system that are read. */
export type ClientFactsSystem = Parameters<typeof loadClientConfig>[1];

/**
 * Reads the context that calls use.
 *
 * @throws {OsctlError} of kind `file`, `input` or `usage` for an unusable configuration.
 */
export async function readClientFacts(
  system: ClientFactsSystem,
  { osconfig, context }: { readonly osconfig: string; readonly context: string },
): Promise<ClientFacts> {
  const named = selectContext(await loadClientConfig(osconfig, system), context);
  const certificate = clientCertificate(named);
  const authorityEndsAt = findAuthorityEnd(named);
  return {
    context: named.name,
    endpoints: named.record.endpoints,
    ...(certificate === undefined ? {} : {
      certificateStartsAt: certificate.notBefore,
      certificateEndsAt: certificate.notAfter,
      roles: certificate.organizations,
    }),
    ...(authorityEndsAt === undefined ? {} : { authorityEndsAt }),
  };
}

/** Returns the end of the newest authority; calls report one that is not a certificate. */
function findAuthorityEnd({ name, record }: NamedContext): number | undefined {
  const ca = decodeBase64(record.ca ?? "");
  if (ca === undefined || ca.length === 0) return undefined;
  try {
    const source = `the CA of context "${name}"`;
    const authorities = readCertificates(new TextDecoder().decode(ca), source);
    return Math.max(...authorities.map(({ notAfter }) => notAfter));
  } catch (error) {
    if (error instanceof OsctlError) return undefined;
    throw error;
  }
}
