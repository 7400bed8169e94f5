/**
 * Events of nodes.
 *
 * @module
 */
export { type EventEntry, getEventWidths, toEventsView } from "./events_view.ts";
export { formatEvent } from "./format_event.ts";
export { streamEvents, toEventFilter } from "./stream_events.ts";
