/**
 * Parses YAML texts into trees with positions, one for each document.
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
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
} from "js-yaml";
import { AliasBudget } from "./alias_budget.ts";
import { MapBuilder, resolved, type Sized } from "./builder.ts";
import { joinFlowLines } from "./flow_lines.ts";
import { controlCharacter, tabLine } from "./go_strictness.ts";
import { type Place, placesIn } from "./place.ts";
import {
  DEEPEST,
  fault,
  MOST_PROBLEMS,
  shortened,
  syntaxProblem,
  type YamlProblem,
} from "./syntax.ts";
import type {
  Range,
  SourceDocument,
  SourceList,
  SourceMap,
  SourceNode,
  SourceScalar,
  WrittenNode,
} from "./tree.ts";
import { MOST_VALUES, tooManyValues } from "./value_limit.ts";

/** A parsed text. */
export interface Parsed {
  /** The content of each document. */
  readonly documents: readonly SourceDocument[];
  /** In the order of the text. After a syntax error there are no documents. */
  readonly problems: readonly YamlProblem[];
}

/** Limits of {@linkcode parseYaml}. */
export interface ParseLimits {
  /** Most values; 250,000 by default. */
  readonly values?: number;
}

/** A node under construction; spreads would take half of the time. */
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Ends the parse of a text. */
class Stop extends Error {
  constructor(readonly problem: YamlProblem) {
    super(problem.message);
  }
}

/** Parses a text; every error in it becomes a problem. */
export function parseYaml(text: string, { values = MOST_VALUES }: ParseLimits = {}): Parsed {
  const parsed = eventsOf(text, values);
  if ("problem" in parsed) return { documents: [], problems: [parsed.problem] };
  const { events, read } = parsed;
  const tab = tabLine(text, events);
  if (tab !== undefined) return { documents: [], problems: [tab] };
  const builder = new TreeBuilder(read, events);
  try {
    return { documents: builder.documents(), problems: builder.problems };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { documents: [], problems: [...builder.problems, error.problem] };
  }
}

/** Events of the parser; their positions hold for `read` as for the text. */
type Outcome =
  | { readonly events: readonly Event[]; readonly read: string }
  | { readonly problem: YamlProblem };

