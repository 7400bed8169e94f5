/**
 * Describes why connecting to an endpoint failed.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { Clock } from "../platform/system.ts";
import { wallClock } from "../platform/wall_clock.ts";
import {
  fingerprint,
  isIssuedBy,
  isValidAt,
  parseValidity,
  subjectAltNames,
} from "./certificate.ts";
import { DialError, type Phase } from "./dial_error.ts";
import type { Address } from "./endpoint.ts";
import { formatDuration, formatTime, systemCode } from "./errors.ts";
import { Http2Error, PrefaceError } from "./http2/errors.ts";
import { probeAlert, probeCertificate } from "./probe.ts";
import type { TlsSettings } from "./types.ts";

/** The circumstances of a failed attempt. */
export interface Attempt {
  endpoint: string;
  address: Address;
  tls: TlsSettings;
  phase: Phase;
  connectTimeoutMs: number;
  clock: Clock;
  proxy: URL | undefined;
  /** Whether the context sets the proxy, not the environment. */
  isProxyOfContext?: boolean;
  signal: AbortSignal;
}

/** Codes of `node:tls` for a certificate with an invalid chain, dates or signature. */
const UNTRUSTED = /^(UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|CERT_|INVALID_CA|ERR_TLS_CERT)/;
/** Codes of `node:tls` for a response that is not TLS. */
const NOT_TLS =
  /WRONG_VERSION_NUMBER|INVALID_CONTENT_TYPE|PACKET_LENGTH|HTTP_REQUEST|UNKNOWN_PROTOCOL/;

/**
 * Converts the error of an attempt to one with cause and hint. May probe the endpoint once more, for
 * a bounded time. An abort by the caller's signal is returned unchanged.
 */
export async function describeDialError(error: unknown, attempt: Attempt): Promise<unknown> {
  if (error instanceof OsctlError || attempt.signal.aborted) return error;
  const fail = (message: string, hint?: string) =>
    new OsctlError("connection", message, {
      cause: error,
      ...(hint === undefined ? {} : { hint }),
    });
  if (error instanceof DialError && error.reason === "timeout") return timedOut(attempt, fail);
  if (attempt.phase === "proxy") return proxyFailed(error, attempt, fail);
  if (attempt.phase === "connect") return unreachable(error, attempt, fail);
  return attempt.phase === "tls"
    ? await handshakeFailed(error, attempt, fail)
    : await rejected(error, attempt, fail);
}

type Fail = (message: string, hint?: string) => OsctlError;

function timedOut(attempt: Attempt, fail: Fail): OsctlError {
  const { endpoint, address, phase, proxy, connectTimeoutMs } = attempt;
  const time = formatDuration(connectTimeoutMs);
  switch (phase) {
    case "proxy":
      return fail(
        `proxy ${proxy?.host} did not connect to ${endpoint} within ${time}`,
        `${proxyHint(attempt)}, or set OSCTL_CONNECT_TIMEOUT to wait longer`,
      );
    case "connect":
      // The time includes resolving the name, which takes longest when DNS servers are silent.
      return fail(
        `${endpoint} did not respond within ${time}`,
        `check ${address.ip ? "the address" : `that DNS resolves "${address.host}"`} and ` +
          "the network, or set OSCTL_CONNECT_TIMEOUT to wait longer",
      );
    default:
      return fail(
        `${endpoint} accepted the connection but sent nothing within ${time}`,
        PORT_HINT,
      );
  }
}

const PORT_HINT = "check that the port belongs to the node API";

function proxyHint({ isProxyOfContext }: Attempt): string {
  return isProxyOfContext
    ? 'check the proxy of the context with "osctl config proxy-url"'
    : "check HTTPS_PROXY, or add the endpoint to NO_PROXY";
}

function proxyFailed(error: unknown, attempt: Attempt, fail: Fail): OsctlError {
  const { endpoint, proxy } = attempt;
  const text = errorText(error);
  const hint = proxyHint(attempt);
  const unconnected = `cannot connect to proxy ${proxy?.host} for ${endpoint}: `;
  switch (systemCode(error)) {
    case "ECONNREFUSED":
      return fail(`${unconnected}it refused the connection`, hint);
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EAI_NODATA":
      return fail(`${unconnected}its name does not resolve`, hint);
    case "PROXY_REFUSED":
      return fail(`proxy ${proxy?.host} refused to connect to ${endpoint}: ${text}`, hint);
    case "PROXY_CLOSED":
    case "PROXY_MALFORMED":
      return fail(`proxy ${proxy?.host} failed to connect to ${endpoint}: ${text}`, hint);
    default:
      return fail(`${unconnected}${text}`, hint);
  }
}

