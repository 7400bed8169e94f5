/**
 * States of services from the kernel log, where a node did not list them.
 *
 * @module
 */
import type { LogLine, ServiceFact } from "../facts.ts";

/** A change of a service's state, as nodes log it. */
const CHANGE = /service\[([\w.-]+)\]\((\w+)\): (.*)/;
/** The start of any other message, which ends one of several lines. */
const MESSAGE = /\[talos\]|^\w+: +\w+: |^\[ *\d+\.\d+\]|^\d{2}\/\d{2}\/\d{4}/;

/** Returns the services whose changes a log has. */
export function servicesFromLog(lines: readonly LogLine[]): readonly ServiceFact[] {
  const services = new Map<string, { id: string; events: ServiceFact["events"][number][] }>();
  let open: { state: string; message: string; time?: number | undefined } | undefined;
  for (const { text, time } of lines) {
    const match = CHANGE.exec(text);
    if (match === null) {
      if (open !== undefined && !MESSAGE.test(text)) open.message += `\n${text}`;
      else open = undefined;
      continue;
    }
    const [, id, state, message] = match as unknown as [string, string, string, string];
    open = { state, message, time };
    const service = services.get(id) ?? { id, events: [] };
    services.set(id, service);
    service.events.push(open);
  }
  return [...services.values()].map(({ id, events }) => {
    const last = events.at(-1)!;
    const health = events.findLast(({ message }) => /^Health check /.test(message));
    return {
      id,
      state: last.state,
      events,
      ...(last.state === "Running" && health !== undefined
        ? { healthy: /successful/.test(health.message) }
        : {}),
    };
  });
}