function eventsOf(text: string, values: number): Outcome {
  const problem = controlCharacter(text) ?? tooManyValues(text, values);
  if (problem !== undefined) return { problem };
  const first = attempt(text, text);
  if ("events" in first || !/[[{]/.test(text)) return first;
  const joined = joinFlowLines(text);
  if (joined === text) return first;
  const second = attempt(joined, text);
  return "problem" in second && second.problem.offset < first.problem.offset ? first : second;
}

function attempt(read: string, text: string): Outcome {
  try {
    return { events: parseEvents(read, { maxDepth: DEEPEST }), read };
  } catch (error) {
    return { problem: syntaxProblem(error, text) };
  }
}

/** Builds trees from events, which have the start of values but not the end of collections. */
class TreeBuilder {
  readonly problems: YamlProblem[] = [];
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #place: (offset: number) => Place;
  /** Anchors outlive their document, as in Go's parser. */
  readonly #anchors = new Map<string, Sized<SourceNode> | "open">();
  #budget = new AliasBudget();
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
      const start = event.explicitStart ? this.#separator(from) : from;
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
    this.#budget = new AliasBudget();
    this.#directives(directives);
    return resolved(this.#node(from, false).node);
  }

  /** Start of the next line that begins a document. */
  #separator(from: number): number {
    const pattern = /^\ufeff?---(?=\s|$)/gm;
    pattern.lastIndex = from;
    return pattern.exec(this.#text)?.index ?? from;
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
        this.#budget.count(1);
        const anchor = this.#anchor(event);
        if (anchor !== undefined) this.#anchors.set(anchor, "open");
        this.#latest = event.start;
        const flow = event.style === COLLECTION_STYLE.FLOW;
        if (flow && inFlow) this.#checkBracket(event.start);
        const value = event.type === EVENT_ID.MAPPING
          ? this.#map(event, from, flow)
          : this.#list(event, from, flow);
        if (anchor !== undefined) this.#anchors.set(anchor, value);
        return value;
      }
      case EVENT_ID.SCALAR: {
        this.#budget.count(1);
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
      const colon = this.#skip(key.node.end, "");
      const valueFrom = this.#text[colon] === ":" ? colon + 1 : key.node.end;
      const value = this.#node(valueFrom, flow);
      // The offset of a missing key is that of the value before it.
      const keyEnd = key.node.start === key.node.end ? offset : key.node.end;
      builder.add({ key: text, keyOffset: offset, keyEnd, valueFrom, value: value.node }, isMerge);
      size += key.size + value.size;
      height = Math.max(height, key.height, value.height);
      end = Math.max(value.node.end, key.node.end);
    }
    this.#next++;
    if (flow) end = this.#skip(end, ",") + 1;
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
      const itemFrom = flow ? end : this.#skip(end, "") + 1;
      const item = this.#node(itemFrom, flow);
      written.push(item.node);
      itemsFrom.push(itemFrom);
      if (item.node.kind === "alias") hasAlias = true;
      size += item.size;
      height = Math.max(height, item.height);
      end = item.node.end;
    }
    this.#next++;
    if (flow) end = this.#skip(end, ",") + 1;
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
    this.#checkScalar(event, inFlow);
    let [start, end] = [valueStart - quote, valueEnd + quote];
    const earliest = Math.max(from, event.tagEnd, event.anchorEnd);
    if (valueStart < 0) start = end = earliest;
    else if (block) {
      start = earliest;
      while (this.#text[start] !== "|" && this.#text[start] !== ">") start++;
      end = Math.max(start + 1, blockEnd(this.#text, start, valueEnd));
    }
    const node: Mutable<SourceScalar> = {
      kind: "scalar",
      offset: this.#latest,
      text: getScalarValue(this.#text, event),
      plain: style === SCALAR_STYLE.PLAIN,
      block,
      start,
      end,
      anchored: event.anchorStart >= 0,
    };
    this.#setTag(node, event);
    return node;
  }

  /** Reports scalars that YAML 1.2 allows and Go rejects. */
  #checkScalar({ style, valueStart, valueEnd }: ScalarEvent, inFlow: boolean): void {
    if (style === SCALAR_STYLE.DOUBLE_QUOTED) {
      const slash = /(?<!\\)(?:\\\\)*\\\//.exec(this.#text.slice(valueStart, valueEnd));
      if (slash === null) return;
      const offset = valueStart + slash.index + slash[0].length - 2;
      this.problems.push(fault(offset, 'unknown escape "\\/"', 'write "/"'));
    } else if (style === SCALAR_STYLE.PLAIN && inFlow) {
      const first = this.#text[valueStart] ?? "";
      if (first !== ":" && first !== "?") return;
      this.problems.push(
        fault(valueStart, `a value in brackets cannot start with "${first}"`, "quote it"),
      );
    }
  }

  /** In brackets, only a quoted key may touch the value after its colon. */
  #checkBracket(offset: number): void {
    if (!/[^"'\s]:$/.test(this.#text.slice(Math.max(0, offset - 2), offset))) return;
    this.problems.push(fault(offset, 'missing space after ":"', "insert one"));
  }

  #alias({ start, end }: Range): Sized {
    this.#latest = start;
    const name = this.#text.slice(start + 1, end);
    const target = this.#anchors.get(name);
    if (target === undefined) {
      throw new Stop(
        fault(
          start,
          `alias "*${shortened(name)}" without an anchor before it`,
          `define it with "&${shortened(name)}"`,
        ),
      );
    }
    if (target === "open") {
      throw new Stop(
        fault(
          start,
          `alias "*${shortened(name)}" inside the value of its own anchor`,
          "write the value out",
        ),
      );
    }
    this.#budget.count(1);
    if (!this.#budget.expand(target.size) || target.height > DEEPEST) {
      throw new Stop(
        fault(start, "aliases expand to a far larger document", "write the values out"),
      );
    }
    const node = { kind: "alias" as const, offset: start, start, end, target: target.node };
    return { node, size: target.size + 1, height: target.height };
  }

  #report(problem: YamlProblem): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(problem);
  }

  #anchor(event: { anchorStart: number; anchorEnd: number }): string | undefined {
    return event.anchorStart < 0 ? undefined : this.#text.slice(event.anchorStart, event.anchorEnd);
  }

  /** `!!str` and the verbatim `!<tag:yaml.org,2002:str>` are `str`; `!` alone is no tag. */
  #setTag(node: { tag?: string }, event: { tagStart: number; tagEnd: number }): void {
    if (event.tagStart < 0) return;
    const tag = this.#text.slice(event.tagStart, event.tagEnd)
      .replace(/^!<(.*)>$/s, "$1").replace(/^(!!|tag:yaml\.org,2002:)/, "");
    if (tag !== "" && tag !== "!") node.tag = tag;
  }

  /** The first position from `from` that is no white space, no comment and not in `also`. */
  #skip(from: number, also: string): number {
    const text = this.#text;
    let at = from;
    while (at < text.length) {
      const char = text[at]!;
      if (char === "#") {
        const end = text.indexOf("\n", at);
        at = end < 0 ? text.length : end;
      } else if (char === " " || char === "\n" || char === "\r" || char === "\t") at++;
      else if (char === "\ufeff" || also.includes(char)) at++;
      else break;
    }
    return at;
  }
}

/** Position before the line break that ends a block scalar. Trailing blank lines count if kept. */
function blockEnd(text: string, start: number, valueEnd: number): number {
  const keeps = /^[|>]\d?\+/.test(text.slice(start, start + 3));
  const end = text[valueEnd - 1] === "\n" ? valueEnd - 1 : valueEnd;
  if (keeps) return end;
  return start + text.slice(start, end).trimEnd().length;
}
