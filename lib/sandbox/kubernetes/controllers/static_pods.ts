/**
 * Mirror pods of the static pods of nodes.
 *
 * @module
 */
import type { ClusterNode } from "../cluster_node.ts";
import { kindOf } from "../../objects/kinds.ts";
import { withDefaults } from "../defaults.ts";
import {
  type JsonMap,
  type KubeObject,
  mapAt,
  stringAt,
  stringsAt,
} from "../../objects/objects.ts";
import { type Controller, type ControllerContext, hashOf } from "./controller.ts";

const POD = kindOf("Pod");

const HASH = "kubernetes.io/config.hash";
const MIRROR = "kubernetes.io/config.mirror";

/** Creates, replaces and removes mirror pods. */
export const manageStaticPods: Controller = (context) => {
  for (const node of context.nodes) {
    // A kubelet that does not run changes nothing.
    if (node.config !== undefined && node.kubeletImage !== undefined) manageNode(context, node);
  }
};

function manageNode(context: ControllerContext, node: ClusterNode): void {
  const { writer } = context;
  const owner = writer.store.get("nodes", undefined, node.name);
  if (owner === undefined) return;
  const wanted = node.staticPods().map((pod) => mirror(pod, node, owner));
  const stored = writer.store.list("pods").filter((pod) =>
    isMirror(pod) && stringAt(pod, "spec", "nodeName") === node.name
  );
  const keyOf = ({ metadata }: { metadata: JsonMap }) =>
    `${metadata["namespace"]}/${metadata["name"]}`;
  for (const pod of stored) {
    const same = wanted.find((one) => keyOf(one) === keyOf(pod));
    const isCurrent = same !== undefined && pod.metadata.deletionTimestamp === undefined &&
      stringAt(same.metadata, "annotations", HASH) === pod.metadata.annotations?.[HASH];
    if (!isCurrent) writer.remove(POD, pod);
  }
  for (const pod of wanted) writer.ensure(POD, pod);
}

/** Reports whether a pod mirrors a static pod. */
export function isMirror(pod: KubeObject): boolean {
  return pod.metadata.annotations?.[MIRROR] !== undefined;
}

function mirror(pod: JsonMap, node: ClusterNode, { metadata: { name, uid } }: KubeObject) {
  const metadata = mapAt(pod, "metadata");
  const hash = hashOf(pod);
  const spec = {
    enableServiceLinks: true,
    ...mapAt(withDefaults("Pod", pod), "spec"),
    nodeName: node.name,
    tolerations: [{ effect: "NoExecute", operator: "Exists" }],
  };
  return {
    metadata: {
      name: `${metadata["name"]}-${node.name}`,
      namespace: stringAt(metadata, "namespace") || "default",
      labels: stringsAt(metadata, "labels"),
      annotations: {
        ...stringsAt(metadata, "annotations"),
        [HASH]: hash,
        [MIRROR]: hash,
        "kubernetes.io/config.seen": new Date(node.bootedAt).toISOString(),
        "kubernetes.io/config.source": "file",
      },
      ownerReferences: [{ apiVersion: "v1", kind: "Node", name, uid, controller: true }],
    },
    spec,
  };
}
