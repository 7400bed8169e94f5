/**
 * Builds trees with positions from the events of the YAML parser.
 *
 * @module
 */
import {
  COLLECTION_STYLE,
  type DocumentDirective,
  type DocumentEvent,
  type Event,
  EVENT_ID,
  getScalarValue,
  type MappingEvent,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
} from "js-yaml";
import { Anchors } from "./anchors.ts";
import { MapBuilder, resolved, type Sized } from "./builder.ts";
import { isGlued, scalarProblem } from "./go_strictness.ts";
import { type Place, placesIn } from "./place.ts";
import { blockEnd, blockText, findSeparator, skipBlank } from "./scan.ts";
import { fault, MAX_PROBLEMS, shortened, type YamlProblem } from "./syntax.ts";
import type {
  Range,
  SourceDocument,
  SourceList,
  SourceMap,
  SourceNode,
  SourceScalar,
  WrittenNode,
} from "./tree.ts";

/** A node under construction; spreads would take half of the time. */
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Builds trees from events, which have the start of values but not the end of collections. */
export class TreeBuilder {
  readonly problems: YamlProblem[] = [];
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #place: (offset: number) => Place;
  readonly #anchors = new Anchors();
  #next = 0;
  /** Start of the latest value that has one. */
  #latest = 0;

  constructor(text: string, events: readonly Event[]) {
    this.#text = text;
    this.#events = events;
    this.#place = placesIn(text);
  }

  documents(): SourceDocument[] {
    const roots: { from: number; root: SourceNode }[] = [];
    let from = 0;
    while (this.#next < this.#events.length) {
      const event = this.#events[this.#next++]!;
      if (event.type !== EVENT_ID.DOCUMENT) continue;
      const start = event.explicitStart ? findSeparator(this.#text, from) : from;
      const root = this.#document(event, event.explicitStart ? start + 3 : start);
      roots.push({ from: start, root });
      from = Math.max(root.end, start);
      this.#next++; // the end of the document
    }
    return roots.map(({ root, from }, index) => ({
      start: index === 0 ? 0 : from,
      end: roots[index + 1]?.from ?? this.#text.length,
      root,
    }));
  }

  #document({ directives }: DocumentEvent, from: number): SourceNode {
    this.#anchors.startDocument();
    this.#directives(directives);
    return resolved(this.#node(from, false).node);
  }

  #directives(directives: readonly DocumentDirective[]): void {
    for (const directive of directives) {
      if (directive.kind !== "yaml" || directive.version === "1.1") continue;
      const offset = this.#text.indexOf("%YAML", this.#latest);
      this.problems.push(
        fault(offset, `YAML ${directive.version} is not supported`, 'remove the line "%YAML"'),
      );
    }
  }

