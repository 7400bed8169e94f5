/**
 * Records of the client configuration file.
 *
 * @module
 */

/** Credentials of a context other than its certificate. */
export interface Auth {
  /** HTTP basic, sent as `authorization` metadata. */
  readonly basic?: { readonly username: string; readonly password: string };
  /** Request signatures of a proxy service. */
  readonly siderov1?: { readonly identity: string };
}

/** The list of an absent key, compared by identity with `[]` in the file. */
export const ABSENT: readonly string[] = Object.freeze([]);

/** One set of endpoints, nodes and credentials. */
export interface ContextRecord {
  readonly endpoints: readonly string[];
  readonly nodes: readonly string[];
  /** Standard base64 of the PEM text of the trusted roots. */
  readonly ca?: string;
  /** Standard base64 of the PEM text of the client certificate. */
  readonly crt?: string;
  /** Standard base64 of the PEM text of the client key. */
  readonly key?: string;
  readonly auth?: Auth;
  /** The cluster's name, for endpoints that are proxies of several clusters. */
  readonly cluster?: string;
  /** URL of the proxy for connections to the endpoints, or `direct`. */
  readonly proxyUrl?: string;
}

/** Paths at which a missing configuration was searched. */
export interface MissingConfig {
  /** The default path. */
  readonly path: string;
  /** An existing configuration of talosctl. */
  readonly reference: string | undefined;
}

/** A whole client configuration. */
export interface Osconfig {
  /** The file it was read from; undefined without a file. */
  readonly path: string | undefined;
  /** Set without a file. */
  readonly missing?: MissingConfig;
  /** The current context's name, or `""`. */
  readonly current: string;
  /** Contexts by name, sorted by name. */
  readonly contexts: ReadonlyMap<string, ContextRecord>;
  /** Keys without meaning by context; only contexts with some. */
  readonly unknownKeys?: ReadonlyMap<string, readonly string[]>;
}
