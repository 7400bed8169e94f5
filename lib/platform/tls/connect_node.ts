/**
 * TLS connections with `node:tls`, which trusts exactly the authorities that a connection names.
 *
 * @module
 */
import { connect, type ConnectionOptions, type TLSSocket } from "node:tls";

/** Options of a connection, with authorities: the default roots of `node:tls` may be empty. */
export type NodeTlsOptions = ConnectionOptions & {
  /** Trusted authorities, PEM; an empty list trusts none. */
  readonly ca: string | string[];
};

/** Starts to connect. */
export function connectNodeTls(options: NodeTlsOptions): TLSSocket {
  return connect(options);
}
