/**
 * Events of embedded nodes.
 *
 * @module
 */
export { eventBindings } from "./bindings.ts";
export { EventBook, type Payloads } from "./event_book.ts";
export { type Phase, runSequence, type Task, tellOfServices, tellOfStatus } from "./happenings.ts";
