/**
 * Connects to the Kubernetes API of the cluster of a client's nodes.
 *
 * @module
 */
import { hostOf } from "../../client/endpoints.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import type { KubernetesSystem } from "../connection.ts";
import { connectKubernetes } from "../connect.ts";
import { NAMESPACES } from "../objects.ts";
import type { KubernetesClient } from "../types.ts";
import { fetchKubeconfig } from "./fetch_kubeconfig.ts";

/** Maximum number of nodes that are called for a kubeconfig. */
const MAX_CANDIDATES = 3;

/** Time limit of each request until Kubernetes is known to respond, milliseconds. */
const CONNECT_MS = 10_000;

/**
 * Connects with the kubeconfig of the first endpoint or node that returns a working one.
 *
 * @throws {OsctlError} the error of the first one.
 */
export async function connectCluster(
  system: KubernetesSystem,
  client: NodeClient,
  signal: AbortSignal,
): Promise<KubernetesClient> {
  const hosts = new Set([...client.endpoints.map(hostOf), ...client.nodes]);
  let failure: OsctlError | undefined;
  for (const host of [...hosts].slice(0, MAX_CANDIDATES)) {
    try {
      const options = { signal, timeoutMs: CONNECT_MS };
      const { kubeconfig } = await fetchKubeconfig(client, host, options);
      const api = await connectKubernetes(system, kubeconfig, "");
      try {
        await api.get(NAMESPACES, { name: "kube-system" }, options);
        return api;
      } catch (error) {
        api.close();
        throw error;
      }
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      failure ??= error;
      if (signal.aborted) break;
    }
  }
  throw failure;
}
