/**
 * Additions of admission plugins to pods.
 *
 * @module
 */
import { type JsonMap, mapsAt } from "../objects/objects.ts";

/** Time that a pod stays on a node that is not ready, seconds. */
const TOLERATION_SECONDS = 300;

/** Adds the default service account, and tolerations of nodes that are down for a short time. */
export function admitPodSpec(spec: JsonMap): JsonMap {
  const name = spec["serviceAccountName"] ?? "default";
  const tolerations = mapsAt(spec, "tolerations");
  const added = ["not-ready", "unreachable"].map((state) => `node.kubernetes.io/${state}`)
    .filter((key) =>
      !tolerations.some((one) =>
        (one["key"] === key || (one["key"] ?? "") === "") &&
        (one["effect"] === "NoExecute" || (one["effect"] ?? "") === "")
      )
    )
    .map((key) => ({
      key,
      operator: "Exists",
      effect: "NoExecute",
      tolerationSeconds: TOLERATION_SECONDS,
    }));
  return {
    ...spec,
    serviceAccountName: name,
    serviceAccount: name,
    tolerations: [...tolerations, ...added],
  };
}
