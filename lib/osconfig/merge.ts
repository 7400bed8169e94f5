/**
 * Merges the contexts of another client configuration into one.
 *
 * @module
 */
import type { ParsedConfig } from "./document.ts";
import { type ConfigEditor, fullContext } from "./editor.ts";
import { shellQuoted } from "../output/shell_quoted.ts";

/** The result for one foreign context. */
export interface MergedContext {
  /** Its name in the other file. */
  readonly from: string;
  /** Its name here. */
  readonly to: string;
  /** Whether an equal context existed, so that nothing was added. */
  readonly present: boolean;
}

/** The result of a merge. */
export interface MergeResult {
  /** In the order of the foreign names. */
  readonly contexts: readonly MergedContext[];
  /** The current context afterwards. */
  readonly current: string;
}

/**
 * Adds every context of `foreign`. An equal context, under the same name or the name of an earlier
 * merge, is not added again; a different one of the same name becomes `<name>-1`, `-2` and so on. The foreign current context becomes the current one when that file defines it.
 */
export function mergeConfig(editor: ConfigEditor, foreign: ParsedConfig): MergeResult {
  const contexts: MergedContext[] = [];
  for (const name of foreign.config.contexts.keys()) {
    const context = fullContext(foreign, name);
    const content = canonical(context);
    let to = name;
    let present = false;
    for (let suffix = 1;; suffix++) {
      const known = editor.full(to);
      if (known === undefined) break;
      if (canonical(known) === content) {
        present = true;
        break;
      }
      to = `${name}-${suffix}`;
    }
    if (!present) editor.put(to, context.record, context.unknown);
    contexts.push({ from: name, to, present });
  }
  const current = contexts.find(({ from }) => from === foreign.config.current)?.to;
  if (current !== undefined) editor.setCurrent(current);
  return { contexts, current: editor.current };
}

/** Returns the same text for equal content in any order of keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === "bigint") return String(part);
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/**
 * Describes a merge, as lines without line breaks.
 *
 * @param before The current context before the merge.
 * @param flag The value of `--osconfig`, which the commands to undo it need too.
 */
export function describeMerge(result: MergeResult, before: string, flag: string): string[] {
  const option = flag === "" ? "" : ` --osconfig ${shellQuoted(flag)}`;
  const lines: string[] = [];
  for (const { from, to, present } of result.contexts) {
    if (present) {
      lines.push(`context "${from}" already exists${from === to ? "" : ` as "${to}"`}`);
    } else if (from !== to) {
      const remove = `osctl config remove ${shellQuoted(to)}${option}`;
      // The current context cannot be removed, so another one has to become current first.
      const back = before === "" || before === to ? from : before;
      const undo = result.current === to
        ? `osctl config context ${shellQuoted(back)}${option} && ${remove}`
        : remove;
      lines.push(`renamed context "${from}" -> "${to}", since the name is in use; undo: ${undo}`);
    }
  }
  if (result.current !== before) lines.push(`the current context is now "${result.current}"`);
  return lines;
}
