/**
 * Merges small chunks of a bundle. The bundler creates a chunk for every distinct set of lazily loaded
 * modules that use it: more than a hundred of a few hundred bytes, each of which costs a load.
 *
 * @module
 */
import { readScripts } from "./list_files.ts";
import { runDeno } from "./run_command.ts";

/** Larger chunks stay alone: most commands that would load them do not use them. */
const MAX_BYTES = 6000;

/** Least number of lazily loaded modules that use a merged chunk. */
const LEAST_USES = 8;

/** A static import of another file of the bundle, as the bundler writes it. */
const IMPORT = /import\s*(?:\{([^}]*)\}\s*from\s*)?"\.\/([^"]+)";/g;

/** An import of a module of the runtime, which loads it at once. */
const RUNTIME_MODULE = /(?:from|import)\s*"node:/;

/** Sources by file name. */
type Files = Map<string, string>;

/**
 * Merges chunks in `outdir` that many modules use: chunks of `main.js` into one, the others into another.
 * Neither loads a chunk that its members did not load. Calls of `import` must be hidden: the
 * bundler would include their targets.
 *
 * @param build part of the new names.
 */
export async function mergeChunks(outdir: string, build: string): Promise<void> {
  const files: Files = await readScripts(outdir);
  const { start, shared } = chooseGroups(files);
  const names = [`start-${build}.js`, `shared-${build}.js`] as const;
  await mergeGroup(outdir, files, names[0], start, []);
  await mergeGroup(outdir, files, names[1], shared, [names[0]]);
}

/** Returns the chunks of `main.js`, and small ones that many other modules use. */
export function chooseGroups(files: Files): { start: Set<string>; shared: Set<string> } {
  const imports = new Map([...files].map(([name, source]) => [name, listImports(source)]));
  const uses = new Map<string, number>();
  const isChunk = (name: string) => name.startsWith("chunk-");
  for (const name of files.keys()) {
    if (isChunk(name)) continue;
    for (const chunk of closure(imports, name)) uses.set(chunk, (uses.get(chunk) ?? 0) + 1);
  }
  const start = new Set([...closure(imports, "main.js")].filter(isChunk));
  const shared = new Set(
    [...files].filter(([name, source]) =>
      isChunk(name) && !start.has(name) && source.length <= MAX_BYTES &&
      (uses.get(name) ?? 0) >= LEAST_USES && !RUNTIME_MODULE.test(source)
    ).map(([name]) => name),
  );
  // A chunk that imports one outside would load it for all.
  for (let changed = true; changed;) {
    changed = false;
    for (const name of shared) {
      if (imports.get(name)!.every((one) => shared.has(one) || start.has(one))) continue;
      shared.delete(name);
      changed = true;
    }
  }
  return { start, shared };
}

function listImports(source: string): string[] {
  return [...source.matchAll(IMPORT)].map((match) => match[2]!);
}

function closure(imports: ReadonlyMap<string, readonly string[]>, name: string): Set<string> {
  const found = new Set<string>();
  const queue = [name];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    queue.push(...imports.get(next) ?? []);
  }
  return found;
}

/** Bundles the chunks of a group into one file and redirects the imports of all others to it. */
async function mergeGroup(
  outdir: string,
  files: Files,
  target: string,
  group: ReadonlySet<string>,
  external: readonly string[],
): Promise<void> {
  if (group.size === 0) return;
  // Chunks are numbered in an order that does not depend on the checkout's path.
  const number = (name: string) => Number(/-(\d+)/.exec(name)![1]);
  const sorted = [...group].sort((a, b) => number(a) - number(b));
  const prefixes = new Map(sorted.map((name) => [name, `$${number(name)}`]));
  const exports = [...prefixes].map(([name, prefix]) => {
    const names = listExports(files.get(name)!).map((one) => `${one} as ${prefix}${one}`);
    return names.length === 0
      ? `import "./${name}";`
      : `export { ${names.join(", ")} } from "./${name}";`;
  });
  const entry = `${outdir}/group-${target}`;
  await Deno.writeTextFile(entry, exports.join("\n"));
  await runDeno([
    ...["bundle", "--quiet", "--minify", "--output", `${outdir}/${target}`],
    ...external.map((name) => `--external=./${name}`),
    entry,
  ]);
  await Deno.remove(entry);
  for (const name of group) {
    files.delete(name);
    await Deno.remove(`${outdir}/${name}`);
  }
  for (const [name, source] of files) {
    const changed = source.replaceAll(IMPORT, (all, names: string | undefined, from: string) => {
      const prefix = prefixes.get(from);
      if (prefix === undefined) return all;
      if (names === undefined) return `import"./${target}";`;
      return `import{${prefixNames(names, prefix)}}from"./${target}";`;
    });
    if (changed === source) continue;
    files.set(name, changed);
    await Deno.writeTextFile(`${outdir}/${name}`, changed);
  }
  files.set(target, await Deno.readTextFile(`${outdir}/${target}`));
}

/** Prefixes the imported names: `a as v,b` becomes `$3a as v,$3b as b`. */
function prefixNames(names: string, prefix: string): string {
  return names.split(",").map((one) => {
    const [imported, local] = one.trim().split(/\s+as\s+/) as [string, string?];
    return `${prefix}${imported} as ${local ?? imported}`;
  }).join(",");
}

/**
 * Returns the exported names of a chunk: its last statement is `export{a as b,…};`, before the
 * licences of libraries.
 */
export function listExports(source: string): string[] {
  const [, names = ""] = /export\s*\{([^}]*)\};?\s*(?:\/\*![^]*|\/\*\*[^]*)?$/.exec(source) ?? [];
  return names.split(",").map((one) => one.trim().split(/\s+as\s+/).at(-1)!).filter(Boolean);
}
