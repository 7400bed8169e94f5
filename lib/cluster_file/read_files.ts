/**
 * Reads a cluster file and the files it includes, replaces variables, and merges them.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { fromYaml, type Problem, wrong } from "../machineconfig/problem.ts";
import { dirname, isAbsolute, join } from "../platform/paths.ts";
import { isNull, parseYaml, type SourceMap, type SourceNode } from "../yaml/mod.ts";
import { mergeTrees } from "./merge_trees.ts";
import { shifted, Sources } from "./sources.ts";
import { substitute, VARIABLE_NAME, type Variables, variableText } from "./variables.ts";

/** Access to files and values from outside of a cluster file. */
export interface ReadContext {
  /** Reads a text file; paths are relative to the working directory. */
  readonly read: (path: string) => Promise<string>;
  /** Values of `--var`, which win. */
  readonly given: ReadonlyMap<string, string>;
  /** Values of declared variables without a value in the file. */
  readonly env: { get(name: string): string | undefined };
}

/** A file with everything it includes. */
export interface MergedFiles {
  readonly sources: Sources;
  /** The merged content; undefined after problems. */
  readonly root: SourceMap | undefined;
  readonly variables: Variables;
  readonly problems: readonly Problem[];
}

/** A text before variables are replaced. */
interface RawFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Reads a cluster file.
 *
 * @throws {OsctlError} of kind `file` when it cannot be read; of kind `usage` for a value of
 *   `--var` that no variable takes.
 */
export async function readFiles(path: string, context: ReadContext): Promise<MergedFiles> {
  const raw: RawFile[] = [];
  const early = new Sources();
  const problems: Problem[] = [];
  await collect({ path, text: await context.read(path) }, [], { raw, early, problems, context });
  if (problems.length > 0) {
    return { sources: early, root: undefined, variables: new Map(), problems };
  }
  const variables = readVariables(raw, context);
  const sources = new Sources();
  let merged: SourceNode | undefined;
  for (const { path, text } of raw) {
    const { text: filled, problems: unknown } = substitute(text, variables);
    // Their offsets refer to the text as written.
    const written = early.files.find(({ name }) => name === path)!.base;
    problems.push(...unknown.map((one) => ({ ...one, offset: one.offset + written })));
    const root = shifted(parseYaml(filled).documents[0]!.root, sources.add(path, filled).base);
    merged = merged === undefined ? root : mergeTrees(merged, root);
  }
  if (problems.length > 0) return { sources: early, root: undefined, variables, problems };
  return { sources, root: merged as SourceMap, variables, problems };
}

/** State of a recursive read. */
interface Collection {
  /** Included files before those that include them. */
  readonly raw: RawFile[];
  readonly early: Sources;
  readonly problems: Problem[];
  readonly context: ReadContext;
}

async function collect(file: RawFile, above: readonly string[], state: Collection): Promise<void> {
  const { raw, early, problems, context } = state;
  const { base } = early.add(file.path, file.text);
  const parsed = parseYaml(file.text);
  for (const problem of fromYaml(parsed.problems)) {
    const { offset } = problem;
    const isVariable = file.text.slice(offset - 1, offset + 1) === "${";
    const hint = isVariable ? { hint: "quote a variable inside brackets" } : {};
    problems.push({ ...problem, ...hint, offset: offset + base });
  }
  const [document, further] = parsed.documents;
  if (parsed.problems.length > 0) return;
  if (further !== undefined) {
    problems.push(wrong(base + further.start, "a second document", "remove it"));
    return;
  }
  const root = document?.root;
  if (root?.kind !== "map") {
    problems.push(wrong(base, "the file is not a map of fields", 'start with "name: <cluster>"'));
    return;
  }
  for (const item of includesOf(root)) {
    if (item.kind !== "scalar") {
      problems.push(wrong(base + item.offset, "expected a path", undefined, ["include"]));
      continue;
    }
    const path = relativeTo(file.path, item.text);
    if (path === file.path || above.includes(path)) {
      const chain = [...above, file.path, path].join(" → ");
      problems.push(wrong(base + item.offset, `the files include each other: ${chain}`));
      continue;
    }
    // The same file by two ways counts once, where it was first.
    if (raw.some((one) => one.path === path)) continue;
    try {
      const text = await context.read(path);
      await collect({ path, text }, [...above, file.path], state);
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      problems.push(wrong(base + item.offset, error.message, error.hint, ["include"]));
    }
  }
  raw.push(file);
}

function includesOf(root: SourceMap): readonly SourceNode[] {
  const value = root.entries.find(({ key }) => key === "include")?.value;
  if (value === undefined || value.kind === "scalar" && isNull(value)) return [];
  return value.kind === "list" ? value.items : [value];
}

/** Returns a path in a file, from the working directory. */
export function relativeTo(file: string, path: string): string {
  const folder = dirname(file);
  return isAbsolute(path) || folder === "." ? path : join(folder, path);
}

/** Reads the declared variables of all files; later files win. */
function readVariables(files: readonly RawFile[], { given, env }: ReadContext): Variables {
  const variables = new Map<string, string | undefined>();
  for (const { text } of files) {
    const root = parseYaml(text).documents[0]?.root;
    if (root?.kind !== "map") continue;
    const declared = root.entries.find(({ key }) => key === "variables")?.value;
    if (declared?.kind !== "map") continue;
    for (const { key, value } of declared.entries) {
      if (value.kind !== "scalar" || !VARIABLE_NAME.test(key)) continue;
      variables.set(key, variableText(value) ?? variables.get(key));
    }
  }
  for (const [name, value] of variables) {
    if (value === undefined) variables.set(name, env.get(name));
  }
  for (const [name, value] of given) {
    if (!variables.has(name)) {
      throw new OsctlError("usage", `the cluster file declares no variable "${name}"`, {
        hint: variables.size === 0
          ? 'declare it under "variables"'
          : `declared are ${[...variables.keys()].join(", ")}`,
      });
    }
    variables.set(name, value);
  }
  return variables;
}
