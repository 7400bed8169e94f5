/**
 * A YAML text as a tree that knows where everything begins and ends, so that a change can be made
 * in its place and every other byte stays. Anchors and aliases are kept as they are written.
 *
 * @module
 */
import { type Event, EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE } from "js-yaml";
import { DEEPEST } from "../../yaml/mod.ts";
import type { ScalarNode } from "../../yaml/tree.ts";

/** A part of a text: from `start` up to, but without, `end`, in UTF-16 units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A value in a text. Its range leaves out its anchor and tag; that of a missing one is empty. */
export type SpanNode = SpanMap | SpanList | SpanScalar | SpanAlias;

interface Marked extends Range {
  /** It has an anchor, which aliases elsewhere may name. */
  readonly anchored: boolean;
}

/** A mapping. */
export interface SpanMap extends Marked {
  readonly kind: "map";
  /** Written with braces. */
  readonly flow: boolean;
  readonly entries: readonly SpanEntry[];
}

/** One line of a mapping. `valueFrom` is where its value may start: right after the colon. */
export interface SpanEntry {
  readonly key: SpanNode;
  readonly name: string;
  readonly valueFrom: number;
  readonly value: SpanNode;
}

/** A sequence. */
export interface SpanList extends Marked {
  readonly kind: "list";
  /** Written with brackets. */
  readonly flow: boolean;
  readonly items: readonly SpanNode[];
  /** Where each item may start: right after its dash, or after what is before it in brackets. */
  readonly itemsFrom: readonly number[];
}

/** A scalar, not yet given a type. */
export interface SpanScalar extends Marked {
  readonly kind: "scalar";
  /** A text of several lines after `|` or `>`; its range has the sign too. */
  readonly block: boolean;
  readonly scalar: ScalarNode;
}

/** The name of a value that stands elsewhere. */
export interface SpanAlias extends Marked {
  readonly kind: "alias";
}

/** One document, from its `---`, or the start of the text, to the next one. */
export interface SpanDocument extends Range {
  readonly root: SpanNode;
}

/**
 * Parses a text.
 *
 * @throws {Error} of the parser, when it is no YAML.
 */
export function parseSpans(text: string): SpanDocument[] {
  return new SpanReader(text).read();
}

type Collection = Extract<Event, { start: number }>;

/** Walks over events, which know where values start, and finds where they end. */
class SpanReader {
  readonly #text: string;
  readonly #events: Event[];
  #next = 0;

  constructor(text: string) {
    this.#text = text;
    this.#events = parseEvents(text, { maxDepth: DEEPEST });
  }

  read(): SpanDocument[] {
    const roots: { explicit: boolean; from: number; root: SpanNode }[] = [];
    let from = 0;
    while (this.#next < this.#events.length) {
      const event = this.#events[this.#next++]!;
      if (event.type !== EVENT_ID.DOCUMENT) continue;
      const start = event.explicitStart ? this.#separator(from) : from;
      const root = this.#node(event.explicitStart ? start + 3 : start);
      roots.push({ explicit: event.explicitStart, from: start, root });
      from = Math.max(root.end, start);
      this.#next++; // the end of the document
    }
    return roots.map(({ root, from }, index) => ({
      start: index === 0 ? 0 : from,
      end: roots[index + 1]?.from ?? this.#text.length,
      root,
    }));
  }

  /** Where the next line that starts a document is. */
  #separator(from: number): number {
    const pattern = /^---(?=\s|$)/gm;
    pattern.lastIndex = from;
    return pattern.exec(this.#text)?.index ?? from;
  }

