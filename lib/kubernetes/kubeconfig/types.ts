/**
 * Content of kubeconfig files.
 *
 * @module
 */
import type { YamlMap } from "../../yaml/mod.ts";

/** The lists of named entries in a kubeconfig, in the order of their references. */
export const SECTIONS = ["clusters", "users", "contexts"] as const;

/** A list of named entries. */
export type Section = typeof SECTIONS[number];

/** A named entry; unknown keys are retained. */
export interface KubeconfigEntry {
  /** The `cluster`, `user` or `context` of the entry. */
  readonly value: YamlMap;
  /** The file it was read from; undefined for other texts. Relative paths in it start there. */
  readonly path: string | undefined;
}

/** A kubeconfig: one file, or the merge of several. */
export interface Kubeconfig {
  /** Name of the current context, or `""`. */
  readonly currentContext: string;
  readonly clusters: ReadonlyMap<string, KubeconfigEntry>;
  readonly users: ReadonlyMap<string, KubeconfigEntry>;
  readonly contexts: ReadonlyMap<string, KubeconfigEntry>;
}

/** Server, trust and identity of one context. */
export interface ConnectionSettings {
  /** Name of the context; `""` without one. */
  readonly context: string;
  /** URL of the server. */
  readonly server: URL;
  readonly namespace: string;
  /** Trusted roots, PEM. */
  readonly ca?: string;
  /** Accept any server certificate. */
  readonly insecure?: boolean;
  /** Name that the server certificate must have, instead of the server's host. */
  readonly serverName?: string;
  /** Client certificate chain and key, PEM. */
  readonly certificate?: { readonly crt: string; readonly key: string };
  readonly token?: string;
  /** File with a token, which is read again every minute. */
  readonly tokenFile?: string;
  readonly basic?: { readonly username: string; readonly password: string };
  readonly exec?: ExecPlugin;
  /** HTTP proxy of the cluster; the environment decides when undefined. */
  readonly proxy?: URL;
  readonly impersonate?: Impersonation;
}

/** Identity to act as. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** A program that returns credentials (`client.authentication.k8s.io`). */
export interface ExecPlugin {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly installHint?: string;
  /** Pass the cluster's address and CA to the program. */
  readonly provideClusterInfo: boolean;
  readonly interactiveMode: "Never" | "IfAvailable" | "Always";
  /** `config` of the cluster's `client.authentication.k8s.io/exec` extension. */
  readonly clusterConfig?: unknown;
}