  /** Builds the next value, which starts at `from` or later. */
  #node(from: number, inFlow: boolean): Sized {
    const event = this.#events[this.#next++]!;
    switch (event.type) {
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE: {
        this.#anchors.count();
        const anchor = this.#anchor(event);
        if (anchor !== undefined) this.#anchors.open(anchor);
        this.#latest = event.start;
        const flow = event.style === COLLECTION_STYLE.FLOW;
        if (flow && inFlow && isGlued(this.#text, event.start)) {
          this.problems.push(fault(event.start, 'missing space after ":"', "insert one"));
        }
        const value = event.type === EVENT_ID.MAPPING
          ? this.#map(event, from, flow)
          : this.#list(event, from, flow);
        if (anchor !== undefined) this.#anchors.set(anchor, value);
        return value;
      }
      case EVENT_ID.SCALAR: {
        this.#anchors.count();
        const value = { node: this.#scalar(event, from, inFlow), size: 1, height: 1 };
        const anchor = this.#anchor(event);
        if (anchor !== undefined) this.#anchors.set(anchor, value);
        return value;
      }
      case EVENT_ID.ALIAS:
        return this.#alias({ start: event.anchorStart - 1, end: event.anchorEnd });
      default:
        throw new Error(`unexpected YAML event ${event.type}`);
    }
  }

  #map(event: MappingEvent, from: number, flow: boolean): Sized<SourceNode> {
    const start = Math.max(event.start, from);
    const builder = new MapBuilder();
    let end = flow ? start + 1 : start;
    let [size, height] = [1, 0];
    while (this.#events[this.#next]?.type !== EVENT_ID.POP) {
      const key = this.#node(end, flow);
      const { node, offset } = { node: resolved(key.node), offset: key.node.offset };
      const text = node.kind === "scalar" ? node.text : "";
      const isMerge = node.kind === "scalar" && text === "<<" && node.plain &&
        (node.tag ?? "merge") === "merge";
      if (node.kind !== "scalar") this.#report(fault(offset, `a ${node.kind} cannot be a key`));
      else this.#checkDuplicate(text, offset, builder.firstOf(text, isMerge));
      const colon = skipBlank(this.#text, key.node.end, "");
      const valueFrom = this.#text[colon] === ":" ? colon + 1 : key.node.end;
      const value = this.#node(valueFrom, flow);
      // The offset of a missing key is the offset of the value before it.
      const keyEnd = key.node.start === key.node.end ? offset : key.node.end;
      builder.add({ key: text, keyOffset: offset, keyEnd, valueFrom, value: value.node }, isMerge);
      size += key.size + value.size;
      height = Math.max(height, key.height, value.height);
      end = Math.max(value.node.end, key.node.end);
    }
    this.#next++;
    if (flow) end = skipBlank(this.#text, end, ",") + 1;
    const { entries, written, mergeOffset } = builder.content(this.problems);
    const anchored = event.anchorStart >= 0;
    const offset = event.start;
    const node: Mutable<SourceMap> = {
      kind: "map",
      offset,
      entries,
      written,
      flow,
      start,
      end,
      anchored,
    };
    if (mergeOffset !== undefined) node.mergeOffset = mergeOffset;
    this.#setTag(node, event);
    return { node, size, height: height + 1 };
  }

  #checkDuplicate(key: string, offset: number, first: number | undefined): void {
    if (first === undefined) return;
    const { line } = this.#place(first);
    const message = `duplicate key "${shortened(key)}", first on line ${line}`;
    this.#report(fault(offset, message, "remove one of them"));
  }

  #list(event: SequenceEvent, from: number, flow: boolean): Sized<SourceNode> {
    const start = Math.max(event.start, from);
    const written: WrittenNode[] = [];
    const itemsFrom: number[] = [];
    let end = flow ? start + 1 : start;
    let [size, height] = [1, 0];
    let hasAlias = false;
    while (this.#events[this.#next]?.type !== EVENT_ID.POP) {
      const itemFrom = flow ? end : skipBlank(this.#text, end, "") + 1;
      const item = this.#node(itemFrom, flow);
      written.push(item.node);
      itemsFrom.push(itemFrom);
      if (item.node.kind === "alias") hasAlias = true;
      size += item.size;
      height = Math.max(height, item.height);
      end = item.node.end;
    }
    this.#next++;
    if (flow) end = skipBlank(this.#text, end, ",") + 1;
    const node: Mutable<SourceList> = {
      kind: "list",
      offset: event.start,
      items: hasAlias ? written.map(resolved) : written as SourceNode[],
      written,
      itemsFrom,
      flow,
      start,
      end,
      anchored: event.anchorStart >= 0,
    };
    this.#setTag(node, event);
    return { node, size, height: height + 1 };
  }

  #scalar(event: ScalarEvent, from: number, inFlow: boolean): SourceScalar {
    const { style, valueStart, valueEnd } = event;
    const quoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
    const block = style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK;
    const quote = quoted ? 1 : 0;
    if (valueStart >= 0) this.#latest = valueStart - quote;
    const problem = scalarProblem(this.#text, event, inFlow);
    if (problem !== undefined) this.problems.push(problem);
    let [start, end] = [valueStart - quote, valueEnd + quote];
    const earliest = Math.max(from, event.tagEnd, event.anchorEnd);
    if (valueStart < 0) start = end = earliest;
    else if (block) {
      start = earliest;
      while (this.#text[start] !== "|" && this.#text[start] !== ">") start++;
      end = Math.max(start + 1, blockEnd(this.#text, start, valueEnd));
    }
    const value = getScalarValue(this.#text, event);
    const node: Mutable<SourceScalar> = {
      kind: "scalar",
      offset: this.#latest,
      text: block ? blockText(this.#text, valueEnd, value) : value,
      plain: style === SCALAR_STYLE.PLAIN,
      block,
      start,
      end,
      anchored: event.anchorStart >= 0,
    };
    this.#setTag(node, event);
    return node;
  }

  #alias({ start, end }: Range): Sized {
    this.#latest = start;
    const { node, size, height } = this.#anchors.resolve(this.#text.slice(start + 1, end), start);
    return { node: { kind: "alias", offset: start, start, end, target: node }, size, height };
  }

  #report(problem: YamlProblem): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(problem);
  }

  #anchor(event: { anchorStart: number; anchorEnd: number }): string | undefined {
    return event.anchorStart < 0 ? undefined : this.#text.slice(event.anchorStart, event.anchorEnd);
  }

  /** `!!str` and the verbatim `!<tag:yaml.org,2002:str>` are `str`; `!` alone is not a tag. */
  #setTag(node: { tag?: string }, event: { tagStart: number; tagEnd: number }): void {
    if (event.tagStart < 0) return;
    const tag = this.#text.slice(event.tagStart, event.tagEnd)
      .replace(/^!<(.*)>$/s, "$1").replace(/^(!!|tag:yaml\.org,2002:)/, "");
    if (tag !== "" && tag !== "!") node.tag = tag;
  }
}