  /** The next value. `from` is where it may start. */
  #node(from: number): SpanNode {
    const event = this.#events[this.#next++]!;
    switch (event.type) {
      case EVENT_ID.MAPPING:
        return this.#map(event, from);
      case EVENT_ID.SEQUENCE:
        return this.#list(event, from);
      case EVENT_ID.SCALAR:
        return this.#scalar(event, from);
      case EVENT_ID.ALIAS:
        return {
          kind: "alias",
          start: event.anchorStart - 1,
          end: event.anchorEnd,
          anchored: true,
        };
      default:
        throw new Error("an event of YAML where a value should be");
    }
  }

  #map(event: Collection, from: number): SpanMap {
    const start = Math.max(event.start, from);
    const flow = this.#text[start] === "{";
    const entries: SpanEntry[] = [];
    let end = flow ? start + 1 : start;
    while (this.#events[this.#next]?.type !== EVENT_ID.POP) {
      const key = this.#node(end);
      const colon = this.#text.indexOf(":", key.end);
      const valueFrom = colon < 0 ? key.end : colon + 1;
      const value = this.#node(valueFrom);
      entries.push({ key, name: nameOf(key, this.#text), valueFrom, value });
      end = Math.max(value.end, key.end);
    }
    this.#next++;
    if (flow) end = this.#closing(end);
    return { kind: "map", flow, entries, start, end, anchored: event.anchorStart >= 0 };
  }

  #list(event: Collection, from: number): SpanList {
    const start = Math.max(event.start, from);
    const flow = this.#text[start] === "[";
    const items: SpanNode[] = [];
    const itemsFrom: number[] = [];
    let end = flow ? start + 1 : start;
    while (this.#events[this.#next]?.type !== EVENT_ID.POP) {
      const from = flow ? end : this.#afterDash(end);
      const item = this.#node(from);
      items.push(item);
      itemsFrom.push(from);
      end = item.end;
    }
    this.#next++;
    if (flow) end = this.#closing(end);
    return { kind: "list", flow, items, itemsFrom, start, end, anchored: event.anchorStart >= 0 };
  }

  #scalar(event: Extract<Event, { valueStart: number }>, from: number): SpanScalar {
    const { style } = event;
    const anchored = event.anchorStart >= 0;
    const quoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
    const block = style !== SCALAR_STYLE.PLAIN && !quoted;
    const text = getScalarValue(this.#text, event);
    let start = event.valueStart - (quoted ? 1 : 0);
    let end = event.valueEnd + (quoted ? 1 : 0);
    if (event.valueStart < 0) {
      start = end = Math.max(from, event.tagEnd, event.anchorEnd);
    } else if (block) {
      start = Math.max(from, event.tagEnd, event.anchorEnd);
      while (this.#text[start] !== "|" && this.#text[start] !== ">") start++;
      end = Math.max(start + 1, blockEnd(this.#text, start, event.valueEnd));
    }
    const tag = event.tagStart < 0 ? {} : {
      tag: this.#text.slice(event.tagStart, event.tagEnd).replace(/^!!/, ""),
    };
    const scalar: ScalarNode = {
      kind: "scalar",
      offset: start,
      text,
      plain: style === SCALAR_STYLE.PLAIN,
      ...tag,
    };
    return { kind: "scalar", block, scalar, start, end, anchored };
  }

  /** Behind the bracket that ends a flow collection. */
  #closing(from: number): number {
    return skipBlank(this.#text, from, ",") + 1;
  }

  /** Behind the dash of the next item. */
  #afterDash(from: number): number {
    return skipBlank(this.#text, from, "") + 1;
  }
}

/** Where the first thing after `from` is that is neither a space, a comment nor of `also`. */
function skipBlank(text: string, from: number, also: string): number {
  let at = from;
  while (at < text.length) {
    const char = text[at]!;
    if (char === "#") {
      while (at < text.length && text[at] !== "\n") at++;
    } else if (/\s/.test(char) || also.includes(char)) at++;
    else break;
  }
  return at;
}

/** Before the line break that ends a block of text. Blank lines count only when they are kept. */
function blockEnd(text: string, start: number, valueEnd: number): number {
  const keeps = /^[|>]\d?\+/.test(text.slice(start, start + 3));
  const end = text[valueEnd - 1] === "\n" ? valueEnd - 1 : valueEnd;
  if (keeps) return end;
  return start + text.slice(start, end).trimEnd().length;
}

function nameOf(key: SpanNode, text: string): string {
  return key.kind === "scalar" ? key.scalar.text : text.slice(key.start, key.end);
}

/** Whether a map is written with a merge key: what it holds is not all in its own lines. */
export function hasMergeKey(map: SpanMap): boolean {
  return map.entries.some(({ name, key }) =>
    name === "<<" && key.kind === "scalar" && key.scalar.plain
  );
}
