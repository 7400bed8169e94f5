/**
 * The versions of a plan: what no step may install, checked before the first step.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import {
  checkDowngrade,
  checkPath,
  compareVersions,
  readVersion,
} from "../kubernetes_upgrade/versions.ts";
import { checkVersionPath } from "../rolling/version_path.ts";
import { isUpgraded } from "./compare_node.ts";
import type { ClusterPlan, PlannedNode } from "./plan_cluster.ts";

/** Options of {@linkcode checkPlannedVersions}. */
export interface VersionOptions {
  readonly allowDowngrade: boolean;
}

/**
 * Checks the versions of all steps: Talos Linux and Kubernetes skip no minor version, and go back only
 * if that is intended; an upgraded system supports the Kubernetes that runs. The file itself declares
 * versions that support each other.
 *
 * @throws {OsctlError} of the first step that is not possible.
 */
export async function checkPlannedVersions(
  plan: ClusterPlan,
  options: VersionOptions,
): Promise<void> {
  try {
    await checkSystems(plan, options);
    checkKubernetes(plan, options);
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    const { kind, message, hint } = error;
    throw new OsctlError(kind, `nothing was changed: ${message}`, {
      cause: error,
      ...hint === undefined ? {} : { hint },
    });
  }
}

/** Running nodes that may change. */
function openNodes({ nodes }: ClusterPlan): PlannedNode[] {
  return nodes.filter(({ node, differences, state }) =>
    !node.locked && differences !== undefined && state !== "remove"
  );
}

/** The system is upgraded before Kubernetes: the new one must support the running Kubernetes. */
async function checkSystems(plan: ClusterPlan, { allowDowngrade }: VersionOptions): Promise<void> {
  const running = plan.nodes.flatMap(({ node, differences }) => {
    const version = differences?.kubernetes.actual;
    return version === undefined ? [] : [{ component: `kubelet of ${node.name}`, version }];
  });
  const upgraded = openNodes(plan).filter(({ differences }) => isUpgraded(differences!));
  for (const [image, some] of Map.groupBy(upgraded, ({ node }) => node.installImage)) {
    const names = some.map(({ node }) => node.name);
    const tags = some.map(({ node, differences }) => ({
      node: node.name,
      tag: differences!.os.actual ?? "",
    }));
    const options = { image, isDefault: false, allowDowngrade };
    await checkVersionPath(names, tags, running, options);
  }
}

function checkKubernetes(plan: ClusterPlan, { allowDowngrade }: VersionOptions): void {
  const to = readVersion(plan.cluster.kubernetesVersion);
  if (to === undefined) return;
  for (const { differences } of openNodes(plan)) {
    const from = readVersion(differences!.kubernetes.actual ?? "");
    if (from === undefined || compareVersions(from, to) === 0) continue;
    const isSameMinor = from.minor === to.minor && from.major === to.major;
    if (!(allowDowngrade && isSameMinor)) checkDowngrade(from, to);
    checkPath({ from, to });
  }
}
