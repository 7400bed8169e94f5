/**
 * Merges the entries of one kubeconfig into another.
 *
 * @module
 */
import { sameValue, type YamlMap } from "../../yaml/mod.ts";
import type { KubeconfigEditor } from "./editor.ts";
import { type Kubeconfig, type Section, SECTIONS } from "./types.ts";

/** A character that continues a name. */
const PART = "[A-Za-z0-9._-]";

/** A different entry of the same name exists. */
export interface MergeConflict {
  readonly section: Section;
  /** The name in use. */
  readonly name: string;
  /** The free name that a renamed entry gets. */
  readonly renamed: string;
}

/** Options of {@linkcode mergeKubeconfig}. */
export interface MergeKubeconfigOptions {
  /** Resolves a conflict; throws to leave the kubeconfig unchanged. */
  onConflict(conflict: MergeConflict): Promise<"overwrite" | "rename">;
  /** Name of the merged context, instead of its own. */
  readonly contextName?: string;
  /** Make the merged current context, or else the last one, the current one; true by default. */
  readonly activate?: boolean;
}

/** Outcome of an entry. */
export interface MergedEntry {
  readonly section: Section;
  /** Its name in the foreign kubeconfig. */
  readonly from: string;
  /** Its name here. */
  readonly to: string;
  /** `present`: an equal entry existed. */
  readonly outcome: "added" | "present" | "overwritten";
}

/** The result of a merge. */
export interface MergeKubeconfigResult {
  /** Clusters, users, contexts; each in the foreign order. */
  readonly entries: readonly MergedEntry[];
  /** The current context before and after. */
  readonly currentContext: { readonly before: string; readonly after: string };
}

/**
 * Adds every entry of `foreign`. A different entry of the same name is overwritten, or the new one
 * gets the first free name `<name>-1`, `-2` and so on. A renamed cluster's name is also replaced in
 * user names, and a renamed user's in context names, so that `c` and `admin@c` are renamed
 * together. All conflicts are resolved before the first change.
 */
export async function mergeKubeconfig(
  editor: KubeconfigEditor,
  foreign: Kubeconfig,
  { onConflict, contextName, activate = true }: MergeKubeconfigOptions,
): Promise<MergeKubeconfigResult> {
  const before = editor.kubeconfig;
  const names: Record<Section, Map<string, string>> = {
    clusters: new Map(),
    users: new Map(),
    contexts: new Map(),
  };
  const changes: (MergedEntry & { readonly value: YamlMap })[] = [];
  for (const section of SECTIONS) {
    const taken = new Set(before[section].keys());
    for (const [from, { value: own }] of foreign[section]) {
      const value = section === "contexts" ? withReferences(own, names) : own;
      let to = targetName(section, from, names, contextName);
      const isFresh = changes.every((change) => change.section !== section || change.to !== to);
      const known = before[section].get(to);
      let outcome: MergedEntry["outcome"] = "added";
      if (known !== undefined && isFresh && sameValue(known.value, value)) outcome = "present";
      else if (known !== undefined || !isFresh) {
        const renamed = freeName(to, taken);
        const decision = isFresh
          ? await onConflict({ section, name: to, renamed })
          : "rename" as const;
        if (decision === "overwrite") outcome = "overwritten";
        else to = renamed;
      }
      taken.add(to);
      names[section].set(from, to);
      changes.push({ section, from, to, outcome, value });
    }
  }
  for (const { section, to, outcome, value } of changes) {
    if (outcome !== "present") editor.put(section, to, value);
  }
  const current = names.contexts.get(foreign.currentContext) ?? [...names.contexts.values()].at(-1);
  if (activate && current !== undefined) editor.setCurrentContext(current);
  return {
    entries: changes.map(({ section, from, to, outcome }) => ({ section, from, to, outcome })),
    currentContext: {
      before: before.currentContext,
      after: editor.kubeconfig.currentContext,
    },
  };
}

/** Returns a context with the new names of its cluster and user. */
function withReferences(
  context: YamlMap,
  { clusters, users }: Record<Section, ReadonlyMap<string, string>>,
): YamlMap {
  const renamed = (key: string, names: ReadonlyMap<string, string>) => {
    const to = names.get(String(context[key] ?? ""));
    return to === undefined ? {} : { [key]: to };
  };
  return { ...context, ...renamed("cluster", clusters), ...renamed("user", users) };
}

function targetName(
  section: Section,
  from: string,
  { clusters, users }: Record<Section, ReadonlyMap<string, string>>,
  contextName: string | undefined,
): string {
  switch (section) {
    case "clusters":
      return from;
    case "users":
      return withRenamedPart(from, clusters);
    case "contexts":
      return contextName ?? withRenamedPart(from, users);
  }
}

/**
 * Replaces the longest renamed name that is a part of another name, as `c` of `admin@c` and not of
 * `clusters`.
 */
function withRenamedPart(name: string, names: ReadonlyMap<string, string>): string {
  const renamed = [...names]
    .filter(([from, to]) => from !== "" && from !== to)
    .sort(([a], [b]) => b.length - a.length);
  for (const [from, to] of renamed) {
    const result = name.replaceAll(
      new RegExp(`(?<!${PART})${RegExp.escape(from)}(?!${PART})`, "g"),
      () => to,
    );
    if (result !== name) return result;
  }
  return name;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let suffix = 1; taken.has(free); suffix++) free = `${name}-${suffix}`;
  return free;
}
