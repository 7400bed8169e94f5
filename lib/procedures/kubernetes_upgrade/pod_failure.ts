/**
 * Reasons why a pod is not ready.
 *
 * @module
 */
import { isNotFound, KubernetesError } from "../../kubernetes/kubernetes_error.ts";
import type { Node, Pod } from "../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../kubernetes/types.ts";

/** Number of log lines to report. */
const LINES = 5;

/** Reports whether a pod or a node is ready. */
export function isReady({ status }: Pick<Pod, "status"> | Pick<Node, "status">): boolean {
  return status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") ??
    false;
}

/** Returns why a pod is not ready. */
export function podReason({ status }: Pod): string {
  const containers = [
    ...status?.initContainerStatuses ?? [],
    ...status?.containerStatuses ?? [],
  ];
  for (const { name, state, lastState, ready } of containers) {
    if (ready) continue;
    const { waiting, terminated = lastState?.terminated } = state ?? {};
    const exit = terminated &&
      `exit code ${terminated.exitCode}${terminated.reason ? ` (${terminated.reason})` : ""}`;
    const parts = [waiting?.reason, waiting?.message, exit].filter((part) => part);
    if (parts.length > 0) return `container ${name}: ${parts.join(": ")}`;
  }
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  return ready?.message || ready?.reason || `phase ${status?.phase ?? "unknown"}`;
}

/** Returns the last log lines of the first container of a pod that is not ready. */
export async function lastLogLines(
  client: KubernetesClient,
  { metadata, spec, status }: Pod,
  signal: AbortSignal,
): Promise<string[]> {
  const { name = "", namespace } = metadata ?? {};
  const failed = status?.containerStatuses?.find(({ ready }) => !ready)?.name;
  const container = failed ?? spec?.containers[0]?.name ?? "";
  for (const previous of [false, true]) {
    try {
      const pieces = await Array.fromAsync(
        client.logs({ name, namespace }, { container, previous, tailLines: LINES, signal }),
      );
      const bytes = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
      const lines = new TextDecoder().decode(bytes).split("\n").filter((line) => line !== "");
      if (lines.length > 0) return lines.slice(-LINES);
    } catch (error) {
      // A container that never started has no log.
      const isAbsent = isNotFound(error) ||
        (error instanceof KubernetesError && error.code === 400);
      if (!isAbsent) throw error;
    }
  }
  return [];
}
