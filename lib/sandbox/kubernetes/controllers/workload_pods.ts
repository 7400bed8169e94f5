/**
 * Pods of workloads: creation from a template, and ownership.
 *
 * @module
 */
import { kindOf } from "../../objects/kinds.ts";
import { withDefaults } from "../defaults.ts";
import {
  controllerOf,
  type JsonMap,
  type KubeObject,
  mapAt,
  stringsAt,
} from "../../objects/objects.ts";
import { admitPodSpec } from "../pod_admission.ts";
import type { ObjectStore } from "../object_store.ts";
import { type ControllerContext, controllerReference } from "./controller.ts";
import { recordEvent } from "./events.ts";

const POD = kindOf("Pod");

/** Returns the objects of a storage that an object controls. */
export function controlledBy(
  store: ObjectStore,
  resource: string,
  owner: KubeObject,
): KubeObject[] {
  return store.list(resource, owner.metadata.namespace)
    .filter((object) => controllerOf(object)?.uid === owner.metadata.uid);
}

/** Creates a pod from the template of its owner. */
export function createPod(
  { writer }: ControllerContext,
  owner: KubeObject,
  change: { readonly labels?: JsonMap; readonly spec?: JsonMap } = {},
): void {
  const template = mapAt(owner, "spec", "template");
  const prefix = `${owner.metadata.name}-`;
  const name = `${prefix}${writer.suffix()}`;
  const { namespace } = owner.metadata;
  const spec = { ...mapAt(template, "spec"), ...change.spec };
  writer.create(POD, {
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      generateName: prefix,
      labels: { ...stringsAt(template, "metadata", "labels"), ...change.labels },
      annotations: stringsAt(template, "metadata", "annotations"),
      ownerReferences: [controllerReference(owner)],
    },
    spec: mapAt(withDefaults("Pod", { spec: admitPodSpec(spec) }), "spec"),
    status: { phase: "Pending" },
  });
  recordEvent(writer, owner, {
    reason: "SuccessfulCreate",
    message: `Created pod: ${name}`,
    component: `${owner.kind.toLowerCase()}-controller`,
  });
}

/** Deletes a pod of a workload. */
export function deletePod({ writer }: ControllerContext, owner: KubeObject, pod: KubeObject): void {
  writer.delete(POD, pod);
  recordEvent(writer, owner, {
    reason: "SuccessfulDelete",
    message: `Deleted pod: ${pod.metadata.name}`,
    component: `${owner.kind.toLowerCase()}-controller`,
  });
}
