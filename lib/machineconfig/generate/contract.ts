/**
 * Version contracts: the node version that a configuration is generated for. Every dependency on it
 * is a gate in one table.
 *
 * @module
 */
import type { Release } from "../../distribution.ts";
import type { BundleOptions } from "../../pki/secrets_bundle.ts";
import { invalidVersion, isLater, newerVersion, NEWEST } from "../schema/releases.ts";
import type { ConfigRelease } from "../schema/types.ts";

/** A minor version of the node's operating system. */
export interface Contract {
  readonly major: number;
  readonly minor: number;
}

type Version = readonly [major: number, minor: number];

/** First and last version with a feature. */
interface Gate {
  readonly from: Version;
  readonly to?: Version;
}

/** Version-dependent features of configurations and secrets. */
const GATES = {
  /** ECDSA instead of RSA; an aggregation CA; a separate service account key. */
  ellipticCurves: { from: [0, 9] },
  rbac: { from: [0, 11], to: [1, 11] },
  sha256Signatures: { from: [0, 13] },
  podSecurityPolicyOff: { from: [1, 0], to: [1, 11] },
  podSecurityAdmission: { from: [1, 1] },
  stableHostname: { from: [1, 2], to: [1, 11] },
  seccompProfile: { from: [1, 2] },
  alternateImageRegistry: { from: [1, 2], to: [1, 2] },
  kubernetesDiscoveryOff: { from: [1, 2] },
  extKeyUsageCheck: { from: [1, 3], to: [1, 11] },
  auditPolicy: { from: [1, 3] },
  manifestsDirectoryOff: { from: [1, 3] },
  secretbox: { from: [1, 3] },
  diskQuota: { from: [1, 5] },
  apiServerProxy: { from: [1, 6] },
  hostDns: { from: [1, 7] },
  rsaServiceAccount: { from: [1, 7] },
  workerClusterName: { from: [1, 8] },
  hostDnsForPods: { from: [1, 8] },
  /** Disk encryption keys in a TPM are enrolled with secure boot only. */
  secureBootCheck: { from: [1, 8] },
  excludeFromLoadBalancers: { from: [1, 8] },
  endpointInSans: { from: [0, 0], to: [1, 11] },
  grubUkiCmdline: { from: [1, 12] },
  /** The hostname and registry mirrors are documents. */
  networkDocuments: { from: [1, 12] },
  /** KubeSpan is a document. */
  meshDocument: { from: [1, 13] },
  /** Kubernetes, discovery, installation, DNS and volumes are documents. */
  separateDocuments: { from: [1, 14] },
} as const satisfies Record<string, Gate>;

/** The name of a gate. */
export type GateName = keyof typeof GATES;

/** Default of each interface release, and the oldest version, to which older ones are clamped. */
const RANGE: Record<Release, { readonly oldest?: Contract; readonly standard: Contract }> = {
  "v1.4": { standard: { major: 1, minor: 4 } },
  "v1.8": { oldest: { major: 1, minor: 0 }, standard: { major: 1, minor: 8 } },
};

/** The newest known version. */
const NEWEST_CONTRACT: Contract = { major: 1, minor: Number(NEWEST.slice("v1.".length)) };

/**
 * Parses the contract of `--os-version`. Interface release v1.4 uses its own version for newer ones,
 * as its talosctl does.
 *
 * @param text `v1.7` or `v1.7.2`, from release v1.8 on without the `v` as well; empty for the default
 * of the interface release.
 * @throws {OsctlError} of kind `usage` for an invalid version, or one newer than all known ones.
 */
export function parseContract(text: string, release: Release): Contract {
  const { oldest, standard } = RANGE[release];
  if (text === "") return standard;
  const pattern = release === "v1.4" ? /^v(\d+)\.(\d+)(?:$|\.)/ : /^v?(\d+)\.(\d+)(?:$|\.)/;
  const match = pattern.exec(text);
  if (match === null) throw invalidVersion(text);
  const requested = { major: Number(match[1]), minor: Number(match[2]) };
  if (release === "v1.4" && compare(requested, standard) > 0) return standard;
  if (compare(requested, NEWEST_CONTRACT) > 0) throw newerVersion(text);
  return oldest !== undefined && compare(requested, oldest) < 0 ? oldest : requested;
}

/** Returns the release by whose schema a generated configuration is patched and validated. */
export function schemaOfContract({ minor }: Contract, release: Release): ConfigRelease {
  const version: ConfigRelease = `v1.${minor}`;
  return isLater(version, release) ? version : release;
}

/** Reports whether a version has a feature. */
export function hasFeature(gate: GateName, contract: Contract): boolean {
  const { from, to }: Gate = GATES[gate];
  return compare(contract, versionOf(from)) >= 0 &&
    (to === undefined || compare(contract, versionOf(to)) <= 0);
}

/** Returns the options for secrets of a cluster of that version. */
export function bundleOptionsFor(contract: Contract): BundleOptions {
  const modern = hasFeature("ellipticCurves", contract);
  const hash = hasFeature("sha256Signatures", contract) ? "SHA-256" : "SHA-512";
  return {
    authorities: { kind: modern ? "ecdsa" : "rsa", hash },
    aggregator: modern,
    serviceAccount: !modern
      ? undefined
      : hasFeature("rsaServiceAccount", contract)
      ? "rsa"
      : "ecdsa",
    encryption: hasFeature("secretbox", contract) ? "secretbox" : "aescbc",
  };
}

function versionOf([major, minor]: Version): Contract {
  return { major, minor };
}

function compare(a: Contract, b: Contract): number {
  return a.major - b.major || a.minor - b.minor;
}