function unreachable(error: unknown, { endpoint, address }: Attempt, fail: Fail): OsctlError {
  const code = systemCode(error);
  const zone = /^fe[89ab][^%]*(?:%(.*))?$/i.exec(address.host);
  if (zone !== null && !["ECONNREFUSED", "ETIMEDOUT"].includes(code)) {
    return fail(
      `cannot connect to ${endpoint}: ${code === "" ? errorText(error) : code}`,
      zone[1] === undefined
        ? `add the interface of the link-local address, such as [${address.host}%eth0]`
        : `check that this machine has the interface "${zone[1]}"`,
    );
  }
  switch (code) {
    case "ECONNREFUSED":
      return fail(
        `${endpoint} refused the connection`,
        "check that the node is up and the port belongs to its API",
      );
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EAI_NODATA":
      return fail(
        `cannot resolve host "${address.host}" of endpoint ${endpoint}`,
        "check the name and the DNS servers",
      );
    case "ETIMEDOUT":
      return fail(`${endpoint} did not respond`, "check the address and the network");
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "EHOSTDOWN":
      return fail(`no route to ${endpoint}`, "check the address and the network");
    default:
      return fail(
        `cannot connect to ${endpoint}: ${errorText(error)}`,
        "check the address and the network",
      );
  }
}

async function handshakeFailed(error: unknown, attempt: Attempt, fail: Fail): Promise<OsctlError> {
  const { endpoint } = attempt;
  if (error instanceof DialError) {
    const { reason, certificate } = error;
    if (reason === "alpn") return notHttp2(endpoint, fail);
    if (certificate !== undefined && reason === "validity") {
      return invalidDates(certificate, endpoint, wallClock.now(), fail);
    }
    if (certificate !== undefined) {
      const sentence = reason === "identity"
        ? wrongIdentity(certificate, attempt, fail)
        : wrongFingerprint(certificate, endpoint, fail);
      return sentence;
    }
  }
  const code = systemCode(error);
  if (NOT_TLS.test(code)) return fail(`${endpoint} does not speak TLS`, PORT_HINT);
  if (code.includes("ALERT_NO_APPLICATION_PROTOCOL")) {
    return notHttp2(endpoint, fail);
  }
  if (code.includes("ALERT_PROTOCOL_VERSION")) {
    return fail(
      `${endpoint} supports TLS 1.1 at most; TLS 1.2 or later is required`,
      PORT_HINT,
    );
  }
  if (isClientCertificateAlert(code)) return await rejected(error, attempt, fail);
  if (UNTRUSTED.test(code)) return await untrusted(error, attempt, fail);
  if (code === "ECONNRESET" || code === "EPIPE" || error instanceof DialError) {
    return fail(`${endpoint} closed the connection during the TLS handshake`, PORT_HINT);
  }
  if (code.startsWith("ERR_SSL") || code.startsWith("ERR_TLS") || code === "") {
    return fail(`the TLS handshake with ${endpoint} failed: ${errorText(error)}`);
  }
  return fail(`lost the connection to ${endpoint} during the TLS handshake: ${errorText(error)}`);
}

function notHttp2(endpoint: string, fail: Fail): OsctlError {
  return fail(`${endpoint} speaks TLS but not HTTP/2`, PORT_HINT);
}

/** The chain is invalid: checks whether the dates or the key usage are the reason. */
async function untrusted(error: unknown, attempt: Attempt, fail: Fail): Promise<OsctlError> {
  const { endpoint, clock } = attempt;
  const certificate = await probeCertificate(attempt);
  if (certificate !== undefined) {
    if (!isValidAt(certificate, clock.now())) {
      return invalidDates(certificate, endpoint, clock.now(), fail);
    }
    if (await isForOtherUse(certificate, attempt)) {
      return fail(
        `the certificate of ${endpoint} is signed by the context's CA but not valid for servers`,
        "issue a node certificate with the extended key usage serverAuth",
      );
    }
  }
  if (systemCode(error) === "CERT_HAS_EXPIRED") {
    return fail(`the certificate of ${endpoint}, or of its CA, has expired`);
  }
  return attempt.tls.ca === undefined
    ? fail(
      `the certificate of ${endpoint} is not signed by a CA that this system trusts`,
      "add the cluster's CA to the context",
    )
    : fail(
      `the certificate of ${endpoint} is not signed by the context's CA`,
      "check that context and endpoint belong to the same cluster",
    );
}

