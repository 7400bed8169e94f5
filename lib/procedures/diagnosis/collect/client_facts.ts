/**
 * Reads the facts of the client configuration.
 *
 * @module
 */
import { clientCertificate } from "../../../osconfig/credentials.ts";
import { loadClientConfig, selectContext } from "../../../osconfig/load.ts";
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
  return {
    context: named.name,
    endpoints: named.record.endpoints,
    ...(certificate === undefined ? {} : {
      certificateStartsAt: certificate.notBefore,
      certificateEndsAt: certificate.notAfter,
      roles: certificate.organizations,
    }),
  };
}
