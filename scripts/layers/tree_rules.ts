/**
 * Rules of all files together.
 *
 * @module
 */
import { importsOf, isOfLibrary, withoutComments } from "./imports.ts";
import {
  GLOBALS,
  HEAVY,
  HEAVY_SUBJECTS,
  LAYERS,
  LIBRARIES,
  SEPARATE,
  TLS_CLIENTS,
} from "./tables.ts";

/** A file and its text. */
export type Source = readonly [file: string, source: string];

/** Libraries of `deno.json` without an owner, and entries of the tables that match nothing. */
export function unmatchedEntries(
  libraries: readonly string[],
  product: readonly Source[],
  others: readonly Source[],
): string[] {
  const unmatched: string[] = [];
  const add = (text: string) => unmatched.push(`scripts/layers/tables.ts:1: ${text}`);
  const has = (prefix: string) => product.some(([file]) => file.startsWith(prefix));
  for (const [prefix] of LAYERS) if (!has(prefix)) add(`layer entry ${prefix} matches no file`);
  for (const library of libraries) {
    if (!LIBRARIES.some(([name]) => name === library)) add(`library ${library} has no owner`);
  }
  const imports = [...product, ...others].flatMap(([file, source]) =>
    importsOf(file, source).map(({ target }) => ({ file, target }))
  );
  for (const [library, ...owners] of LIBRARIES) {
    if (!libraries.includes(library)) add(`library ${library} is not in deno.json`);
    for (const owner of owners) {
      const uses = imports.some(({ file, target }) =>
        file.startsWith(owner) && isOfLibrary(library, target)
      );
      if (!uses) add(`owner ${owner} does not import ${library}`);
    }
  }
  for (const [module, , ...files] of TLS_CLIENTS) {
    for (const file of files) {
      const isUsed = imports.some((one) => one.file === file && one.target === module);
      if (!isUsed) add(`${file} does not import ${module}`);
    }
  }
  for (const file of SEPARATE) {
    if (!imports.some(({ target }) => target === file)) add(`nothing imports ${file}`);
  }
  for (const file of HEAVY_SUBJECTS) {
    if (heavyInterfaces(product, []).every((reason) => !reason.startsWith(`${file}:`))) {
      add(`${file} loads nothing heavy`);
    }
  }
  const texts = new Map(product.map(([file, source]) => [file, withoutComments(source)]));
  for (const [pattern, ...files] of GLOBALS) {
    for (const file of files) {
      if (!pattern.test(texts.get(file) ?? "")) add(`${file} does not use ${pattern.source}`);
    }
  }
  return unmatched;
}

/** Interfaces of subject folders that statically load a heavy module, besides `exceptions`. */
export function heavyInterfaces(
  sources: readonly Source[],
  exceptions: readonly string[] = HEAVY_SUBJECTS,
): string[] {
  const imports = new Map(
    sources.map(([file, source]) => [
      file,
      importsOf(file, source).filter(({ dynamic, typeOnly }) => !dynamic && !typeOnly),
    ]),
  );
  const isInterface = (file: string) => /^lib\/node\/.+\/mod\.ts$/.test(file);
  return [...imports.keys()].filter((file) => isInterface(file) && !exceptions.includes(file))
    .flatMap((file) => {
      const reached = new Set([file]);
      for (const next of reached) {
        if (!/^lib\/(node|output)\//.test(next)) continue;
        for (const { target } of imports.get(next) ?? []) reached.add(target);
      }
      return [...reached].filter((target) => HEAVY.test(target))
        .map((target) => `${file}:1: loads ${target}; move what needs it to a separate folder`);
    });
}

/** Cycles among modules, each as a path that returns to its start. */
export function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const state = new Map<string, "open" | "done">();
  const path: string[] = [];
  const visit = (node: string) => {
    state.set(node, "open");
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      if (state.get(next) === "open") found.push([...path.slice(path.indexOf(next)), next]);
      else if (!state.has(next) && graph.has(next)) visit(next);
    }
    path.pop();
    state.set(node, "done");
  };
  for (const node of graph.keys()) if (!state.has(node)) visit(node);
  return found;
}

/**
 * Cycles among neighbouring folders, each with an import of every step. A folder includes its
 * subfolders; a folder and the files beside it are one subject.
 */
export function folderCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const folders = new Map<string, Map<string, string>>();
  for (const [file, targets] of graph) {
    for (const target of targets) {
      const [from, to] = neighbours(file, target);
      if (from === undefined || to === undefined) continue;
      folders.getOrInsertComputed(from, () => new Map()).getOrInsert(to, `${file} → ${target}`);
    }
  }
  const steps = new Map([...folders].map(([folder, imports]) => [folder, [...imports.keys()]]));
  return cycles(steps).map((path) => {
    const imports = path.slice(1).map((to, index) => folders.get(path[index]!)!.get(to)!);
    return `${imports[0]!.split(" ")[0]}:1: folders import each other: ${imports.join(", ")}`;
  });
}

/** Returns the neighbouring folders of two files; undefined for a file in the folder of both. */
function neighbours(file: string, target: string): [from?: string, to?: string] {
  const [from, to] = [file.split("/"), target.split("/")];
  const common = from.findIndex((name, index) => name !== to[index]);
  // The layers of top folders overlap: `lib` and `proto`.
  if (common < 1 || common >= from.length - 1 || common >= to.length - 1) return [];
  return [from.slice(0, common + 1).join("/"), to.slice(0, common + 1).join("/")];
}

/** Imports of files that do not exist: the type check accepts them where they are lazy. */
export function missingImports(sources: readonly Source[], files: ReadonlySet<string>): string[] {
  return sources.flatMap(([file, source]) =>
    importsOf(file, source)
      .filter(({ target }) => /^(commands|lib|proto)[/]/.test(target) && !files.has(target))
      .map(({ target, line }) => `${file}:${line}: imports ${target}, which does not exist`)
  );
}
