/**
 * Resources and events as they stand in messages.
 *
 * @module
 */
import { cosi } from "../../../proto/cosi.ts";
import { type Resource, versionText } from "./resource.ts";
import type { WatchEvent } from "./watch.ts";

const { EventType } = cosi.resource;

/** A resource; a tombstone has an empty spec. */
export function resourceMessage({ metadata, spec }: Resource): cosi.resource.IResource {
  return {
    metadata: {
      namespace: metadata.namespace,
      type: metadata.type,
      id: metadata.id,
      version: versionText(metadata.version),
      owner: metadata.owner,
      phase: metadata.phase,
      created: timestamp(metadata.created),
      updated: timestamp(metadata.updated),
      finalizers: [...metadata.finalizers],
      labels: metadata.labels,
      annotations: metadata.annotations,
    },
    spec: spec === undefined ? {} : { protoSpec: spec.proto, yamlSpec: spec.yaml },
  };
}

function timestamp(milliseconds: number): { seconds: number; nanos: number } {
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds, nanos: Math.round((milliseconds - seconds * 1000) * 1e6) };
}

const TYPES = {
  created: EventType.CREATED,
  updated: EventType.UPDATED,
  destroyed: EventType.DESTROYED,
  bootstrapped: EventType.BOOTSTRAPPED,
  errored: EventType.ERRORED,
};

/** An event. */
export function eventMessage(event: WatchEvent): cosi.resource.IEvent {
  const eventType = TYPES[event.kind];
  if (event.kind === "errored") return { eventType, error: event.error };
  const resource = resourceMessage(event.resource);
  if (event.kind !== "updated") return { eventType, resource };
  return { eventType, resource, old: resourceMessage(event.old) };
}

/** Whether clients of the first version of the protocol know the event. */
export function isOldEvent({ kind }: WatchEvent): boolean {
  return kind !== "bootstrapped" && kind !== "errored";
}
