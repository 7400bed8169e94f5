/**
 * Checks that a context belongs to the declared cluster.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { decodeBase64, loadClientConfig, selectContext } from "../../osconfig/mod.ts";
import { readCertificate, readCertificates } from "../../pki/mod.ts";
import type { SecretsBundle } from "../../pki/secrets_bundle.ts";
import type { ConnectionOptions, ProcedureSystem } from "../context.ts";

/**
 * Rejects a context of another cluster. New machines would accept the configurations of the cluster
 * file, and could then not be reached with the credentials of the context.
 *
 * @throws {OsctlError} of kind `input` when the CA of the context does not have the key of the CA of
 *   the secrets; of kind `file`, `input` or `usage` for an unusable client configuration.
 */
export async function checkContext(
  system: Pick<ProcedureSystem, "env" | "home" | "cwd">,
  { certs }: SecretsBundle,
  { osconfig, context }: Pick<ConnectionOptions, "osconfig" | "context">,
): Promise<void> {
  const { name, record } = selectContext(await loadClientConfig(osconfig, system), context);
  const ca = decodeBase64(record.ca ?? "");
  // Other commands report a context without a usable CA.
  if (ca === undefined || ca.length === 0) return;
  const own = readCertificate(certs.os.crt, "the CA of the secrets").spki.toHex();
  const trusted = readCertificates(new TextDecoder().decode(ca), `the CA of context "${name}"`);
  if (trusted.some(({ spki }) => spki.toHex() === own)) return;
  throw new OsctlError("input", `context "${name}" is of another cluster: its CA differs`, {
    hint:
      'create a context with "osctl cluster config", add it with "osctl config merge osconfig", ' +
      "or select one with --context",
  });
}
