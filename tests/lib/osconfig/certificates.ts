/** Client certificates for test contexts. */
import { encodeBase64 } from "../../../lib/osconfig/mod.ts";
import { createCa, issueClientCertificate, type PemPair } from "../../../lib/pki/mod.ts";

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };

/** Credentials of a context in base64, and as PEM. */
export interface TestCredentials {
  readonly ca: string;
  readonly crt: string;
  readonly key: string;
  readonly pem: PemPair & { readonly ca: string };
}

/** Creates a client certificate with the roles, valid from `from` for `ttl` milliseconds. */
export async function makeCredentials(
  { roles = ["os:admin"], from = Date.now(), ttl = 365 * 24 * 3600 * 1000 }: {
    roles?: readonly string[];
    from?: number;
    ttl?: number;
  } = {},
): Promise<TestCredentials> {
  const source = { random, clock: { now: () => from, after: () => () => {} } };
  const ca = await createCa({ organization: "os" }, source);
  const pair = await issueClientCertificate(ca, { roles, ttl }, source);
  return {
    ca: encodeBase64(ca.crt),
    crt: encodeBase64(pair.crt),
    key: encodeBase64(pair.key),
    pem: { ...pair, ca: ca.crt },
  };
}