/** The error about a certificate that has expired at `now`, or is not valid yet. */
function invalidDates(
  certificate: Uint8Array,
  endpoint: string,
  now: number,
  fail: Fail,
): OsctlError {
  const { from, to } = parseValidity(certificate);
  const hint = "check the clocks of the node and of this machine";
  if (now > to) return fail(`the certificate of ${endpoint} expired on ${formatTime(to)}`, hint);
  return fail(`the certificate of ${endpoint} is not valid before ${formatTime(from)}`, hint);
}

/** Returns whether the context's CA issued a certificate without the usage serverAuth. */
async function isForOtherUse(certificate: Uint8Array, { tls }: Attempt): Promise<boolean> {
  if (tls.ca === undefined || !isIssuedBy(certificate, tls.ca)) return false;
  const { parseCertificate } = await import("../pki/mod.ts");
  const { extKeyUsages } = parseCertificate(new Uint8Array(certificate), "the server certificate");
  return extKeyUsages.length > 0 && !extKeyUsages.includes("serverAuth");
}

function wrongIdentity(certificate: Uint8Array, attempt: Attempt, fail: Fail): OsctlError {
  const { endpoint, address } = attempt;
  const names = subjectAltNames(certificate);
  return names === ""
    ? fail(
      `the certificate of ${endpoint} has no subject alternative name, not even "${address.host}"`,
    )
    : fail(
      `the certificate of ${endpoint} is for ${names}, not for "${address.host}"`,
      "use one of these names as endpoint",
    );
}

function wrongFingerprint(certificate: Uint8Array, endpoint: string, fail: Fail): OsctlError {
  return fail(
    `the certificate of ${endpoint} has the fingerprint ${fingerprint(certificate)}, ` +
      "which matches no accepted fingerprint",
    "compare it with the one the node shows on its console",
  );
}

function isClientCertificateAlert(code: string): boolean {
  return /ALERT_(.*CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|HANDSHAKE_FAILURE|DECRYPT_ERROR)/.test(
    code,
  );
}

/**
 * The server closed the connection after its half of the handshake. Whether its alert or a broken
 * pipe arrives here depends on timing, therefore the alert is probed.
 */
async function rejected(error: unknown, attempt: Attempt, fail: Fail): Promise<OsctlError> {
  const { endpoint, tls, clock } = attempt;
  const cause = error instanceof Http2Error ? error.cause ?? error : error;
  if (error instanceof PrefaceError) return notHttp2(endpoint, fail);
  if (error instanceof Http2Error && error.reason !== "closed") {
    return fail(`${endpoint} does not speak HTTP/2: ${error.message}`, PORT_HINT);
  }
  const code = systemCode(cause);
  const abrupt = code === "" || ["ECONNRESET", "EPIPE", "ECONNABORTED"].includes(code);
  if (!abrupt && !isClientCertificateAlert(code)) {
    return fail(`${endpoint} closed the connection: ${errorText(cause)}`);
  }
  const hasAlert = !abrupt || isClientCertificateAlert(await probeAlert(attempt) ?? "");
  if (tls.insecure === true && hasAlert) {
    return fail(
      `${endpoint} requires a client certificate: it is not in maintenance mode`,
      "omit --insecure",
    );
  }
  if (tls.insecure === true || (tls.crt === undefined && !hasAlert)) {
    return fail(`${endpoint} closed the connection after the TLS handshake`, PORT_HINT);
  }
  if (tls.crt === undefined) {
    return fail(
      `${endpoint} requires a client certificate, and the context has none`,
      "add crt and key to the context",
    );
  }
  const { from, to } = parseValidity(tls.crt);
  const hint = "create a new client configuration for the cluster";
  if (clock.now() > to) {
    return fail(
      `${endpoint} did not accept the client certificate, expired on ${formatTime(to)}`,
      hint,
    );
  }
  if (clock.now() < from) {
    return fail(
      `${endpoint} did not accept the client certificate, not valid before ${formatTime(from)}`,
      "check the clock of this machine",
    );
  }
  return fail(
    hasAlert
      ? `${endpoint} did not accept the client certificate`
      : `${endpoint} closed the connection after the TLS handshake`,
    "check that context and endpoint belong to the same cluster",
  );
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
