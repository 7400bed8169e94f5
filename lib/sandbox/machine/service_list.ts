/**
 * Conversion of service records to protobuf messages.
 *
 * @module
 */
import type { machine } from "../../../proto/machine.ts";
import type { ServiceRecord } from "./service_registry.ts";

/** Converts service records to `machine.ServiceList`. */
export function toServiceList(services: readonly ServiceRecord[]): machine.IServiceList {
  return { services: services.map(toServiceInfo) };
}

/** Converts a service record to `machine.ServiceInfo`. */
export function toServiceInfo({ id, state, events, health }: ServiceRecord): machine.IServiceInfo {
  return {
    id,
    state,
    events: {
      events: events.map(({ message, state, at }) => ({
        msg: message,
        state,
        ts: toTimestamp(at),
      })),
    },
    health: {
      unknown: health.unknown,
      healthy: health.healthy,
      lastMessage: health.message,
      lastChange: toTimestamp(health.changedAt),
    },
  };
}

/** Converts milliseconds since the Unix epoch to `google.protobuf.Timestamp`. */
export function toTimestamp(milliseconds: number): { seconds: number; nanos: number } {
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds, nanos: Math.round((milliseconds - seconds * 1000) * 1e6) };
}
