/**
 * Describes a merge of kubeconfigs, and how to undo it.
 *
 * @module
 */
import { shellQuoted } from "../../output/shell_quoted.ts";
import { escapeControls } from "../../output/text.ts";
import type { MergedEntry, MergeKubeconfigResult } from "../kubeconfig/merge.ts";
import type { Section } from "../kubeconfig/types.ts";

/** Names of the kinds of entries in messages. */
export const ENTRY_NAMES: Readonly<Record<Section, string>> = {
  clusters: "cluster",
  users: "user",
  contexts: "context",
};

/** Options of {@linkcode describeMerge}. */
export interface DescribeMergeOptions {
  /** The changed file. */
  readonly path: string;
  /** Whether `kubectl` uses the file without further options. */
  readonly isDefault: boolean;
  /** Whether to describe the undo; default true. */
  readonly undo?: boolean;
}

/** Returns lines about renamed, added and overwritten entries, the current context, and the undo. */
export function describeMerge(
  { entries, currentContext }: MergeKubeconfigResult,
  { path, isDefault, undo: describesUndo = true }: DescribeMergeOptions,
): string[] {
  const lines = entries.filter(({ from, to }) => from !== to)
    .map(({ section, from, to }) => `renamed ${ENTRY_NAMES[section]} "${from}" -> "${to}"`);
  const added = entries.filter(({ outcome }) => outcome === "added");
  const overwritten = entries.filter(({ outcome }) => outcome === "overwritten");
  const { before, after } = currentContext;
  if (added.length > 0) lines.push(`added ${list(added)} to "${path}"`);
  if (overwritten.length > 0) lines.push(`overwrote ${list(overwritten)} in "${path}"`);
  if (before !== after) {
    lines.push(`the current context is now "${after}"${before === "" ? "" : `, was "${before}"`}`);
  }
  if (lines.length === 0) return [`"${path}" is up to date`];
  const undo = [
    ...added.toReversed().map(({ section, to }) =>
      `delete-${ENTRY_NAMES[section]} ${shellQuoted(to)}`
    ),
    ...before === after
      ? []
      : [before === "" ? "unset current-context" : `use-context ${shellQuoted(before)}`],
  ].map((action) =>
    `  kubectl config ${action}${isDefault ? "" : ` --kubeconfig ${shellQuoted(path)}`}`
  );
  if (undo.length === 0 || !describesUndo) return lines.map(escapeControls);
  const limit = overwritten.length === 0 ? "" : " (except for overwritten entries)";
  return [...lines, `to undo${limit}:`, ...undo].map(escapeControls);
}

function list(entries: readonly MergedEntry[]): string {
  return entries.map(({ section, to }) => `${ENTRY_NAMES[section]} "${to}"`).join(", ");
}
