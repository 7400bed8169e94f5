/**
 * Version contracts: for which version of the node's system a configuration is made. Everything
 * that depends on it is a gate in one table.
 *
 * @module
 */
import type { Release } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import type { BundleOptions } from "../../pki/secrets_bundle.ts";

/** A version of the node's system, without its patch level. */
export interface Contract {
  readonly major: number;
  readonly minor: number;
}

type Version = readonly [major: number, minor: number];

/** From which version on, and up to which one, something is so. */
interface Gate {
  readonly from: Version;
  readonly to?: Version;
}

/** What a version's configurations and secrets have that others do not. */
const GATES = {
  /** Elliptic curves in place of RSA; an authority for aggregation; a service account's own key. */
  ellipticCurves: { from: [0, 9] },
  rbac: { from: [0, 11] },
  sha256Signatures: { from: [0, 13] },
  podSecurityPolicyOff: { from: [1, 0] },
  podSecurityAdmission: { from: [1, 1] },
  stableHostname: { from: [1, 2] },
  seccompProfile: { from: [1, 2] },
  alternateImageRegistry: { from: [1, 2], to: [1, 2] },
  kubernetesDiscoveryOff: { from: [1, 2] },
  extKeyUsageCheck: { from: [1, 3] },
  auditPolicy: { from: [1, 3] },
  manifestsDirectoryOff: { from: [1, 3] },
  secretbox: { from: [1, 3] },
  diskQuota: { from: [1, 5] },
  apiServerProxy: { from: [1, 6] },
  hostDns: { from: [1, 7] },
  rsaServiceAccount: { from: [1, 7] },
  workerClusterName: { from: [1, 8] },
  hostDnsForPods: { from: [1, 8] },
  excludeFromLoadBalancers: { from: [1, 8] },
} as const satisfies Record<string, Gate>;

/** The name of a gate. */
export type GateName = keyof typeof GATES;

/** What an interface release can make configurations for: versions beyond are taken as these. */
const RANGE: Record<Release, { readonly oldest?: Contract; readonly newest: Contract }> = {
  "v1.4": { newest: { major: 1, minor: 4 } },
  "v1.8": { oldest: { major: 1, minor: 0 }, newest: { major: 1, minor: 8 } },
};

/**
 * The contract that `--os-version` asks for. Versions newer than the newest known one are taken as
 * that, since a newer system still reads its configurations.
 *
 * @param text `v1.7` or `v1.7.2`, from release v1.8 on without the `v` as well; empty for the newest.
 * @throws {OsctlError} of kind `usage` when it is no version.
 */
export function contractOf(text: string, release: Release): Contract {
  const { oldest, newest } = RANGE[release];
  if (text === "") return newest;
  const pattern = release === "v1.4" ? /^v(\d+)\.(\d+)(?:$|\.)/ : /^v?(\d+)\.(\d+)(?:$|\.)/;
  const match = pattern.exec(text);
  if (match === null) {
    throw new OsctlError("usage", `--os-version "${text}" is no version of the system`, {
      hint: "give one like v1.4 or v1.4.2",
    });
  }
  const asked = { major: Number(match[1]), minor: Number(match[2]) };
  if (compare(asked, newest) > 0) return newest;
  return oldest !== undefined && compare(asked, oldest) < 0 ? oldest : asked;
}

/** Whether something is so in configurations for a version. */
export function isOn(gate: GateName, contract: Contract): boolean {
  const { from, to }: Gate = GATES[gate];
  return compare(contract, versionOf(from)) >= 0 &&
    (to === undefined || compare(contract, versionOf(to)) <= 0);
}

/** How the secrets of a cluster of that version are made. */
export function recipeOf(contract: Contract): BundleOptions {
  const modern = isOn("ellipticCurves", contract);
  const hash = isOn("sha256Signatures", contract) ? "SHA-256" : "SHA-512";
  return {
    authorities: { kind: modern ? "ecdsa" : "rsa", hash },
    aggregator: modern,
    serviceAccount: !modern ? undefined : isOn("rsaServiceAccount", contract) ? "rsa" : "ecdsa",
    encryption: isOn("secretbox", contract) ? "secretbox" : "aescbc",
  };
}

function versionOf([major, minor]: Version): Contract {
  return { major, minor };
}

function compare(a: Contract, b: Contract): number {
  return a.major - b.major || a.minor - b.minor;
}
