/**
 * Checks that nodes support a version of Kubernetes. The range is a fact of the release that a node
 * runs (`pkg/machinery/compatibility` of Talos), not of the interface.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import {
  kubernetesRange,
  oldestReleaseWith,
  parseOsVersion,
  rejectsOtherKubernetes,
  supportsKubernetes,
} from "../../os_versions/mod.ts";
import type { KubernetesVersion } from "./versions.ts";

/** A node and the version of its operating system. */
export interface NodeTag {
  readonly address: string;
  readonly tag: string;
}

/**
 * Checks that nodes support a version. Nodes of unknown releases are not checked; older versions
 * than a node supports are a warning where the node accepts them.
 *
 * @param note Receives the warning.
 * @throws {OsctlError} of kind `unsupported` that names the nodes.
 */
export function checkNodeSupport(
  nodes: readonly NodeTag[],
  to: KubernetesVersion,
  note: (text: string) => void,
): void {
  const unsupported = nodes.flatMap(({ address, tag }) => {
    const [major, minor] = parseOsVersion(tag) ?? [];
    const range = kubernetesRange(`v${major}.${minor}`);
    if (range === undefined || supportsKubernetes(range, to.text)) return [];
    const text = `${address} (${tag}) supports Kubernetes ${range.oldest} to ${range.newest}`;
    const isTooOld = to.minor < Number(range.oldest.split(".")[1]);
    return [{ text, isTooOld, range, isRejected: !isTooOld || rejectsOtherKubernetes(tag) }];
  });
  if (unsupported.length === 0) return;
  const text = `${unsupported.map(({ text }) => text).join(", ")}, not ${to.text}`;
  const rejecting = unsupported.filter(({ isRejected }) => isRejected);
  const [first] = rejecting;
  if (first === undefined) {
    note(`warning: ${text}`);
    return;
  }
  const newer = rejecting.find(({ isTooOld }) => isTooOld);
  const release = oldestReleaseWith(to.text);
  throw new OsctlError("unsupported", text, {
    hint: newer !== undefined
      ? `choose a version from ${newer.range.oldest} on for --to`
      : release === undefined
      ? `choose a version up to ${first.range.newest} for --to`
      : `upgrade these nodes to Talos Linux ${release} first, or choose a version up to ` +
        `${first.range.newest} for --to`,
  });
}
