/**
 * Events about objects.
 *
 * @module
 */
import { kindOf } from "../../objects/kinds.ts";
import { type KubeObject, numberAt, stringAt } from "../../objects/objects.ts";
import type { ObjectWriter } from "../object_writer.ts";

const EVENT = kindOf("Event");
/** Stored events; the oldest ones are removed. */
const MAX_EVENTS = 500;
/** Time that an event is stored, milliseconds. */
const TTL_MS = 3_600_000;

/** An event to record. */
export interface EventRequest {
  readonly reason: string;
  readonly message: string;
  readonly component: string;
  readonly type?: "Normal" | "Warning";
}

/** Records an event about an object; an event that repeats the last one increments its count. */
export function recordEvent(
  writer: ObjectWriter,
  object: KubeObject,
  { reason, message, component, type = "Normal" }: EventRequest,
): void {
  const { metadata, kind, apiVersion } = object;
  const namespace = metadata.namespace ?? "default";
  const time = writer.timestamp;
  const same = writer.store.find(
    "events",
    (event) =>
      event["reason"] === reason && event["message"] === message &&
      stringAt(event, "involvedObject", "uid") === metadata.uid,
  );
  if (same !== undefined) {
    const count = (numberAt(same, "count") ?? 1) + 1;
    writer.patch(EVENT, same, { count, lastTimestamp: time });
    return;
  }
  writer.create(EVENT, {
    metadata: { name: `${metadata.name}.${writer.suffix()}${writer.suffix()}`, namespace },
    involvedObject: {
      kind,
      ...(metadata.namespace === undefined ? {} : { namespace }),
      name: metadata.name,
      uid: metadata.uid,
      apiVersion,
      resourceVersion: metadata.resourceVersion,
    },
    reason,
    message,
    source: { component },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
    type,
    eventTime: null,
    reportingComponent: component,
    reportingInstance: "",
  });
}

/** Removes old events. */
export function expireEvents(writer: ObjectWriter): void {
  const events = writer.store.list("events");
  const timeOf = (event: KubeObject) =>
    Date.parse(stringAt(event, "lastTimestamp") || event.metadata.creationTimestamp);
  const sorted = events.toSorted((one, other) => timeOf(other) - timeOf(one));
  sorted.forEach((event, index) => {
    if (index < MAX_EVENTS && timeOf(event) > writer.now - TTL_MS) return;
    writer.remove(EVENT, event);
  });
}
