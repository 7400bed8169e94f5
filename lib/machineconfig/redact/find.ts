/**
 * Finds the secrets of a YAML text, with their places.
 *
 * @module
 */
import { type Event, EVENT_ID, SCALAR_STYLE } from "js-yaml";
import { readPlain } from "../../yaml/plain.ts";
import { DOCUMENTS, MAIN } from "../schema/documents.ts";
import { HEADER } from "../schema/header.ts";
import { free, object, text as textField } from "../schema/types.ts";
import { HIDDEN, type Place, stepInto, topOf } from "./secret.ts";

type ScalarEvent = Extract<Event, { type: typeof EVENT_ID.SCALAR }>;

/** A part of the text, and what stands there instead. */
export interface Part {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** What was found. */
export interface FoundSecrets {
  readonly found: readonly Part[];
  /** Where scalars of several lines are. */
  readonly long: readonly (readonly [start: number, end: number])[];
  /** The anchors whose values aliases bring into secret fields. */
  readonly aliased: ReadonlySet<string>;
}

/** A list or map that is being walked through. */
interface Frame {
  readonly place: Place;
  readonly kind: "map" | "list";
  readonly top: boolean;
  /** In a map, the key whose value comes next. */
  key: string | undefined;
}

const OPEN: Place = { type: undefined, secret: false };
const UNKNOWN: Place = { type: undefined, secret: true };

/** A patch of RFC 6902: its values may be for secret fields. */
const PATCH: Place = {
  type: {
    kind: "list",
    item: object("Operation", "", {
      op: textField({ doc: "" }),
      path: textField({ doc: "" }),
      from: textField({ doc: "" }),
      value: free({ doc: "", secret: true }),
    }),
  },
  secret: false,
};

/** Walks through the events of a text. */
export class Secrets {
  readonly #text: string;
  readonly #anchors: ReadonlySet<string>;
  readonly #found: Part[] = [];
  readonly #long: [number, number][] = [];
  readonly #aliased = new Set<string>();
  readonly #open: Frame[] = [];

  /** @param anchors whose values are known to be secrets. */
  constructor(text: string, anchors: ReadonlySet<string> = new Set()) {
    this.#text = text;
    this.#anchors = anchors;
  }

  in(events: readonly Event[]): FoundSecrets {
    for (const [index, event] of events.entries()) {
      switch (event.type) {
        case EVENT_ID.DOCUMENT:
          // Its end is a pop like that of a list.
          this.#open.push({ place: OPEN, kind: "list", top: false, key: undefined });
          break;
        case EVENT_ID.MAPPING:
        case EVENT_ID.SEQUENCE: {
          const top = this.#open.length === 1;
          const place = top ? this.#top(events, index) : this.#next(event);
          const kind = event.type === EVENT_ID.MAPPING ? "map" : "list";
          this.#open.push({ place, kind, top, key: undefined });
          break;
        }
        case EVENT_ID.SCALAR:
          this.#scalar(event);
          break;
        case EVENT_ID.ALIAS:
          if (this.#next(event).secret) this.#aliased.add(this.#anchor(event)!);
          break;
        case EVENT_ID.POP:
          this.#open.pop();
      }
    }
    return { found: this.#found, long: this.#long, aliased: this.#aliased };
  }

  /** The place of the key or value that comes now. */
  #next(event: { anchorStart: number; anchorEnd: number }, key = ""): Place {
    const frame = this.#open.at(-1)!;
    if (frame.kind === "map" && frame.key === undefined) {
      frame.key = key;
      return OPEN;
    }
    const place = this.#value(frame);
    const anchor = this.#anchor(event);
    return anchor !== undefined && this.#anchors.has(anchor) ? { ...place, secret: true } : place;
  }

  #value(frame: Frame): Place {
    const { place, kind, top, key } = frame;
    frame.key = undefined;
    if (kind === "list") return stepInto(place, 0);
    if (top && HEADER.includes(key!)) return OPEN;
    // What a merge key brings in belongs to the map itself.
    return key === "<<" ? place : stepInto(place, key!);
  }

  #anchor({ anchorStart, anchorEnd }: { anchorStart: number; anchorEnd: number }) {
    return anchorStart < 0 ? undefined : this.#text.slice(anchorStart, anchorEnd);
  }

  #scalar(event: ScalarEvent): void {
    const { valueStart: start, valueEnd: end, style } = event;
    const source = start < 0 ? "" : this.#text.slice(start, end);
    if (source.includes("\n")) this.#long.push([start, end]);
    const { secret } = this.#next(event, source);
    const isNothing = source === "" || (style === SCALAR_STYLE.PLAIN && readPlain(source) === null);
    if (secret && !isNothing) this.#found.push(hidden(event, source));
  }

  /** The top of the document whose content starts at `index`. */
  #top(events: readonly Event[], index: number): Place {
    if (events[index]!.type === EVENT_ID.SEQUENCE) return PATCH;
    const kind = this.#kind(events, index);
    if (kind === undefined) return topOf(MAIN);
    const document = DOCUMENTS.find((known) => known.kind === kind);
    return document ? topOf(document) : UNKNOWN;
  }

  /** The value of `kind` in the map that starts at `index`. */
  #kind(events: readonly Event[], index: number): string | undefined {
    let depth = 0;
    let key: string | undefined;
    for (let at = index; at < events.length; at++) {
      const event = events[at]!;
      if (event.type === EVENT_ID.POP) {
        if (--depth === 0) return undefined;
        continue;
      }
      if (depth === 1) {
        const text = event.type === EVENT_ID.SCALAR
          ? this.#text.slice(event.valueStart, event.valueEnd)
          : "";
        if (key === "kind") return text;
        key = key === undefined ? text : undefined;
      }
      if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) depth++;
    }
    return undefined;
  }
}

/** What replaces a scalar, on as many lines as it had. */
function hidden({ style, valueStart, valueEnd }: ScalarEvent, source: string): Part {
  if (style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK) {
    const by = source.replaceAll(/^([ \t]*)\S.*$/gm, `$1${HIDDEN}`);
    return { start: valueStart, end: valueEnd, by };
  }
  const quotes = style === SCALAR_STYLE.PLAIN ? 0 : 1;
  const more = "\n".repeat(source.split("\n").length - 1);
  return { start: valueStart - quotes, end: valueEnd + quotes, by: `"${HIDDEN}"${more}` };
}
