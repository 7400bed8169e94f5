/**
 * Volumes of pods: claims get a volume each, which is attached to the node of its pod and detached
 * some time after the pod is gone.
 *
 * @module
 */
import { kindOf } from "../../objects/kinds.ts";
import { type KubeObject, mapAt, mapsAt, stringAt } from "../../objects/objects.ts";
import type { ObjectStore } from "../object_store.ts";
import { type Controller, type ControllerContext, hashOf } from "./controller.ts";
import { recordEvent } from "./events.ts";

const CLAIM = kindOf("PersistentVolumeClaim");
const VOLUME = kindOf("PersistentVolume");
const ATTACHMENT = kindOf("VolumeAttachment.storage.k8s.io");
const ATTACHMENTS = "volumeattachments.storage.k8s.io";
/** Name of the driver that provisions volumes. */
const DRIVER = "csi.sandbox.local";
/** Time from the end of the last pod to the detachment, milliseconds. */
const DETACH_MS = 300;

/** Binds claims, attaches the volumes of pods, and detaches others. */
export const manageVolumes: Controller = (context) => {
  const { writer } = context;
  for (const claim of writer.store.list("persistentvolumeclaims")) bind(context, claim);
  const used = new Set<string>();
  for (const pod of writer.store.list("pods")) {
    const node = stringAt(pod, "spec", "nodeName");
    const phase = stringAt(pod, "status", "phase");
    if (node === "" || phase === "Succeeded" || phase === "Failed") continue;
    for (const volume of volumesOf(writer.store, pod)) {
      used.add(nameOfAttachment(volume, node));
      if (pod.metadata.deletionTimestamp === undefined) attach(context, pod, volume, node);
    }
  }
  for (const attachment of writer.store.list(ATTACHMENTS)) {
    if (stringAt(attachment, "spec", "attacher") !== DRIVER) continue;
    detach(context, attachment, used.has(attachment.metadata.name));
  }
};

/** Provisions the volume of a claim. */
function bind({ writer }: ControllerContext, claim: KubeObject): void {
  const { namespace = "", uid, name, deletionTimestamp } = claim.metadata;
  if (deletionTimestamp !== undefined || stringAt(claim, "status", "phase") === "Bound") return;
  const spec = mapAt(claim, "spec");
  const volumeName = stringAt(spec, "volumeName") || `pvc-${uid}`;
  const capacity = mapAt(spec, "resources", "requests");
  const accessModes = spec["accessModes"] ?? ["ReadWriteOnce"];
  const volume = writer.ensure(VOLUME, {
    metadata: { name: volumeName },
    spec: {
      capacity,
      accessModes,
      claimRef: { kind: "PersistentVolumeClaim", apiVersion: "v1", namespace, name, uid },
      persistentVolumeReclaimPolicy: "Delete",
      storageClassName: stringAt(spec, "storageClassName"),
      csi: { driver: DRIVER, volumeHandle: volumeName },
    },
  });
  writer.patch(VOLUME, volume, { status: { phase: "Bound" } });
  writer.patch(CLAIM, claim, {
    spec: { ...spec, volumeName },
    status: { phase: "Bound", accessModes, capacity },
  });
}

/** Returns the names of the volumes of a pod's bound claims. */
function volumesOf(store: ObjectStore, pod: KubeObject): string[] {
  return mapsAt(pod, "spec", "volumes").flatMap((volume) => {
    const name = stringAt(volume, "persistentVolumeClaim", "claimName");
    if (name === "") return [];
    const claim = store.get("persistentvolumeclaims", pod.metadata.namespace, name);
    const bound = stringAt(claim, "spec", "volumeName");
    return bound === "" || stringAt(claim, "status", "phase") !== "Bound" ? [] : [bound];
  });
}

/** Reports whether the volumes of a pod are bound, and attached to its node. */
export function hasVolumes(store: ObjectStore, pod: KubeObject): boolean {
  const claims = mapsAt(pod, "spec", "volumes")
    .filter((volume) => stringAt(volume, "persistentVolumeClaim", "claimName") !== "");
  if (claims.length === 0) return true;
  const volumes = volumesOf(store, pod);
  const node = stringAt(pod, "spec", "nodeName");
  return volumes.length === claims.length &&
    volumes.every((volume) =>
      store.get(ATTACHMENTS, undefined, nameOfAttachment(volume, node)) !== undefined
    );
}

function nameOfAttachment(volume: string, node: string): string {
  return `csi-${hashOf([volume, node])}`;
}

/** Attaches a volume, unless another node has it and it allows one node only. */
function attach(
  { writer }: ControllerContext,
  pod: KubeObject,
  volume: string,
  node: string,
): void {
  const { store } = writer;
  const name = nameOfAttachment(volume, node);
  if (store.get(ATTACHMENTS, undefined, name) !== undefined) return;
  const others = store.list(ATTACHMENTS).filter((one) =>
    stringAt(one, "spec", "source", "persistentVolumeName") === volume
  );
  const modes = mapAt(store.get("persistentvolumes", undefined, volume), "spec")["accessModes"];
  const isShared = Array.isArray(modes) && modes.some((mode) => String(mode).endsWith("Many"));
  if (others.length > 0 && !isShared) {
    const reason = "FailedAttachVolume";
    const isKnown = store.find(
      "events",
      (event) =>
        event["reason"] === reason && stringAt(event, "involvedObject", "uid") === pod.metadata.uid,
    );
    if (isKnown !== undefined) return;
    recordEvent(writer, pod, {
      type: "Warning",
      reason,
      message: `Multi-Attach error for volume "${volume}" Volume is already exclusively attached ` +
        "to one node and can't be attached to another",
      component: "attachdetach-controller",
    });
    return;
  }
  writer.create(ATTACHMENT, {
    metadata: { name },
    spec: { attacher: DRIVER, nodeName: node, source: { persistentVolumeName: volume } },
    status: { attached: true },
  });
}

/** Removes an attachment some time after its last pod. */
function detach(context: ControllerContext, attachment: KubeObject, isUsed: boolean): void {
  const { writer, detachments, nodes } = context;
  const { uid } = attachment.metadata;
  if (isUsed) {
    detachments.delete(uid);
    return;
  }
  const since = detachments.get(uid) ?? writer.now;
  detachments.set(uid, since);
  const nodeName = stringAt(attachment, "spec", "nodeName");
  const node = nodes.find(({ name }) => name === nodeName);
  const due = since + DETACH_MS + (node?.disturbance?.detachMs ?? 0);
  if (writer.now < due) return context.wakeAt(due);
  detachments.delete(uid);
  writer.remove(ATTACHMENT, attachment);
}
