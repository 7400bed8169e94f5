/**
 * Events of embedded nodes.
 *
 * @module
 */
export { eventBindings } from "./bindings.ts";
export { EventLog, type Payloads } from "./event_log.ts";
export { publishServiceChanges, StatusPublisher } from "./publishers.ts";
export { type Phase, runSequence, type Task } from "./sequence.ts";
