/**
 * Redacts secrets in the difference of two machine configurations, as nodes send it.
 *
 * @module
 */
import { childFields } from "../schema/child_fields.ts";
import { DOCUMENTS } from "../schema/documents.ts";
import type { FieldType } from "../schema/types.ts";
import { redactGoDiff } from "./redact_go_diff.ts";
import { createLineRedactor } from "./redact_lines.ts";
import { redactText } from "./redact_text.ts";
import { REDACTED } from "../../pki/redacted.ts";

/** Header of a hunk; nodes append its first line to it. */
export const HUNK = /^(@@ -\d+(?:,\d+)? \+\d+(?:,\d+)?(?: @@)?)(.*)$/;

/** A line of a hunk: text before the YAML, and the YAML. */
interface DiffLine {
  readonly prefix: string;
  readonly yaml: string;
}

/**
 * Replaces secrets in the hunks of `text` by `******`. Lines of `configs` follow the schema. Other
 * lines, which the change removes, follow the names of their keys; where the parent key is outside
 * of the hunk, only values of known keys remain.
 *
 * @param configs Known configurations, such as the one before or after the change.
 */
export function redactDiff(text: string, configs: readonly string[]): string {
  const lines = text.split("\n");
  if (!lines.some((line) => HUNK.test(line))) return redactGoDiff(text, configs);
  const known = redactedLines(configs);
  const redactLines = createLineRedactor();
  const publicNames = findPublicNames();
  const result: string[] = [];
  let hunk: DiffLine[] | undefined;
  const flush = () => {
    if (hunk !== undefined) result.push(...redactHunk(hunk, { known, redactLines, publicNames }));
  };
  for (const line of lines) {
    const [, header, rest = ""] = HUNK.exec(line) ?? [];
    if (header !== undefined) {
      flush();
      const start = rest === "" ? 0 : 1;
      hunk = [{ prefix: header + rest.slice(0, start), yaml: rest.slice(start) }];
    } else if (hunk === undefined) result.push(line);
    else hunk.push({ prefix: line.slice(0, 1), yaml: line.slice(1) });
  }
  flush();
  return result.join("\n");
}

interface Rules {
  readonly known: ReadonlyMap<string, string>;
  readonly redactLines: (text: string) => string;
  readonly publicNames: ReadonlySet<string>;
}

function redactHunk(
  hunk: readonly DiffLine[],
  { known, redactLines, publicNames }: Rules,
): string[] {
  const byName = redactLines(hunk.map(({ yaml }) => yaml).join("\n")).split("\n");
  /** Smallest indentation so far: lines that are not deeper have their parent outside of the hunk. */
  let smallest = Infinity;
  return hunk.map(({ prefix, yaml }, index) => {
    const start = /^ */.exec(yaml)![0].length;
    const hasParent = start > smallest;
    if (start < yaml.length) smallest = Math.min(smallest, start);
    const margin = yaml.slice(0, start);
    const replacement = known.get(yaml.trim());
    if (replacement !== undefined) return prefix + margin + replacement;
    const named = byName[index]!;
    if (named !== yaml || hasParent || start === 0) return prefix + named;
    const [, name, value] = /^(?:- )?([\w.-]+):(?:\s+(.*))?$/s.exec(yaml.trim()) ?? [];
    const isPublic = name !== undefined && (value === undefined || publicNames.has(name));
    if (isPublic) return prefix + yaml;
    return `${prefix}${margin}${name === undefined ? "" : `${name}: `}${REDACTED}`;
  });
}

/** Maps each line, without indentation, to its redacted form; one secret occurrence suffices. */
function redactedLines(configs: readonly string[]): Map<string, string> {
  const known = new Map<string, string>();
  for (const config of configs) {
    const redacted = redactText(config).split("\n");
    config.split("\n").forEach((line, index) => {
      const [key, safe] = [line.trim(), redacted[index]!.trim()];
      if (key !== "" && (safe !== key || !known.has(key))) known.set(key, safe);
    });
  }
  return known;
}

/** Returns the names of scalar fields that are secret in no object. */
function findPublicNames(): Set<string> {
  const names = new Set<string>();
  const secret = new Set<string>();
  const collect = (type: FieldType, isSecret: boolean): void => {
    for (const [name, field] of childFields(type)) {
      const hidden = isSecret || field.secret === true;
      (hidden ? secret : names).add(name);
      collect(field.type, hidden);
    }
  };
  for (const { object } of DOCUMENTS) collect(object, false);
  return names.difference(secret);
}
