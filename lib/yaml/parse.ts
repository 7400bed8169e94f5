/**
 * Parses YAML texts into trees with positions, one for each document.
 *
 * @module
 */
import { type Event, parseEvents } from "js-yaml";
import { ParseError } from "./anchors.ts";
import { joinFlowLines } from "./flow_lines.ts";
import { controlCharacter, tabLine } from "./go_strictness.ts";
import { MAX_DEPTH, syntaxProblem, type YamlProblem } from "./syntax.ts";
import type { SourceDocument } from "./tree.ts";
import { TreeBuilder } from "./tree_builder.ts";
import { MAX_SPEC_VALUES, MAX_VALUES, tooManyValues } from "./value_limit.ts";

/** A parsed text. */
export interface Parsed {
  /** The content of each document. */
  readonly documents: readonly SourceDocument[];
  /** In the order of the text. After a syntax error there are no documents. */
  readonly problems: readonly YamlProblem[];
}

/** Limits of {@linkcode parseYaml}. */
export interface ParseLimits {
  /** Maximum number of values; 250,000 by default. */
  readonly values?: number;
}

/** Parses a text; every error in it becomes a problem. */
export function parseYaml(text: string, { values = MAX_VALUES }: ParseLimits = {}): Parsed {
  const parsed = eventsOf(text, values);
  if ("problem" in parsed) return { documents: [], problems: [parsed.problem] };
  const { events, read } = parsed;
  const tab = tabLine(text, events);
  if (tab !== undefined) return { documents: [], problems: [tab] };
  const builder = new TreeBuilder(read, events);
  try {
    return { documents: builder.documents(), problems: builder.problems };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return { documents: [], problems: [...builder.problems, error.problem] };
  }
}

/** Parses the YAML of a resource's spec, which a node wrote: the size of messages limits it. */
export function parseSpecYaml(text: string): Parsed {
  return parseYaml(text, { values: MAX_SPEC_VALUES });
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
    return { events: parseEvents(read, { maxDepth: MAX_DEPTH }), read };
  } catch (error) {
    return { problem: syntaxProblem(error, text) };
  }
}
