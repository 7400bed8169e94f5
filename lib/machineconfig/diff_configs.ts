/**
 * Unified diffs of machine configurations.
 *
 * @module
 */
import { structuredPatch } from "diff";
import { encodeConfig } from "./encode/mod.ts";
import { decodeMachineConfig } from "./load/mod.ts";
import { HUNK, redactDiff } from "./redact/mod.ts";
import type { ConfigRelease } from "./schema/types.ts";
import { NEWEST } from "./schema/releases.ts";

/** Unchanged lines around a change, as in the diffs of nodes. */
const CONTEXT = 3;

/**
 * Reports whether two configurations have equal documents: comments, style and order do not count.
 */
export function hasSameContent(a: string, b: string, release: ConfigRelease): boolean {
  return a === b || canonicalText(a, release) === canonicalText(b, release);
}

/**
 * Returns the unified diff of two configurations in the form that nodes compare, without comments;
 * secrets are redacted. Empty for equal documents.
 *
 * @param label Name of the configurations in the header, after `a/` and `b/`.
 */
export function diffConfigs(before: string, after: string, label: string): string {
  const [a, b] = [before, after].map((text) => canonicalText(text, NEWEST));
  const hunks = diffLines(a!, b!);
  return hunks === "" ? "" : `${headerOf(label)}${redactDiff(hunks, [a!, b!])}`;
}

/** Returns the hunks of the unified diff of two texts; empty for equal ones. */
export function diffLines(before: string, after: string): string {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context: CONTEXT });
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n`,
    ...lines.map((line) => `${line}\n`),
  ]).join("");
}

/**
 * Converts a diff as nodes send it to one that `patch` reads: nodes before v1.12.5 append the first
 * line of a hunk to its header and omit the closing ` @@`.
 *
 * @param label Name of the configurations in the header, after `a/` and `b/`.
 */
export function normaliseDiff(diff: string, label: string): string {
  const start = diff.search(/^@@ /m);
  if (start < 0) return diff;
  const lines = diff.slice(start).split("\n").flatMap((line) => {
    const [, header, rest = ""] = HUNK.exec(line) ?? [];
    if (header === undefined) return [line];
    const closed = header.endsWith("@@") ? header : `${header} @@`;
    return rest === "" ? [closed] : [closed, rest];
  });
  return headerOf(label) + lines.join("\n");
}

function headerOf(label: string): string {
  return `--- a/${label}\n+++ b/${label}\n`;
}

function canonicalText(text: string, release: ConfigRelease): string {
  const { documents } = decodeMachineConfig(text, { release, isLenient: true });
  return encodeConfig(documents, { docs: false, examples: false });
}
