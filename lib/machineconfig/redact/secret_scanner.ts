/**
 * Finds secret values in YAML text.
 *
 * @module
 */
import { type Event, EVENT_ID, SCALAR_STYLE } from "../../yaml/events.ts";
import { readPlain } from "../../yaml/plain.ts";
import { DOCUMENTS, MAIN } from "../schema/documents.ts";
import { HEADER } from "../schema/header.ts";
import { free, object, text as textField } from "../schema/types.ts";
import { REDACTED } from "../../pki/redacted.ts";
import { descend, type Position, topOf } from "./secret.ts";

type ScalarEvent = Extract<Event, { type: typeof EVENT_ID.SCALAR }>;

/** A replacement of a range of the text. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** Result of a scan. */
export interface ScanResult {
  readonly secrets: readonly Replacement[];
  /** Ranges of multi-line scalars. */
  readonly multiline: readonly (readonly [start: number, end: number])[];
  /** Anchors referenced by aliases in secret fields. */
  readonly aliased: ReadonlySet<string>;
}

/** An open list or map during the traversal. */
interface Frame {
  readonly position: Position;
  readonly kind: "map" | "list";
  readonly top: boolean;
  /** The pending key of a map, whose value comes next. */
  key: string | undefined;
}

const PUBLIC: Position = { type: undefined, secret: false };
const UNKNOWN: Position = { type: undefined, secret: true };

/** A JSON patch (RFC 6902), whose values may belong to secret fields. */
const PATCH: Position = {
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

/** Scans the parser events of a YAML text. */
export class SecretScanner {
  readonly #text: string;
  readonly #anchors: ReadonlySet<string>;
  readonly #secrets: Replacement[] = [];
  readonly #multiline: [number, number][] = [];
  readonly #aliased = new Set<string>();
  readonly #open: Frame[] = [];

  /** @param anchors Anchors with secret values. */
  constructor(text: string, anchors: ReadonlySet<string> = new Set()) {
    this.#text = text;
    this.#anchors = anchors;
  }

  scan(events: readonly Event[]): ScanResult {
    for (const [index, event] of events.entries()) {
      switch (event.type) {
        case EVENT_ID.DOCUMENT:
          // The parser ends a document with a pop event, like a list.
          this.#open.push({ position: PUBLIC, kind: "list", top: false, key: undefined });
          break;
        case EVENT_ID.MAPPING:
        case EVENT_ID.SEQUENCE: {
          const top = this.#open.length === 1;
          const position = top ? this.#top(events, index) : this.#next(event);
          const kind = event.type === EVENT_ID.MAPPING ? "map" : "list";
          this.#open.push({ position, kind, top, key: undefined });
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
    return { secrets: this.#secrets, multiline: this.#multiline, aliased: this.#aliased };
  }

  /** Returns the position of the current key or value. */
  #next(event: { anchorStart: number; anchorEnd: number }, key = ""): Position {
    const frame = this.#open.at(-1)!;
    if (frame.kind === "map" && frame.key === undefined) {
      frame.key = key;
      return PUBLIC;
    }
    const position = this.#value(frame);
    const anchor = this.#anchor(event);
    return anchor !== undefined && this.#anchors.has(anchor)
      ? { ...position, secret: true }
      : position;
  }

  #value(frame: Frame): Position {
    const { position, kind, top, key } = frame;
    frame.key = undefined;
    if (kind === "list") return descend(position, 0);
    if (top && HEADER.includes(key!)) return PUBLIC;
    // The value of a merge key has the type of the map itself.
    return key === "<<" ? position : descend(position, key!);
  }

  #anchor({ anchorStart, anchorEnd }: { anchorStart: number; anchorEnd: number }) {
    return anchorStart < 0 ? undefined : this.#text.slice(anchorStart, anchorEnd);
  }

  #scalar(event: ScalarEvent): void {
    const { valueStart: start, valueEnd: end, style } = event;
    const source = start < 0 ? "" : this.#text.slice(start, end);
    if (source.includes("\n")) this.#multiline.push([start, end]);
    const { secret } = this.#next(event, source);
    const isNull = source === "" || (style === SCALAR_STYLE.PLAIN && readPlain(source) === null);
    if (secret && !isNull) this.#secrets.push(redacted(event, source));
  }

  /** Returns the position of the document whose content starts at `index`. */
  #top(events: readonly Event[], index: number): Position {
    if (events[index]!.type === EVENT_ID.SEQUENCE) return PATCH;
    const kind = this.#kind(events, index);
    if (kind === undefined) return topOf(MAIN);
    const document = DOCUMENTS.find((known) => known.kind === kind);
    return document ? topOf(document) : UNKNOWN;
  }

  /** Returns the value of `kind` in the map that starts at `index`. */
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

/** Returns the replacement of a scalar, which keeps its number of lines. */
function redacted({ style, valueStart, valueEnd }: ScalarEvent, source: string): Replacement {
  if (style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK) {
    const replacement = source.replaceAll(/^([ \t]*)\S.*$/gm, `$1${REDACTED}`);
    return { start: valueStart, end: valueEnd, replacement };
  }
  const quotes = style === SCALAR_STYLE.PLAIN ? 0 : 1;
  const lineBreaks = "\n".repeat(source.split("\n").length - 1);
  return {
    start: valueStart - quotes,
    end: valueEnd + quotes,
    replacement: `"${REDACTED}"${lineBreaks}`,
  };
}
