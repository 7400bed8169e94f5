/**
 * Distinguishes why a node does not respond.
 *
 * @module
 */
import { MultiNodeError, type OsctlError } from "../../../errors.ts";
import { RpcError, StatusCode } from "../../../rpc/mod.ts";
import type { UnreachableFact } from "../facts.ts";

/** Kinds by the text of an error, from the specific ones to the general ones. */
const KINDS: readonly (readonly [pattern: RegExp, kind: UnreachableFact["kind"]])[] = [
  [/maintenance mode/i, "maintenance"],
  [/certificate has expired|expired certificate|is expired|not yet valid/i, "expired"],
  [
    /certificate is (?:not )?valid (?:only )?for|NotValidForName|doesn't contain any IP SANs/i,
    "sans",
  ],
  [
    /unknown authority|unknown ca|bad certificate|not signed by|unknown issuer|self.signed|authority/i,
    "authority",
  ],
  [/does not resolve|no such host|name resolution|lookup /i, "name"],
  [/no request forwarding/i, "proxy"],
  [/refused/i, "refused"],
  [/no response|timed? ?out|deadline|no route|unreachable|i\/o timeout/i, "no-response"],
];

/** Returns why a node does not respond; undefined when it has responded with an error. */
export function describeUnreachable(error: OsctlError): UnreachableFact | undefined {
  if (error instanceof MultiNodeError && error.failures.length === 1) {
    return describeUnreachable(error.failures[0]!.error);
  }
  const { message } = error;
  const found = KINDS.find(([pattern]) => pattern.test(message))?.[1];
  if (error instanceof RpcError) {
    if (error.code === StatusCode.unimplemented) return { kind: "maintenance", message };
    if (error.code === StatusCode.unauthenticated) return { kind: "denied", message };
    if (error.code === StatusCode.permissionDenied) {
      return found === "proxy" ? { kind: found, message } : undefined;
    }
    if (error.code !== StatusCode.unavailable && error.code !== StatusCode.deadlineExceeded) {
      return found === undefined || found === "refused" ? undefined : { kind: found, message };
    }
    return { kind: found ?? "other", message };
  }
  return { kind: found ?? "other", message };
}
