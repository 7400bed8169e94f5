/**
 * What a support bundle holds of Kubernetes: nodes, and pods of the system namespace.
 *
 * @module
 */
import { hostOf } from "../../client/endpoints.ts";
import type { NodeClient } from "../../client/types.ts";
import type { OsctlError } from "../../errors.ts";
import { writeYaml, type YamlData } from "../../yaml/mod.ts";
import type { KubernetesSystem } from "../connection.ts";
import { fetchKubeconfig } from "../download/fetch_kubeconfig.ts";
import { connectKubernetes } from "../health/connect.ts";
import { type KubernetesObject, NAMESPACES, NODES, PODS, type ResourceType } from "../objects.ts";
import type { KubernetesClient } from "../types.ts";
import { encoded, toExpected } from "./node_items.ts";
import { redactVariables } from "./redact.ts";
import type { BundleLayout, Item, ItemSource, Listing } from "./types.ts";

const SYSTEM_NAMESPACE = "kube-system";

/** Most nodes that are called for a kubeconfig. */
const MOST_CANDIDATES = 3;

/** Time limit of each request until Kubernetes is known to respond, milliseconds. */
const CONNECT_MS = 10_000;

/** Returns the source of Kubernetes objects; its connection must be disposed. */
export function clusterSource(
  system: KubernetesSystem,
  client: NodeClient,
  layout: BundleLayout,
): ItemSource & Disposable {
  let api: KubernetesClient | undefined;
  const item = <T extends KubernetesObject>(
    file: string,
    type: ResourceType<T>,
    namespace?: string,
  ): Item => ({
    path: [...layout.kubernetes, file],
    read: (signal) => encoded(readObjects(api!, type, namespace, signal)),
  });
  return {
    name: "cluster",
    isNode: false,
    async list(signal): Promise<Listing> {
      try {
        api = await connect(system, client, signal);
      } catch (error) {
        return { items: [], failures: [{ item: "Kubernetes API", error: toExpected(error) }] };
      }
      const items = [
        item("nodes.yaml", NODES),
        item("systemPods.yaml", PODS, SYSTEM_NAMESPACE),
      ];
      return { items, failures: [] };
    },
    [Symbol.dispose]: () => api?.close(),
  };
}

/** Connects with the kubeconfig of the first endpoint or node that returns a working one. */
async function connect(
  system: KubernetesSystem,
  client: NodeClient,
  signal: AbortSignal,
): Promise<KubernetesClient> {
  const hosts = new Set([...client.endpoints.map(hostOf), ...client.nodes]);
  let failure: OsctlError | undefined;
  for (const host of [...hosts].slice(0, MOST_CANDIDATES)) {
    try {
      const options = { signal, timeoutMs: CONNECT_MS };
      const { kubeconfig } = await fetchKubeconfig(client, host, options);
      const api = await connectKubernetes(system, kubeconfig, "");
      try {
        await api.get(NAMESPACES, { name: SYSTEM_NAMESPACE }, options);
        return api;
      } catch (error) {
        api.close();
        throw error;
      }
    } catch (error) {
      failure ??= toExpected(error);
      if (signal.aborted) break;
    }
  }
  throw failure;
}

/** Yields a list as YAML, one page of objects at a time. */
async function* readObjects<T extends KubernetesObject>(
  api: KubernetesClient,
  type: ResourceType<T>,
  namespace: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  yield `apiVersion: ${type.version}\nkind: ${type.kind}List\nitems:`;
  let isEmpty = true;
  for await (const { items } of api.listPages(type, { namespace, signal })) {
    if (items.length === 0) continue;
    yield (isEmpty ? "\n" : "") + writeYaml(redactVariables(items as unknown as YamlData));
    isEmpty = false;
  }
  if (isEmpty) yield " []\n";
}
