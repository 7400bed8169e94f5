/**
 * `ServiceList`: the record of services as a message.
 *
 * @module
 */
import type { machine } from "../../../proto/machine.ts";
import type { ServiceRecord } from "./services.ts";

/** The message that tells of these services. */
export function serviceList(services: readonly ServiceRecord[]): machine.IServiceList {
  return { services: services.map(serviceInfo) };
}

/** One service as it stands in messages. */
export function serviceInfo({ id, state, steps, health }: ServiceRecord): machine.IServiceInfo {
  return {
    id,
    state,
    events: {
      events: steps.map(({ message, state, at }) => ({ msg: message, state, ts: timestamp(at) })),
    },
    health: {
      unknown: health.unknown,
      healthy: health.healthy,
      lastMessage: health.message,
      lastChange: timestamp(health.changedAt),
    },
  };
}

/** A time in milliseconds since the Unix epoch as it stands in messages. */
export function timestamp(milliseconds: number): { seconds: number; nanos: number } {
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds, nanos: Math.round((milliseconds - seconds * 1000) * 1e6) };
}
