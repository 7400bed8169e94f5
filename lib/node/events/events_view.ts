/**
 * View of events.
 *
 * @module
 */
import type { FieldValue } from "../../output/records.ts";
import type { FormatTime } from "../../output/time_style.ts";
import type { Tint, View } from "../../output/rows.ts";

/** A formatted event. */
export interface EventEntry {
  readonly id: string;
  /** The protobuf type URL. */
  readonly type: string;
  /** ID of the client request that caused it. */
  readonly actor: string;
  /** The service, phase or stage. */
  readonly source: string;
  readonly message: string;
  /** The colour of a failure or of a recovery. */
  readonly tint: Tint | undefined;
  /** Time in the ID, seconds since the Unix epoch; undefined for an unknown ID format. */
  readonly seconds: number | undefined;
  /** All fields; null for an unknown type. */
  readonly data: FieldValue;
}

/** Returns column widths for the nodes, a time, an ID, common types, the actor and most sources. */
export function getEventWidths(nodes: readonly string[], times?: FormatTime): number[] {
  const time = times?.({ seconds: 0 }, { isExact: true })?.length;
  const node = Math.max(...nodes.map((node) => node.length));
  return [node, ...time === undefined ? [] : [time], 20, 40, 0, 16];
}

/** Returns the view of events: with their times when the user has chosen a form of times. */
export function toEventsView(times: FormatTime | undefined): View<EventEntry> {
  if (times === undefined) return eventsView;
  const time: View<EventEntry>["columns"][number] = {
    header: "TIME",
    cell: () => "",
    // The age of a printed row would soon be wrong.
    time: { isExact: true, of: ({ seconds }) => seconds === undefined ? undefined : { seconds } },
  };
  return { ...eventsView, columns: [time, ...eventsView.columns] };
}

/** View of events, one row each. */
const eventsView: View<EventEntry> = {
  hideFirst: ["ACTOR", "ID", "EVENT", "SOURCE"],
  columns: [
    { header: "ID", cell: ({ id }) => id },
    { header: "EVENT", cell: ({ type }) => type },
    { header: "ACTOR", cell: ({ actor }) => actor },
    { header: "SOURCE", cell: ({ source }) => source },
    { header: "MESSAGE", cell: ({ message }) => message, tint: ({ tint }) => tint },
  ],
  fields: {
    id: ({ id }) => id,
    time: ({ seconds }) =>
      seconds === undefined ? null : new Date(seconds * 1000).toISOString().replace(/\.000Z$/, "Z"),
    type: ({ type }) => type,
    actor: ({ actor }) => actor || null,
    source: ({ source }) => source || null,
    message: ({ message }) => message || null,
    data: ({ data }) => data,
  },
};
