/**
 * Filters of rows: `eth`, `!running`, `ID:^eth`, `-l app=web`, `-l app=web eth`.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { matchesSelector, parseSelector, type Selector } from "../../resource/selector.ts";

/** A filter of rows. */
export interface RowFilter {
  /** Why a part of the text is taken literally or ignored; undefined for a valid filter. */
  readonly problem: string | undefined;
  /** @param texts The cells of all columns. */
  matches(texts: readonly string[], labels: Readonly<Record<string, string>>): boolean;
}

/** Longest text that an expression is tested with, UTF-16 code units. */
const MAX_TEXT = 1000;

/**
 * Parses a filter: a regular expression that ignores case and matches any cell, or the cell of one
 * column after its header, inverted after `!`, and a label selector after `-l`. An invalid
 * expression, such as one that is being typed, is text.
 *
 * @param headers Headers of all columns.
 */
export function parseRowFilter(text: string, headers: readonly string[]): RowFilter {
  const [, label, rest = ""] = /^\s*-l\s*(\S*)\s*(.*)$/.exec(text) ?? [undefined, undefined, text];
  const isInverse = rest.startsWith("!");
  const all = isInverse ? rest.slice(1) : rest;
  const typed = all.slice(0, Math.max(all.indexOf(":"), 0)).toUpperCase();
  const column = headers.findIndex((header) => header.toUpperCase() === typed);
  const pattern = column < 0 ? all : all.slice(typed.length + 1);
  let problem: string | undefined;
  let selector: Selector = [];
  try {
    selector = parseSelector(label ?? "");
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    problem = error.message;
  }
  let test: (text: string) => boolean;
  try {
    const expression = new RegExp(pattern, "iu");
    test = (text) => expression.test(text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    problem = "not a regular expression, searched as text";
    const wanted = pattern.toLowerCase();
    test = (text) => text.toLowerCase().includes(wanted);
  }
  const hasPattern = pattern !== "";
  return {
    problem,
    matches(texts, labels) {
      if (!matchesSelector(selector, labels)) return false;
      if (!hasPattern) return true;
      const found = column < 0 ? texts.some(test) : test(texts[column] ?? "");
      return found !== isInverse;
    },
  };
}
