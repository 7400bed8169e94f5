/**
 * Conversion of resources and watch events to protobuf messages.
 *
 * @module
 */
import { cosi } from "../../../proto/cosi.ts";
import { toTimestamp } from "../machine/mod.ts";
import { formatVersion, type Resource } from "./resource.ts";
import type { WatchEvent } from "./watch.ts";

const { EventType } = cosi.resource;

/** Converts a resource. A tombstone gets an empty spec. */
export function toResourceMessage({ metadata, spec }: Resource): cosi.resource.IResource {
  return {
    metadata: {
      namespace: metadata.namespace,
      type: metadata.type,
      id: metadata.id,
      version: formatVersion(metadata.version),
      owner: metadata.owner,
      phase: metadata.phase,
      created: toTimestamp(metadata.created),
      updated: toTimestamp(metadata.updated),
      finalizers: [...metadata.finalizers],
      labels: metadata.labels,
      annotations: metadata.annotations,
    },
    spec: spec === undefined ? {} : { protoSpec: spec.proto, yamlSpec: spec.yaml },
  };
}

const EVENT_TYPES = {
  created: EventType.CREATED,
  updated: EventType.UPDATED,
  destroyed: EventType.DESTROYED,
  bootstrapped: EventType.BOOTSTRAPPED,
  errored: EventType.ERRORED,
};

/** Converts a watch event. */
export function toEventMessage(event: WatchEvent): cosi.resource.IEvent {
  const eventType = EVENT_TYPES[event.kind];
  if (event.kind === "errored") return { eventType, error: event.error };
  const resource = toResourceMessage(event.resource);
  if (event.kind !== "updated") return { eventType, resource };
  return { eventType, resource, old: toResourceMessage(event.old) };
}

/** Reports whether clients of protocol version 0 support the event. */
export function isLegacyEvent({ kind }: WatchEvent): boolean {
  return kind !== "bootstrapped" && kind !== "errored";
}
