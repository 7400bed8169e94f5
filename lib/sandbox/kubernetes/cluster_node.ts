/**
 * The sandbox nodes as the Kubernetes API reports them, and the credentials in their machine
 * configuration.
 *
 * @module
 */
import { type Data, sectionOf } from "../../machineconfig/data.ts";
import type { PemPair } from "../../pki/mod.ts";
import { readAuthorities, withKey } from "../configuration/mod.ts";
import { parseDuration } from "../../output/duration.ts";
import type { JsonMap } from "../objects/objects.ts";

/** A sandbox node. */
export interface ClusterNode {
  readonly name: string;
  readonly address: string;
  readonly type: "controlplane" | "worker";
  /** Main document of the active configuration; undefined in maintenance mode. */
  readonly config: Data | undefined;
  /** Id of the boot, a UUID. */
  readonly bootId: string;
  /** Start of the boot, milliseconds since the Unix epoch. */
  readonly bootedAt: number;
  /** Version of the operating system, for example `v1.8.0`. */
  readonly version: string;
  /** Whether the node is on and reachable, and its kubelet runs or restarts. */
  readonly isRunning: boolean;
  /** Image of the running kubelet; undefined while it does not run, also during its restart. */
  readonly kubeletImage: string | undefined;
  /** Stage of its machine, for example `running` or `upgrading`; undefined when unknown. */
  readonly stage?: string;
  /** Effects of fault rules. */
  readonly disturbance?: NodeDisturbance;
  /** Returns the manifests of its static pods. */
  readonly staticPods: () => readonly JsonMap[];
}

/** The effects of fault rules on the pods of a node. */
export interface NodeDisturbance {
  /** Whether its static pods crash. */
  readonly crashesStaticPods: boolean;
  /** Whether it pulls no images. */
  readonly cannotPull: boolean;
  /** Time that pods take to terminate, milliseconds; at most their grace period. */
  readonly terminationMs: number;
  /** Additional time to detach volumes, milliseconds. */
  readonly detachMs: number;
}

const authorities = new WeakMap<Data, PemPair | undefined>();

/** Returns the Kubernetes authority of a configuration; undefined on workers. */
export function readAuthority(config: Data): PemPair | undefined {
  return authorities.getOrInsertComputed(config, () => withKey(readAuthorities(config, "cluster")));
}

/** Returns the certificates of the accepted Kubernetes authorities, concatenated PEM. */
export function readAcceptedCas(config: Data): string {
  return readAuthorities(config, "cluster").accepted.join("");
}

const YEAR_MS = 8760 * 3_600_000;

/** Returns the subject and the validity period, milliseconds, of administrators' certificates. */
export function readAdminSettings(config: Data): {
  readonly commonName: string;
  readonly organization: string;
  readonly ttl: number;
} {
  const { certLifetime } = sectionOf(sectionOf(config, "cluster"), "adminKubeconfig");
  const ttl = typeof certLifetime === "string" ? parseDuration(certLifetime) : undefined;
  return { commonName: "admin", organization: "system:masters", ttl: ttl ?? YEAR_MS };
}
