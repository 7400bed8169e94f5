/**
 * The zone of a node.
 *
 * @module
 */
import { State } from "../../proto/cosi.ts";
import type { NodeCallOptions, NodeClient } from "../client/types.ts";
import { DOMAIN } from "../distribution.ts";
import type { ValueMap } from "../output/value.ts";
import { specOf } from "../resource/document.ts";
import { toResource } from "../resource/resource.ts";
import { fieldsOf, textOf } from "./apply_resource.ts";
import { errorOf, isRefusal } from "./node_failures.ts";
import type { NodeModel } from "./types.ts";

/** The node to read from. */
interface ReadTarget {
  readonly client: NodeClient;
  readonly model: NodeModel;
}

/** Reads a spec; undefined where it does not exist or may not be read. */
export async function readSpec(
  { client, model }: ReadTarget,
  key: { readonly namespace: string; readonly type: string; readonly id: string },
  options: NodeCallOptions,
): Promise<ValueMap> {
  try {
    const { resource } = await client.plainCall(State.Get, key, model.node, options);
    return fieldsOf(await specOf(await toResource(resource)));
  } catch (error) {
    if (!isRefusal(errorOf(model.node, error))) throw error;
    return {};
  }
}

/** Label of the zone of Kubernetes nodes. */
const ZONE_LABEL = "topology.kubernetes.io/zone";

/** Reads the labels of the Kubernetes node; none before the node is registered. */
async function readNodeLabels(
  { client, model }: ReadTarget,
  options: NodeCallOptions,
): Promise<ValueMap> {
  const kind = { namespace: "k8s", type: `NodeStatuses.kubernetes.${DOMAIN}`, options: {} };
  try {
    // A node has the status of its own Kubernetes node only.
    for await (const { resource } of client.plainStream(State.List, kind, model.node, options)) {
      return fieldsOf(fieldsOf(await specOf(await toResource(resource)))["labels"]);
    }
  } catch (error) {
    if (!isRefusal(errorOf(model.node, error))) throw error;
  }
  return {};
}

/**
 * Reads the zone: the label of the Kubernetes node, else the one that the configuration sets (for
 * `os:admin` only), or the metadata of the cloud.
 */
export async function pollZone(target: ReadTarget, options: NodeCallOptions): Promise<void> {
  const type = (name: string) => `${name}.${DOMAIN}`;
  const [labels, label, metadata] = await Promise.all([
    readNodeLabels(target, options),
    readSpec(
      target,
      { namespace: "k8s", type: type("NodeLabelSpecs.k8s"), id: ZONE_LABEL },
      options,
    ),
    readSpec(
      target,
      { namespace: "runtime", type: type("PlatformMetadatas"), id: "platformmetadata" },
      options,
    ),
  ]);
  target.model.zone = textOf(labels[ZONE_LABEL]) || textOf(label["value"]) ||
    textOf(metadata["zone"]) || undefined;
}
