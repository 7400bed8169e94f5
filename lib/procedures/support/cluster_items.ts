/**
 * The items of Kubernetes in a support bundle: nodes, and pods of the system namespace.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { writeYaml, type YamlData } from "../../yaml/mod.ts";
import type { KubernetesSystem } from "../../kubernetes/connection.ts";
import { connectCluster } from "../../kubernetes/download/connect_cluster.ts";
import { type KubernetesObject, NODES, PODS, type ResourceType } from "../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../kubernetes/types.ts";
import { encoded, toExpected } from "./node_items.ts";
import { redactVariables } from "./redact.ts";
import type { BundleLayout, Item, ItemSource, Listing } from "./types.ts";

const SYSTEM_NAMESPACE = "kube-system";

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
        api = await connectCluster(system, client, signal);
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
