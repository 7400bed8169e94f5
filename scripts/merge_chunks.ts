/**
 * Merges small chunks of a bundle. The bundler creates a chunk for every distinct set of lazily loaded
 * modules that use it: more than a hundred of a few hundred bytes, each of which costs a load.
 *
 * @module
 */
import { readScripts } from "./list_files.ts";
import { bundleFiles } from "./minify.ts";

/** Larger chunks stay alone: most commands that would load them do not use them. */
const MAX_BYTES = 6000;

/** Number of lazily loaded modules that must use a chunk to merge it. */
const MIN_USES = 8;

/**
 * Lazily loaded modules that many commands load at every start, by an export. Of a call to a node
 * they had thirty chunks, loaded one after the other.
 */
const MERGED_MODULES: Readonly<Record<string, readonly string[]>> = {
  shared: ["dispatch"],
  // Of commands that call no node as well.
  local: ["loadClientConfig", "printRows"],
  call: [
    "loadPreferences",
    "throwFailures",
    "dialDeno",
    "dialSession",
    "MachineService",
    "printNodeRows",
    "storeFailedNodes",
  ],
  resource: ["ResourceReader"],
};

/** An export of the module with all command definitions. */
export const TREE = "tree";

/** A static import of another file of the bundle, as the bundler writes it. */
const IMPORT = /import\s*(?:\{([^}]*)\}\s*from\s*)?"\.\/([^"]+)";/g;

/** A hidden import of a lazily loaded file. */
const HIDDEN_IMPORT = /import\(\$chunk\(["']\.\/([^"']+)["']\)\)/g;

/** An import of a module of the runtime, which loads it at once. */
const RUNTIME_MODULE = /(?:from|import)\s*"node:/;

/** Sources by file name. */
type Files = Map<string, string>;

/**
 * Merges chunks in `outdir`: the ones of `main.js` and of many commands, small ones of many modules, and with their
 * chunks the modules that most commands load. Calls of `import` must be hidden: the bundler would
 * include their targets.
 *
 * @param build part of the new names.
 * @returns the names of the merged files.
 */
export async function mergeChunks(outdir: string, build: string): Promise<string[]> {
  const files: Files = await readScripts(outdir);
  const external: string[] = [];
  for (const [group, members] of Object.entries(chooseGroups(files))) {
    const target = `${group}-${build}.js`;
    await mergeGroup(outdir, files, target, members, external);
    external.push(target);
  }
  return external;
}

/** Files to merge, by the name of the group. A group imports only the ones before it. */
export type Groups = Readonly<Record<string, ReadonlySet<string>>>;

/** Chooses the files to merge. */
export function chooseGroups(files: Files): Groups {
  const imports = new Map([...files].map(([name, source]) => [name, listImports(source)]));
  const uses = new Map<string, number>();
  const isChunk = (name: string) => name.startsWith("chunk-");
  for (const name of files.keys()) {
    if (isChunk(name)) continue;
    for (const chunk of closure(imports, name)) uses.set(chunk, (uses.get(chunk) ?? 0) + 1);
  }
  const often = [...closure(imports, findModule(files, TREE))]
    .filter((name) => (uses.get(name) ?? 0) >= MIN_USES);
  const start = new Set(
    ["main.js", ...often].flatMap((name) => [...closure(imports, name)]).filter(isChunk),
  );
  const shared = new Set(
    [...files].filter(([name, source]) =>
      isChunk(name) && !start.has(name) && source.length <= MAX_BYTES &&
      (uses.get(name) ?? 0) >= MIN_USES && !RUNTIME_MODULE.test(source)
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
  const groups: Record<string, Set<string>> = { start, shared };
  const taken = start.union(shared);
  for (const [group, exports] of Object.entries(MERGED_MODULES)) {
    const members = groups[group] ??= new Set();
    for (const name of exports.flatMap((one) => [...closure(imports, findModule(files, one))])) {
      if (!taken.has(name)) members.add(name);
      taken.add(name);
    }
  }
  return groups;
}

/**
 * Returns the lazily loaded module with an export, the one with the fewest when several have it.
 *
 * @throws {Error} when none has it.
 */
export function findModule(files: Files, name: string): string {
  const found = [...files].map(([file, source]) => ({ file, exports: listExports(source) }))
    .filter(({ file, exports }) => !file.startsWith("chunk-") && exports.includes(name));
  const [module] = found.sort((a, b) => a.exports.length - b.exports.length);
  if (module === undefined) throw new Error(`no lazily loaded module exports ${name}`);
  return module.file;
}

/** Returns the static imports of other files of the bundle. */
export function listImports(source: string): string[] {
  return [...source.matchAll(IMPORT)].map((match) => match[2]!);
}

/** Returns a file and all that it imports. */
export function closure(
  imports: ReadonlyMap<string, readonly string[]>,
  name: string,
): Set<string> {
  const found = new Set<string>();
  const queue = [name];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    queue.push(...imports.get(next) ?? []);
  }
  return found;
}

/** Bundles the files of a group into one and redirects all imports to it. */
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
    if (names.length === 0) return `import "./${name}";`;
    const whole = name.startsWith("chunk-") ? "" : `export * as ${prefix} from "./${name}";`;
    return `${whole}export { ${names.join(", ")} } from "./${name}";`;
  });
  const entry = `${outdir}/${target}`;
  await Deno.writeTextFile(entry, exports.join("\n"));
  await bundleFiles([entry], `${outdir}/merged`, external);
  await Deno.rename(`${outdir}/merged/${target}`, entry);
  await Deno.remove(`${outdir}/merged`);
  for (const name of group) {
    files.delete(name);
    await Deno.remove(`${outdir}/${name}`);
  }
  files.set(target, await Deno.readTextFile(`${outdir}/${target}`));
  for (const [name, source] of files) {
    const redirected = source.replaceAll(IMPORT, (all, names: string | undefined, from: string) => {
      const prefix = prefixes.get(from);
      if (prefix === undefined) return all;
      if (names === undefined) return `import"./${target}";`;
      return `import{${prefixNames(names, prefix)}}from"./${target}";`;
    });
    const changed = redirected.replaceAll(HIDDEN_IMPORT, (all, from: string) => {
      const prefix = prefixes.get(from);
      if (prefix === undefined) return all;
      return `import($chunk("./${target}")).then((all)=>all.${prefix})`;
    });
    if (changed === source) continue;
    files.set(name, changed);
    await Deno.writeTextFile(`${outdir}/${name}`, changed);
  }
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
