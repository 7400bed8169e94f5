/**
 * Describes why connecting to an API server failed.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { formatDuration } from "../../output/duration.ts";
import { subjectAltNames } from "../../rpc/certificate.ts";
import type { Address } from "../../rpc/endpoint.ts";
import { systemCode } from "../../rpc/errors.ts";
import type { ConnectionSettings } from "../kubeconfig/types.ts";

/** The phase an attempt has reached: `proxy` and `connect` precede TLS. */
export type Phase = "proxy" | "connect" | "tls";

/** A failure found by this client's own checks. */
export class ConnectError extends Error {
  override readonly name = "ConnectError";

  constructor(
    readonly reason: "timeout" | "closed" | "identity",
    /** The server's certificate, DER. */
    readonly certificate?: Uint8Array,
  ) {
    super(reason);
  }
}

/** The circumstances of a failed attempt. */
export interface Attempt {
  readonly endpoint: string;
  readonly address: Address;
  readonly settings: ConnectionSettings;
  readonly phase: Phase;
  readonly timeoutMs: number;
  readonly proxy: URL | undefined;
  /** The caller's signal. */
  readonly signal: AbortSignal;
}

const ADDRESS_HINT = "check the server address in the kubeconfig, and the network";
const NOT_TLS =
  /WRONG_VERSION_NUMBER|INVALID_CONTENT_TYPE|PACKET_LENGTH|HTTP_REQUEST|UNKNOWN_PROTOCOL/;
const UNTRUSTED = /^(UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|CERT_|INVALID_CA|ERR_TLS_CERT)/;

const UNREACHABLE = new Map([
  ["ECONNREFUSED", "connection refused"],
  ["ECONNRESET", "the connection was reset"],
  ["EHOSTUNREACH", "no route to the host"],
  ["ENETUNREACH", "the network is unreachable"],
  ["ETIMEDOUT", "the connection timed out"],
  ["ENOTFOUND", "the host name does not resolve"],
  ["EAI_AGAIN", "the host name does not resolve"],
]);

/**
 * Converts the error of an attempt to one with cause and hint. An abort by the caller's signal is
 * returned unchanged.
 */
export function describeConnectError(error: unknown, attempt: Attempt): unknown {
  const { endpoint, phase, proxy, timeoutMs, signal } = attempt;
  if (error instanceof OsctlError || signal.aborted) return error;
  const fail = (reason: string, hint?: string) =>
    new OsctlError("connection", `cannot connect to the API server ${endpoint}: ${reason}`, {
      cause: error,
      ...(hint === undefined ? {} : { hint }),
    });
  if (error instanceof ConnectError && error.reason === "timeout") {
    const peer = phase === "proxy" ? ` from the proxy ${proxy!.host}` : "";
    return fail(`no response${peer} within ${formatDuration(timeoutMs)}`, ADDRESS_HINT);
  }
  const reason = UNREACHABLE.get(systemCode(error)) ?? messageOf(error);
  if (phase === "proxy") {
    return fail(`proxy ${proxy!.host}: ${reason}`, "check the proxy, or add the host to NO_PROXY");
  }
  return phase === "connect" ? fail(reason, ADDRESS_HINT) : describeTlsError(error, attempt, fail);
}

function describeTlsError(
  error: unknown,
  { address, settings }: Attempt,
  fail: (reason: string, hint?: string) => OsctlError,
): OsctlError {
  const code = systemCode(error);
  if (error instanceof ConnectError && error.reason === "identity") {
    const expected = settings.serverName ?? address.host;
    const names = subjectAltNames(error.certificate!);
    return fail(
      `its certificate is for ${names === "" ? "no name" : names}, not for "${expected}"`,
      'use one of these names as server, or as "tls-server-name"',
    );
  }
  if (error instanceof ConnectError) {
    return fail("it closed the connection during the TLS handshake", ADDRESS_HINT);
  }
  if (code === "CERT_HAS_EXPIRED") {
    return fail("its certificate or its CA's certificate has expired");
  }
  if (code === "CERT_NOT_YET_VALID") {
    return fail("its certificate is not valid yet", "check the clock of this machine");
  }
  if (UNTRUSTED.test(code)) {
    return fail(
      "its certificate is not signed by the cluster's certificate authority",
      "check that server and certificate authority belong to the same cluster",
    );
  }
  if (NOT_TLS.test(code)) return fail("the response is not TLS", ADDRESS_HINT);
  return fail(UNREACHABLE.get(code) ?? messageOf(error));
}

function messageOf(error: unknown): string {
  if (error instanceof ConnectError) return "the connection was closed";
  return error instanceof Error ? error.message : String(error);
}
