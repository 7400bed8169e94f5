/**
 * The description of a cluster for its background process, `run.json`.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { readText, writeFileAtomic } from "../../platform/files.ts";
import type { PxeOptions } from "./dhcp_config.ts";
import type { Upstream } from "./load_balancer.ts";
import type { NetworkPlan, Tap } from "./network.ts";

/** A forwarded port. */
export interface Forward {
  readonly listen: Upstream;
  readonly upstreams: readonly Upstream[];
}

/** Specification of a cluster for the background process. */
export interface ClusterSpec {
  readonly name: string;
  readonly network: NetworkPlan;
  readonly nodes: readonly { readonly name: string; readonly tap: Tap }[];
  readonly forwards: readonly Forward[];
  /** Whether to serve keys of disks. */
  readonly kms: boolean;
  readonly pxe: PxeOptions | undefined;
  /** Program of QEMU. */
  readonly emulator: string;
  /** Whether the file system of the disks supports O_DIRECT. */
  readonly hasDirectIo: boolean;
  /** Ports of 127.0.0.1 of a cluster in namespaces of its own; undefined for one of root. */
  readonly rootlessPorts: readonly number[] | undefined;
}

/** Files of a cluster that belong to no node. */
export function clusterFiles(folder: string) {
  const file = (name: string) => `${folder}/${name}`;
  return {
    spec: file("run.json"),
    state: file("state.yaml"),
    ipam: file("ipam.db"),
    log: file("run.log"),
    dhcpConfig: file("dhcpd.conf"),
    dhcpLeases: file("dhcpd.leases"),
    kmsKey: file("kms.key"),
    tftp: file("tftp"),
    /** Control socket of slirp4netns. */
    slirp: file("slirp.sock"),
    slirpLog: file("slirp.log"),
    filterLock: file("xtables.lock"),
    helperLog: (helper: Helper) => file(`${helper}.log`),
    helperPid: (helper: Helper) => file(`${helper}.pid`),
  };
}

/** Helpers with a log and a pid file, by the names of talosctl. */
export type Helper = "lb" | "dhcpd" | "kms";

/** Writes a description. */
export async function writeSpec(folder: string, spec: ClusterSpec): Promise<void> {
  const text = `${JSON.stringify(spec, undefined, 2)}\n`;
  await writeFileAtomic(clusterFiles(folder).spec, text, { mode: 0o600 });
}

/**
 * Reads a description.
 *
 * @throws {OsctlError} of kind `input` when it is invalid.
 */
export async function readSpec(folder: string): Promise<ClusterSpec> {
  const path = clusterFiles(folder).spec;
  try {
    const spec = JSON.parse(await readText(path)) as ClusterSpec | null;
    if (Array.isArray(spec?.nodes) && Array.isArray(spec.network?.taps)) return spec;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new OsctlError("input", `"${path}" is invalid`, {
    hint: "remove the cluster with: osctl cluster destroy --force",
  });
}
