/**
 * Waits until the server of a node uses the authorities of its configuration.
 *
 * @module
 */
import { raceWithAbort } from "../../async/deadline.ts";
import { DOMAIN } from "../../distribution.ts";
import { decodeBase64 } from "../../yaml/base64.ts";
import { isIssuedBy, readCertificate, readCertificates } from "../../pki/mod.ts";
import { isList, isMap, type Value } from "../../output/value.ts";
import { specOf } from "../../resource/document.ts";
import { ResourceReader } from "../../resource/client.ts";
import type { NodeReader } from "./node_config.ts";
import type { FromTo } from "./phases.ts";
import { requireTrust } from "./require_trust.ts";
import type { Phase } from "./types.ts";
import { NotYet } from "../waits.ts";

const API_CERTIFICATES = { namespace: "secrets", type: `ApiCertificates.secrets.${DOMAIN}` };
const ID = "api";

/**
 * Checks that the server of a node has the certificate and the accepted authorities of a phase.
 *
 * @throws {NotYet} until it has.
 */
export async function requireApiCertificates(
  { client, clock, callMs }: NodeReader,
  node: string,
  phase: Phase,
  { from, to }: FromTo,
  signal: AbortSignal,
): Promise<void> {
  const reader = new ResourceReader(client, { clock, callMs });
  const resource = await raceWithAbort(reader.get(node, API_CERTIFICATES, ID), signal);
  const spec = await specOf(resource);
  const { server, acceptedCAs } = isMap(spec) ? spec : {};
  const accepted = (isList(acceptedCAs) ? acceptedCAs : []).flatMap((one) => {
    const pem = decodePem(one);
    return pem === undefined ? [] : readCertificates(pem, "an accepted CA");
  });
  requireTrust(accepted, phase, { from, to }, {
    withoutNext: "the next CA is not accepted",
    withoutPrevious: "the previous CA is not accepted",
    withPrevious: "the previous CA is still accepted",
  });
  if (phase === "accept") return;
  const certificate = readCertificate(decodePem(server) ?? "", "the server certificate");
  if (await isIssuedBy(certificate, readCertificate(to.crt, "the CA certificate"))) return;
  throw new NotYet("the certificate is not issued by the next CA");
}

/** Returns the certificate of a pair, PEM. */
function decodePem(value: Value | undefined): string | undefined {
  const crt = value !== undefined && isMap(value) ? value["crt"] : undefined;
  if (typeof crt !== "string") return undefined;
  const bytes = decodeBase64(crt);
  return bytes && new TextDecoder().decode(bytes);
}
