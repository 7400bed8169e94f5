/**
 * Events of nodes.
 *
 * @module
 */
import type { FieldValue } from "../../output/records.ts";
import type { Tint, View } from "../../output/rows.ts";

/** A formatted event. */
export interface EventEntry {
  readonly id: string;
  /** The type as it stands on the wire. */
  readonly type: string;
  /** The client request that caused it. */
  readonly actor: string;
  /** What it is about: a service, a phase, a stage. */
  readonly source: string;
  readonly message: string;
  /** The colour of a failure or of a recovery. */
  readonly tint: Tint | undefined;
  /** When, whole seconds since the Unix epoch, as the id has it; undefined for a foreign id. */
  readonly seconds: number | undefined;
  /** Everything it says; null for an unknown type. */
  readonly data: FieldValue;
}

/** Room for the longest node, an id, the commonest types, and most sources. */
export function eventWidths(nodes: readonly string[]): number[] {
  return [Math.max(...nodes.map((node) => node.length)), 20, 40, 0, 16];
}

/** One row an event, so that the columns of a long run stay columns. */
export const eventsView: View<EventEntry> = {
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
