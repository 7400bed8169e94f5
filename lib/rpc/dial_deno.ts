/**
 * Opens TLS streams with `Deno.connectTls`.
 *
 * Only a server that the context's CA identifies completes the handshake, and with it receives the
 * client certificate. Should other code of the process have connected before, the runtime's roots
 * are trusted as well; the second check remains then: before anything is sent, a CA of the context
 * must have signed the server's certificate itself.
 *
 * @module
 */
import { raceWithAbort } from "../async/deadline.ts";
import { parseCertificate, readCertificates } from "../pki/certificate.ts";
import { isIssuedBy } from "../pki/is_issued_by.ts";
import { toPkcs8Label } from "../pki/pem.ts";
import { connectStrictTls } from "../platform/tls/connect_deno.ts";
import { DialError } from "./dial_error.ts";
import type { DialedStream, DialTarget } from "./dialer.ts";
import { ConnStream } from "./conn_stream.ts";
import { KEEPALIVE_MS } from "./tuning.ts";
import type { TlsSettings } from "./types.ts";

/**
 * Opens a stream with `Deno.connectTls`, whose errors do not contain every reason.
 *
 * @throws {Error} when connecting fails, or the context's CA has not signed the server's certificate.
 */
export async function dialDeno(target: DialTarget): Promise<DialedStream> {
  const { signal, tls, address } = target;
  const { ca, crt, key } = tls;
  const { host: hostname, port } = address;
  const connecting = connectStrictTls({
    hostname,
    port,
    caCerts: ca === undefined ? [] : [ca],
    ...(crt === undefined ? {} : { cert: crt }),
    ...(key === undefined ? {} : { key: toPkcs8Label(key) }),
    alpnProtocols: ["h2"],
  }, KEEPALIVE_MS);
  const conn = await raceWithAbort(connecting, signal).catch((error) => {
    // It cannot be cancelled.
    connecting.then((late) => late.close(), () => {});
    throw error;
  });
  const stream = new ConnStream(conn);
  target.opened(stream);
  target.reached("tls");
  const { alpnProtocol } = await raceWithAbort(conn.handshake(), signal);
  // Talos nodes before v1.8.2 negotiate no protocol; the connection preface shows HTTP/2 then.
  if (alpnProtocol !== null && alpnProtocol !== "h2") throw new DialError("alpn");
  const certificate = getPeerCertificate(conn);
  if (certificate === undefined || !await isSignedBy(certificate, tls)) {
    throw new Error("the context's CA has not signed the server's certificate");
  }
  return { stream, source: stream };
}

/**
 * Returns the server's certificate, DER, by a method of connections that Deno does not document;
 * undefined when this version of Deno has none.
 */
export function getPeerCertificate(conn: Deno.TlsConn): Uint8Array<ArrayBuffer> | undefined {
  const prototype = Object.getPrototypeOf(conn);
  const symbol = Object.getOwnPropertySymbols(prototype)
    .find(({ description }) => description === "getPeerCertificate");
  if (symbol === undefined) return undefined;
  const certificate: { raw?: unknown } | undefined = prototype[symbol].call(conn, false);
  const raw = certificate?.raw;
  return raw instanceof Uint8Array ? new Uint8Array(raw) : undefined;
}

/** Returns whether a CA of the context has signed the certificate itself. */
async function isSignedBy(
  der: Uint8Array<ArrayBuffer>,
  { ca = "" }: TlsSettings,
): Promise<boolean> {
  const certificate = parseCertificate(der, "the server certificate");
  for (const issuer of readCertificates(ca, "the CA certificate")) {
    if (await isIssuedBy(certificate, issuer)) return true;
  }
  return false;
}
