/**
 * Checks Kubernetes during a rotation.
 *
 * @module
 */
import { raceWithAbort } from "../../async/deadline.ts";
import { isIssuedBy, readCertificate, readCertificates } from "../../pki/mod.ts";
import { fetchKubeconfig } from "../download/fetch_kubeconfig.ts";
import { connectKubernetes } from "../health/connect.ts";
import { resolveConnection } from "../kubeconfig/resolve.ts";
import type { Kubeconfig } from "../kubeconfig/types.ts";
import { NODES } from "../objects.ts";
import type { NodeReader } from "./node_config.ts";
import type { FromTo } from "./phases.ts";
import type { Phase, RotationSystem } from "./types.ts";
import { NotYet } from "./wait.ts";

/** Options of {@linkcode requireReadyNodes}. */
export interface ReadyOptions {
  readonly system: RotationSystem;
  readonly reader: NodeReader;
  /** The control plane that issues the kubeconfig. */
  readonly node: string;
  /** Host and port of the Kubernetes API; those of the kubeconfig when empty. */
  readonly endpoint: string;
  /** The state to expect; undefined before the first change. */
  readonly expected?: { readonly phase: Phase; readonly pair: FromTo };
  readonly signal: AbortSignal;
}

/**
 * Checks with a new kubeconfig that the API serves it and that all nodes are ready.
 *
 * @returns The number of nodes.
 * @throws {NotYet} until it is so.
 */
export async function requireReadyNodes(options: ReadyOptions): Promise<number> {
  const { system, reader, node, endpoint, expected, signal } = options;
  const { kubeconfig } = await fetchKubeconfig(reader.client, node, { signal });
  if (expected !== undefined) await requireIssuer(kubeconfig, expected.phase, expected.pair);
  const client = await connectKubernetes(system, kubeconfig, endpoint);
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
  const trusts = (pem: string) => {
    const { der } = readCertificate(pem, "the CA certificate");
    return roots.some((root) => root.der.toBase64() === der.toBase64());
  };
  if (!trusts(to.crt)) throw new NotYet("the kubeconfig does not trust the next CA yet");
  if (trusts(from.crt) === (phase === "drop")) {
    throw new NotYet(
      phase === "drop"
        ? "the kubeconfig still trusts the previous CA"
        : "the kubeconfig does not trust the previous CA",
    );
  }
  if (phase === "accept") return;
  const client = readCertificate(
    certificate?.crt ?? "",
    "the client certificate of the kubeconfig",
  );
  if (await isIssuedBy(client, readCertificate(to.crt, "the CA certificate"))) return;
  throw new NotYet("the kubeconfig is not issued by the next CA yet");
}
