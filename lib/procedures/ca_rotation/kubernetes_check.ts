/**
 * Checks Kubernetes during a rotation.
 *
 * @module
 */
import { raceWithAbort } from "../../async/deadline.ts";
import { isIssuedBy, readCertificate, readCertificates } from "../../pki/mod.ts";
import { fetchKubeconfig } from "../../kubernetes/download/fetch_kubeconfig.ts";
import { connectKubernetes } from "../../kubernetes/connect.ts";
import { resolveConnection } from "../../kubernetes/kubeconfig/resolve.ts";
import type { Kubeconfig } from "../../kubernetes/kubeconfig/types.ts";
import type { NodeClient } from "../../client/types.ts";
import { NODES } from "../../kubernetes/objects.ts";
import { openNodes, presentIdentity } from "./clients.ts";
import type { Journal } from "./journal.ts";
import type { FromTo } from "./phases.ts";
import { requireTrust } from "./require_trust.ts";
import type { Phase, RotatedNode, RotationSystem } from "./types.ts";
import { waitFor } from "./wait.ts";
import { NotYet } from "../waits.ts";

/** Options of {@linkcode waitForKubernetes}. */
export interface KubernetesOptions {
  readonly system: RotationSystem;
  readonly journal: Journal;
  /** Limit of the wait, milliseconds. */
  readonly timeoutMs: number;
  /** The authorities that the kubeconfig must have; undefined before the first change. */
  readonly expected?: { readonly phase: Phase; readonly pair: FromTo };
}

/**
 * Waits until the API serves a new kubeconfig and all nodes are ready.
 *
 * @returns The number of nodes.
 * @throws {OsctlError} of kind `node` after the time limit.
 */
export async function waitForKubernetes(options: KubernetesOptions): Promise<number> {
  const { system, journal, timeoutMs } = options;
  const [{ address: node }] = journal.nodes as [RotatedNode];
  const { endpoints } = journal.context;
  await using client = openNodes(system, endpoints, [node], presentIdentity(journal));
  return await waitFor({
    clock: system.clock,
    signal: system.signal,
    ms: timeoutMs,
    what: "ready Kubernetes nodes",
    // The API restarts, and authorities change one by one.
    isTransient: ({ kind }) => kind === "node" || kind === "connection",
  }, (signal) => requireReadyNodes(options, client, node, signal));
}

/** @throws {NotYet} until all nodes are ready. */
async function requireReadyNodes(
  { system, journal: { k8sEndpoint }, expected }: KubernetesOptions,
  nodeClient: NodeClient,
  node: string,
  signal: AbortSignal,
): Promise<number> {
  const { kubeconfig } = await fetchKubeconfig(nodeClient, node, { signal });
  if (expected !== undefined) await requireIssuer(kubeconfig, expected.phase, expected.pair);
  const client = await connectKubernetes(system, kubeconfig, k8sEndpoint);
  try {
    const { items } = await raceWithAbort(client.list(NODES, { signal }), signal);
    if (items.length === 0) throw new NotYet("Kubernetes has no nodes yet");
    const unready = items.filter(({ status }) =>
      status?.conditions?.find(({ type }) => type === "Ready")?.status !== "True"
    );
    if (unready.length === 0) return items.length;
    const names = unready.map(({ metadata }) => metadata?.name ?? "").join(", ");
    throw new NotYet(`nodes not ready: ${names}`);
  } finally {
    client.close();
  }
}

/** Checks that the node issued the kubeconfig by the authorities of a phase. */
async function requireIssuer(
  kubeconfig: Kubeconfig,
  phase: Phase,
  { from, to }: FromTo,
): Promise<void> {
  const { ca = "", certificate } = await resolveConnection(kubeconfig);
  const roots = readCertificates(ca, "the CA of the kubeconfig");
  requireTrust(roots, phase, { from, to }, {
    withoutNext: "the kubeconfig does not trust the next CA yet",
    withoutPrevious: "the kubeconfig does not trust the previous CA",
    withPrevious: "the kubeconfig still trusts the previous CA",
  });
  if (phase === "accept") return;
  const client = readCertificate(
    certificate?.crt ?? "",
    "the client certificate of the kubeconfig",
  );
  if (await isIssuedBy(client, readCertificate(to.crt, "the CA certificate"))) return;
  throw new NotYet("the kubeconfig is not issued by the next CA yet");
}
