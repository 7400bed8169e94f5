/**
 * Labels of Kubernetes nodes, as a source of targets.
 *
 * @module
 */
import { createDeadline } from "../async/deadline.ts";
import { firstSuccess } from "../async/hedge.ts";
import { openClient } from "../client/mod.ts";
import type { ClientTarget } from "../client/open.ts";
import { createTimeoutError, parseTimeouts } from "../client/timeouts.ts";
import { OsctlError } from "../errors.ts";
import { connectKubernetes } from "../kubernetes/connect.ts";
import { fetchKubeconfig } from "../kubernetes/download/fetch_kubeconfig.ts";
import { NODES } from "../kubernetes/objects.ts";
import type { LabelledNode, TargetMember } from "./resolve.ts";
import type { TargetSystem } from "./read_members.ts";

/** Delay of the request to a further node, milliseconds. */
const HEDGE_AFTER_MS = 500;

/** Control plane nodes that the kubeconfig is requested from. */
const MAX_SOURCES = 5;

/**
 * Reads the Kubernetes nodes, with the admin kubeconfig of the first control plane node that
 * responds.
 *
 * @throws {OsctlError} when no control plane node, or Kubernetes, responds.
 */
export async function readLabels(
  system: TargetSystem,
  target: ClientTarget,
  members: readonly TargetMember[],
): Promise<LabelledNode[]> {
  const controlPlanes = members.filter(({ role }) => role !== "worker");
  if (controlPlanes.length === 0) {
    throw new OsctlError("node", "no member is a control plane node, which labels are read from");
  }
  const nodes = controlPlanes.slice(0, MAX_SOURCES).map(({ addresses }) => addresses[0]!);
  const { callMs } = parseTimeouts(system.env);
  const expired = () => createTimeoutError(callMs, "response");
  using deadline = createDeadline({
    clock: system.clock,
    ms: callMs,
    signals: [system.signal],
    expired,
  });
  await using client = await openClient(system, { target: { ...target, nodes } });
  const { kubeconfig } = await firstSuccess(
    nodes,
    (node, signal) => fetchKubeconfig(client, node, { signal }),
    {
      clock: system.clock,
      delayMs: HEDGE_AFTER_MS,
      signal: deadline.signal,
      allFailed: ([error]) => error,
    },
  );
  const kubernetes = await connectKubernetes(system, kubeconfig, "");
  try {
    const { items } = await kubernetes.list(NODES, { signal: deadline.signal });
    return items.map(({ metadata, status }) => ({
      name: metadata?.name ?? "",
      addresses: (status?.addresses ?? [])
        .filter(({ type }) => type.endsWith("IP")).map(({ address }) => address),
      labels: metadata?.labels ?? {},
    }));
  } finally {
    kubernetes.close();
  }
}
