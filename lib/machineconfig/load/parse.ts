/**
 * From a text to positioned trees, one for each YAML document.
 *
 * @module
 */
import {
  COLLECTION_STYLE,
  type DocumentDirective,
  type Event,
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
} from "js-yaml";
import type { Problem } from "../problem.ts";
import type { TreeNode } from "../tree.ts";
import { AliasBudget } from "./alias_budget.ts";
import { Growing, type Weighed } from "./growing.ts";
import { tooManyValues } from "./count.ts";
import { joinFlowLines } from "./flow_breaks.ts";
import { type Place, placesIn } from "./locate.ts";
import { controlCharacter, tabLine } from "./stricter.ts";
import { DEEPEST, MOST_PROBLEMS, syntaxProblem, wrong } from "./syntax.ts";

/** What a YAML text holds. */
export interface Parsed {
  /** The content of each document. */
  readonly documents: readonly TreeNode[];
  /** In the order of the text. Broken syntax leaves no documents. */
  readonly problems: readonly Problem[];
}

/** What ends the reading of a text. */
class Stop extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** Parses YAML; whatever is wrong with it becomes a problem. */
export function parseText(text: string): Parsed {
  const parsed = eventsOf(text);
  if ("problem" in parsed) return { documents: [], problems: [parsed.problem] };
  const { events, read } = parsed;
  const tab = tabLine(text, events);
  if (tab !== undefined) return { documents: [], problems: [tab] };
  const builder = new Builder(read);
  try {
    for (const event of events) builder.take(event);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { documents: [], problems: [...builder.problems, error.problem] };
  }
  return { documents: builder.documents, problems: builder.problems };
}

/** What the parser gave: events that speak of `read`, which has the same places as the text. */
type Outcome = { readonly events: Event[]; readonly read: string } | { readonly problem: Problem };

