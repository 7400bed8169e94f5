/**
 * The versions of a rolling upgrade: of the operating system in both directions, and of Kubernetes.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { NODES } from "../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../kubernetes/types.ts";
import {
  checkUpgradePath,
  type UpgradePathOptions,
  versionOf,
} from "../../node/version/upgrade_path.ts";
import type { NodeTag } from "../../node/version/version_skew.ts";
import { kubernetesRange, parseOsVersion, supportsKubernetes } from "../../os_versions/mod.ts";
import { escapeControls, formatCount } from "../../output/text.ts";

/** Maximum number of components that an error names. */
const MAX_NAMED = 3;

/** A component of Kubernetes. */
export interface KubernetesTag {
  /** `kube-apiserver`, or the kubelet's node. */
  readonly component: string;
  /** Such as `v1.31.4`. */
  readonly version: string;
}

/** Reads the versions of the API server and of all kubelets. */
export async function readKubernetesTags(
  kubernetes: KubernetesClient,
  signal: AbortSignal,
): Promise<KubernetesTag[]> {
  const [{ gitVersion }, { items }] = await Promise.all([
    kubernetes.version({ signal }),
    kubernetes.list(NODES, { signal }),
  ]);
  return [
    { component: "kube-apiserver", version: gitVersion },
    ...items.flatMap(({ metadata, status }) => {
      const version = status?.nodeInfo?.kubeletVersion;
      return version === undefined ? [] : [{ component: `kubelet of ${metadata?.name}`, version }];
    }),
  ];
}

/**
 * Rejects an upgrade whose path is not supported: a downgrade that is not intended, a minor version
 * that is skipped in either direction, and a version of Kubernetes that the target does not
 * support.
 *
 * @param kubernetes Undefined where Kubernetes does not respond.
 * @returns Warnings, a line each; undefined without any.
 * @throws {OsctlError} of kind `unsupported`, or `usage` for a downgrade.
 */
export async function checkVersionPath(
  nodes: readonly string[],
  tags: readonly NodeTag[],
  kubernetes: readonly KubernetesTag[] | undefined,
  options: UpgradePathOptions,
): Promise<string | undefined> {
  const target = versionOf(options.image);
  const to = parseOsVersion(target);
  if (to !== undefined) rejectSkipped(target, to, tags);
  const warnings = await checkUpgradePath(nodes, tags, options) ?? "";
  const unchecked = to === undefined ? undefined : checkKubernetes(target, to, kubernetes);
  const all = warnings + (unchecked === undefined ? "" : `osctl: warning: ${unchecked}\n`);
  return all === "" ? undefined : all;
}

function rejectSkipped(
  target: string,
  [major, minor]: readonly [number, number, number],
  tags: readonly NodeTag[],
): void {
  const far = tags.flatMap((tag) => {
    const from = parseOsVersion(tag.tag);
    const isFar = from !== undefined && from[0] === major && Math.abs(minor - from[1]) > 1;
    return isFar ? [{ ...tag, minor: from[1] }] : [];
  });
  const [first] = far;
  if (first === undefined) return;
  const listed = far.slice(0, MAX_NAMED).map(({ node, tag }) => `${node} (${tag})`);
  const rest = far.length > listed.length
    ? ` and ${formatCount(far.length - listed.length, "other node")}`
    : "";
  const next = first.minor + Math.sign(minor - first.minor);
  throw new OsctlError(
    "unsupported",
    escapeControls(`${target} skips minor versions of ${listed.join(", ")}${rest}`),
    { hint: `install v${major}.${next} first: upgrade one minor version at a time` },
  );
}

/** Returns what is not checked. */
function checkKubernetes(
  target: string,
  [major, minor]: readonly [number, number, number],
  tags: readonly KubernetesTag[] | undefined,
): string | undefined {
  const release = `v${major}.${minor}`;
  const range = kubernetesRange(release);
  if (range === undefined) return `unknown versions of Kubernetes that ${release} supports`;
  if (tags === undefined) {
    return `Kubernetes does not respond: it is not checked that ${release} supports its version`;
  }
  const bad = tags.filter(({ version }) => !supportsKubernetes(range, version));
  const [first] = bad;
  if (first === undefined) return undefined;
  const listed = bad.slice(0, MAX_NAMED).map(({ component, version }) =>
    `${version} (${component})`
  );
  const rest = bad.length > listed.length
    ? ` and of ${formatCount(bad.length - listed.length, "other component")}`
    : "";
  const version = parseOsVersion(first.version);
  const oldest = parseOsVersion(range.oldest)!;
  const isOlder = version !== undefined && version[1] < oldest[1];
  throw new OsctlError(
    "unsupported",
    escapeControls(
      `${target} supports Kubernetes ${range.oldest} to ${range.newest}, not ${
        listed.join(", ")
      }${rest}`,
    ),
    {
      hint: isOlder
        ? 'upgrade Kubernetes first, with "osctl upgrade-k8s"'
        : "choose a version of the operating system that supports it",
    },
  );
}
