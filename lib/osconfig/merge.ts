/**
 * Merges the contexts of another client configuration into one.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { type CertificateFacts, clientCertificate, expiredText } from "./credentials.ts";
import type { ParsedConfig } from "./document.ts";
import { type ConfigEditor, type FullContext, fullContext } from "./editor.ts";
import type { NamedContext } from "./select.ts";
import type { Osconfig } from "./types.ts";
import { shellQuoted } from "../output/shell_quoted.ts";

/** The result for one foreign context. */
export interface MergedContext {
  /** Its name in the other file. */
  readonly from: string;
  /** Its name here. */
  readonly to: string;
  /** Whether an equal context existed, so that nothing was added. */
  readonly present: boolean;
  /** Whether it replaced the context `to`. */
  readonly replaced?: boolean;
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
 * merge, is not added again; a different one of the same name becomes `<name>-1`, `-2` and so on. The
 * foreign current context becomes the current one when that file defines it.
 *
 * @param options.replace Replaces the context of the same name, or else the context of the same cluster
 *   and roles, which keeps its name and nodes.
 */
export function mergeConfig(
  editor: ConfigEditor,
  foreign: ParsedConfig,
  { replace = false } = {},
): MergeResult {
  const contexts: MergedContext[] = [];
  for (const name of foreign.config.contexts.keys()) {
    const context = fullContext(foreign, name);
    const content = canonical(context);
    const old = replace ? replaceable(editor.config, { name, record: context.record }) : undefined;
    if (old !== undefined) {
      const known = editor.full(old)!;
      const renewed = renew(known, context);
      const present = canonical(known) === canonical(renewed);
      if (!present) editor.put(old, renewed.record, renewed.unknown);
      contexts.push({ from: name, to: old, present, replaced: !present });
      continue;
    }
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

/** Returns the name of the context that another one replaces; undefined when none or several fit. */
function replaceable(config: Osconfig, { name, record }: NamedContext): string | undefined {
  if (config.contexts.has(name)) return name;
  const wanted = rolesOf({ name, record });
  if (wanted === undefined) return undefined;
  const names = [...config.contexts].filter(([other, { ca }]) =>
    ca === record.ca && rolesOf({ name: other, record: config.contexts.get(other)! }) === wanted
  ).map(([other]) => other);
  if (names.includes(config.current)) return config.current;
  return names.length === 1 ? names[0] : undefined;
}

/** Returns the roles of a context's certificate, sorted; undefined when it is unreadable. */
function rolesOf(context: NamedContext): string | undefined {
  return certificateOf(context)?.organizations.toSorted().join();
}

/** Returns the certificate of a context; undefined when it has none or it is unreadable. */
function certificateOf(context: NamedContext): CertificateFacts | undefined {
  try {
    return clientCertificate(context);
  } catch (error) {
    if (error instanceof OsctlError) return undefined;
    throw error;
  }
}

/** Returns a context with new credentials and endpoints; nodes and unknown keys stay. */
function renew(old: FullContext, { record, unknown }: FullContext): FullContext {
  const { endpoints, nodes } = old.record;
  return {
    record: {
      ...old.record,
      ...record,
      endpoints: record.endpoints.length === 0 ? endpoints : record.endpoints,
      nodes: record.nodes.length === 0 ? nodes : record.nodes,
    },
    unknown: { ...old.unknown, ...unknown },
  };
}

/** Returns the same text for equal content in any order of keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === "bigint") return String(part);
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Returns a line about each context whose client certificate has expired at `now`. */
export function expiredContexts({ contexts }: Osconfig, now: number): string[] {
  return [...contexts].flatMap(([name, record]) => {
    const facts = certificateOf({ name, record });
    if (facts === undefined || now <= facts.notAfter) return [];
    return [`the client certificate of context "${name}" ${expiredText(facts, now)}`];
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
  for (const { from, to, present, replaced } of result.contexts) {
    if (replaced) {
      lines.push(`renewed the credentials of context "${to}"`);
    } else if (present) {
      lines.push(`context "${from}" already exists${from === to ? "" : ` as "${to}"`}`);
    } else if (from !== to) {
      const remove = `osctl config remove ${shellQuoted(to)}${option}`;
      // The current context cannot be removed, so another one has to become current first.
      const back = before === "" || before === to ? from : before;
      const undo = result.current === to
        ? `osctl config context ${shellQuoted(back)}${option} && ${remove}`
        : remove;
      lines.push(`renamed context "${from}" -> "${to}" because the name is in use; undo: ${undo}`);
    }
  }
  if (result.current !== before) lines.push(`the current context is now "${result.current}"`);
  return lines;
}
