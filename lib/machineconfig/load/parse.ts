/**
 * From a text to positioned trees, one for each YAML document.
 *
 * @module
 */
import { type Event, EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE } from "js-yaml";
import type { Problem } from "../problem.ts";
import type { TreeNode } from "../tree.ts";
import { AliasBudget } from "./alias_budget.ts";
import { Growing, type Weighed } from "./growing.ts";
import { locate } from "./locate.ts";
import { syntaxProblem, wrong } from "./syntax.ts";

/** What a YAML text holds. */
export interface Parsed {
  /** The content of each document. */
  readonly documents: readonly TreeNode[];
  /** In the order of the text. Broken syntax leaves no documents. */
  readonly problems: readonly Problem[];
}

/** How many lists and maps may stand in one another. Configurations need about ten. */
export const DEEPEST = 100;

/** What ends the reading of a text. */
class Stop extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** Parses YAML; whatever is wrong with it becomes a problem. */
export function parseText(text: string): Parsed {
  let events: Event[];
  try {
    events = parseEvents(text, { maxDepth: DEEPEST });
  } catch (error) {
    return { documents: [], problems: [syntaxProblem(error, text)] };
  }
  const builder = new Builder(text);
  try {
    for (const event of events) builder.take(event);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { documents: [], problems: [...builder.problems, error.problem] };
  }
  return { documents: builder.documents, problems: builder.problems };
}

/** Turns events into trees. */
class Builder {
  readonly documents: TreeNode[] = [];
  readonly problems: Problem[] = [];
  readonly #text: string;
  /** Anchors outlive their document, as in the parser of nodes. */
  readonly #anchors = new Map<string, Weighed | "open">();
  readonly #open: Growing[] = [];
  #budget = new AliasBudget();
  /** Where the latest thing with a place was. */
  #latest = 0;

  constructor(text: string) {
    this.#text = text;
  }

  take(event: Event): void {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        this.#budget = new AliasBudget();
        break;
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE: {
        this.#budget.count(1);
        const anchor = this.#anchor(event);
        if (anchor !== undefined) this.#anchors.set(anchor, "open");
        this.#latest = event.start;
        const kind = event.type === EVENT_ID.MAPPING ? "map" : "list";
        this.#open.push(new Growing(kind, event.start, this.#tag(event), anchor));
        break;
      }
      case EVENT_ID.SCALAR: {
        this.#budget.count(1);
        const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED ||
          event.style === SCALAR_STYLE.DOUBLE_QUOTED;
        if (event.valueStart >= 0) this.#latest = event.valueStart - (quoted ? 1 : 0);
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
    if (complaint === undefined) return;
    if (complaint.first !== undefined) {
      const { line } = locate(this.#text, complaint.first);
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
