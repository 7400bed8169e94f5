/**
 * Signs that a configuration is meant for another node than the one that would receive it.
 *
 * @module
 */
import { compareOsVersions, type OsVersion, parseOsVersion } from "../../os_versions/mod.ts";
import { type ConfigIdentity, readIdentity } from "./config_identity.ts";

/** Kinds of mismatches, as `--accept-mismatch` names them. */
export const MISMATCH_KINDS = ["cluster", "role", "hostname", "address", "release"] as const;

/** A kind of mismatch. */
export type MismatchKind = typeof MISMATCH_KINDS[number];

/** A mismatch between a configuration and its node. */
export interface Mismatch {
  readonly kind: MismatchKind;
  /** What differs, and what follows: `another role: worker instead of controlplane`. */
  readonly text: string;
}

/** A member of the cluster other than the node. */
export interface OtherMember {
  readonly hostname: string;
  readonly addresses: readonly string[];
}

/** A configuration and the node that would receive it. */
export interface ConfigTarget {
  /** All documents to apply. */
  readonly text: string;
  /** All documents that the node runs; undefined in maintenance mode. */
  readonly previous: string | undefined;
  /** Version of the node; empty when unknown. */
  readonly version: string;
  /** Other members of the cluster; undefined when they could not be read. */
  readonly others: readonly OtherMember[] | undefined;
}

/** Returns what in a configuration does not match its node, at most one of each kind. */
export function findMismatches({ text, previous, version, others }: ConfigTarget): Mismatch[] {
  const next = readIdentity(text);
  const own = previous === undefined ? undefined : readIdentity(previous);
  return [
    own && findCluster(own, next),
    own && findRole(own, next),
    findHostname(own, next, others ?? []),
    findAddress(own, next, others),
    own && findRelease(own, next, version),
  ].filter((one) => one !== undefined);
}

/** Reports whether a configuration declares a host name or an address that another member has. */
export function needsMembers(text: string, previous: string | undefined): boolean {
  const next = readIdentity(text);
  const own = previous === undefined ? undefined : readIdentity(previous);
  return next.hostname !== (own?.hostname ?? "") ||
    next.addresses.some((address) => !own?.addresses.includes(address));
}

/** A rotation of the authority accepts the old and the new one in between. */
function findCluster(own: ConfigIdentity, next: ConfigIdentity): Mismatch | undefined {
  const isOtherAuthority = own.authorities.length > 0 && next.authorities.length > 0 &&
    !next.authorities.some((one) => own.authorities.includes(one));
  const isOtherId = own.clusterId !== "" && next.clusterId !== "" &&
    own.clusterId !== next.clusterId;
  if (!isOtherAuthority && !isOtherId) return undefined;
  const signs = [
    own.clusterName === next.clusterName || next.clusterName === ""
      ? ""
      : `"${next.clusterName}" instead of "${own.clusterName}"`,
    isOtherAuthority ? "it trusts none of the node's certificate authorities" : "",
    isOtherId ? "cluster.id differs" : "",
  ].filter((sign) => sign !== "");
  return { kind: "cluster", text: `another cluster: ${signs.join(", ")}` };
}

function findRole(own: ConfigIdentity, next: ConfigIdentity): Mismatch | undefined {
  if (own.role === "" || next.role === "" || own.role === next.role) return undefined;
  return { kind: "role", text: `another role: ${next.role} instead of ${own.role}` };
}

function findHostname(
  own: ConfigIdentity | undefined,
  next: ConfigIdentity,
  others: readonly OtherMember[],
): Mismatch | undefined {
  if (next.hostname === (own?.hostname ?? "")) return undefined;
  const holder = next.hostname === ""
    ? undefined
    : others.find(({ hostname }) => isSameHost(hostname, next.hostname));
  const before = own?.hostname ?? "";
  if (holder === undefined && before === "") return undefined;
  if (next.hostname === "") {
    return { kind: "hostname", text: `no host name instead of "${before}"` };
  }
  const owner = holder === undefined
    ? ""
    : `, which is the member at ${holder.addresses.join(", ") || "an unknown address"}`;
  const instead = before === "" ? "" : ` instead of "${before}"`;
  return { kind: "hostname", text: `another host name: "${next.hostname}"${instead}${owner}` };
}

/** Members have a host name with the domain, where one is declared. */
function isSameHost(a: string, b: string): boolean {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  return left === right || left.split(".")[0] === right && !right.includes(".") ||
    right.split(".")[0] === left && !left.includes(".");
}

function findAddress(
  own: ConfigIdentity | undefined,
  next: ConfigIdentity,
  others: readonly OtherMember[] | undefined,
): Mismatch | undefined {
  const added = next.addresses.filter((address) => !own?.addresses.includes(address));
  if (others === undefined && added.length > 0) {
    const text = `other addresses: ${added.join(", ")}; the members, which may have them, ` +
      "could not be read";
    return { kind: "address", text };
  }
  for (const address of added) {
    const holder = others?.find(({ addresses }) => addresses.includes(address));
    if (holder === undefined) continue;
    return { kind: "address", text: `address of another member: ${address} of ${holder.hostname}` };
  }
  return undefined;
}

/** An older file would take Kubernetes, or the next installation, back by a minor version. */
function findRelease(
  own: ConfigIdentity,
  next: ConfigIdentity,
  version: string,
): Mismatch | undefined {
  const older = [...next.kubernetes].flatMap(([component, tag]) => {
    const running = own.kubernetes.get(component);
    return running !== undefined && isOlderMinor(tag, running)
      ? [`${component} ${tag} instead of ${running}`]
      : [];
  });
  const isOldInstaller = next.installer !== own.installer && isOlderMinor(next.installer, version);
  if (isOldInstaller) older.push(`installer ${next.installer} on a node of ${version}`);
  if (older.length === 0) return undefined;
  return { kind: "release", text: `an older release: ${older.join(", ")}` };
}

function isOlderMinor(tag: string, than: string): boolean {
  const [a, b] = [parseOsVersion(tag), parseOsVersion(than)];
  if (a === undefined || b === undefined) return false;
  const minor = ([major, minor]: OsVersion): OsVersion => [major, minor, 0];
  return compareOsVersions(minor(a), minor(b)) < 0;
}