function eventsOf(text: string): Outcome {
  const problem = controlCharacter(text) ?? tooManyValues(text);
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

/** Turns events into trees. */
class Builder {
  readonly documents: TreeNode[] = [];
  readonly problems: Problem[] = [];
  readonly #text: string;
  readonly #place: (offset: number) => Place;
  /** Anchors outlive their document, as in the parser of nodes. */
  readonly #anchors = new Map<string, Weighed | "open">();
  readonly #open: Growing[] = [];
  #budget = new AliasBudget();
  /** Where the latest thing with a place was. */
  #latest = 0;

  constructor(text: string) {
    this.#text = text;
    this.#place = placesIn(text);
  }

  take(event: Event): void {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        this.#budget = new AliasBudget();
        this.#directives(event.directives);
        break;
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE: {
        this.#budget.count(1);
        const anchor = this.#anchor(event);
        if (anchor !== undefined) this.#anchors.set(anchor, "open");
        this.#latest = event.start;
        const kind = event.type === EVENT_ID.MAPPING ? "map" : "list";
        const isFlow = event.style === COLLECTION_STYLE.FLOW;
        if (isFlow && this.#open.at(-1)?.isFlow) this.#checkBracket(event.start);
        this.#open.push(new Growing(kind, isFlow, event.start, this.#tag(event), anchor));
        break;
      }
      case EVENT_ID.SCALAR: {
        this.#budget.count(1);
        const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED ||
          event.style === SCALAR_STYLE.DOUBLE_QUOTED;
        if (event.valueStart >= 0) this.#latest = event.valueStart - (quoted ? 1 : 0);
        this.#checkScalar(event);
        const tag = this.#tag(event);
        const node: TreeNode = {
          kind: "scalar",
          offset: this.#latest,
          text: getScalarValue(this.#text, event),
          plain: event.style === SCALAR_STYLE.PLAIN,
          ...(tag === undefined ? {} : { tag }),
        };
        this.#finish({ node, size: 1, height: 1 }, this.#anchor(event));
        break;
      }
      case EVENT_ID.ALIAS:
        this.#alias(this.#text.slice(event.anchorStart, event.anchorEnd), event.anchorStart - 1);
        break;
      case EVENT_ID.POP: {
        const closed = this.#open.pop();
        if (closed !== undefined) this.#finish(closed.close(this.problems), closed.anchor);
      }
    }
  }

  #directives(directives: readonly DocumentDirective[]): void {
    for (const directive of directives) {
      if (directive.kind !== "yaml" || directive.version === "1.1") continue;
      const offset = this.#text.indexOf("%YAML", this.#latest);
      this.problems.push(
        wrong(offset, `nodes do not know YAML ${directive.version}`, 'remove the line "%YAML"'),
      );
    }
  }

  /** What nodes do not take, though YAML 1.2 does. */
  #checkScalar({ style, valueStart, valueEnd }: ScalarEvent): void {
    if (style === SCALAR_STYLE.DOUBLE_QUOTED) {
      const slash = /(?<!\\)(?:\\\\)*\\\//.exec(this.#text.slice(valueStart, valueEnd));
      if (slash === null) return;
      const offset = valueStart + slash.index + slash[0].length - 2;
      this.problems.push(wrong(offset, 'nodes do not know the escape "\\/"', 'write "/"'));
    } else if (style === SCALAR_STYLE.PLAIN && this.#open.at(-1)?.isFlow) {
      const first = this.#text[valueStart] ?? "";
      if (first !== ":" && first !== "?") return;
      this.problems.push(
        wrong(valueStart, `in brackets no value may start with "${first}"`, "put it in quotes"),
      );
    }
  }

  /** In brackets, only a key in quotes may touch the value behind its colon. */
  #checkBracket(offset: number): void {
    if (!/[^"'\s]:$/.test(this.#text.slice(Math.max(0, offset - 2), offset))) return;
    this.problems.push(wrong(offset, 'a space is missing after ":"', "put one there"));
  }

  #alias(name: string, offset: number): void {
    this.#latest = offset;
    const target = this.#anchors.get(name);
    if (target === undefined) {
      throw new Stop(
        wrong(
          offset,
          `the alias "*${name}" names no anchor before it`,
          `define it with "&${name}"`,
        ),
      );
    }
    if (target === "open") {
      throw new Stop(wrong(offset, `the alias "*${name}" stands inside the value it names`));
    }
    this.#budget.count(1);
    if (!this.#budget.expand(target.size) || target.height > DEEPEST) {
      throw new Stop(
        wrong(
          offset,
          "aliases of aliases make the document far larger than its text",
          "write the values out",
        ),
      );
    }
    this.#attach({ ...target, size: target.size + 1 }, offset);
  }

  #finish(value: Weighed, anchor: string | undefined): void {
    if (anchor !== undefined) this.#anchors.set(anchor, value);
    this.#attach(value, value.node.offset);
  }

  #attach(value: Weighed, offset: number): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) {
      this.documents.push(value.node);
      return;
    }
    const complaint = parent.add(value, offset);
    if (complaint === undefined || this.problems.length >= MOST_PROBLEMS) return;
    if (complaint.first !== undefined) {
      const { line } = this.#place(complaint.first);
      this.problems.push(wrong(offset, `${complaint.message} on line ${line}`, complaint.hint));
    } else this.problems.push(wrong(offset, complaint.message, complaint.hint));
  }

  #anchor(event: { anchorStart: number; anchorEnd: number }): string | undefined {
    return event.anchorStart < 0 ? undefined : this.#text.slice(event.anchorStart, event.anchorEnd);
  }

  /** `!!str` and the spelled-out `!<tag:yaml.org,2002:str>` are `str`; `!` alone is no tag. */
  #tag(event: { tagStart: number; tagEnd: number }): string | undefined {
    if (event.tagStart < 0) return undefined;
    const tag = this.#text.slice(event.tagStart, event.tagEnd)
      .replace(/^!<(.*)>$/s, "$1").replace(/^(!!|tag:yaml\.org,2002:)/, "");
    return tag === "" || tag === "!" ? undefined : tag;
  }
}
