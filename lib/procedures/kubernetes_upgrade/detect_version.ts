/**
 * Detects the version of Kubernetes that a cluster runs.
 *
 * @module
 */
import { KUBERNETES_COMPONENTS } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { PODS } from "../../kubernetes/objects.ts";
import type { KubernetesAccess } from "./access.ts";
import { compareVersions, imageTag, type KubernetesVersion, readVersion } from "./versions.ts";
import type { Wait } from "../waits.ts";

/**
 * Returns the lowest version of the system pods.
 *
 * @throws {OsctlError} of kind `node` when no pod has a version.
 */
export async function detectVersion(
  kubernetes: KubernetesAccess,
  wait: Wait,
): Promise<KubernetesVersion> {
  const { items } = await kubernetes.request(wait, (client, signal) =>
    client.list(PODS, {
      namespace: "kube-system",
      labelSelector: `k8s-app in (${KUBERNETES_COMPONENTS.join(",")})`,
      signal,
    }));
  const versions = items.flatMap(({ metadata, spec }) => {
    const app = metadata?.labels?.["k8s-app"];
    const containers = spec?.containers.filter(({ name }) => name === app) ?? [];
    return containers.flatMap(({ image = "" }) => readVersion(imageTag(image)) ?? []);
  });
  const [lowest] = versions.sort(compareVersions);
  if (lowest !== undefined) return lowest;
  throw new OsctlError("node", "cannot detect the Kubernetes version: no system pod has one", {
    hint: "set --from",
  });
}
