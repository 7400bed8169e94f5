/**
 * Inlines chunks of a bundle that one lazily loaded module uses. The command tree contains copies of all
 * command definitions: most lines need one of them, the others all at once.
 *
 * @module
 */
import { closure, findModule, listImports, TREE } from "./merge_chunks.ts";
import { readScripts } from "./list_files.ts";
import { bundleFiles } from "./minify.ts";

/**
 * Inlines chunks in `outdir`.
 *
 * @param groups Merged files, which stay alone.
 */
export async function inlineChunks(outdir: string, groups: readonly string[]): Promise<void> {
  const tree = findModule(await readScripts(outdir), TREE);
  await inline(outdir, [tree], groups);
  const files = await readScripts(outdir);
  const users = findUsers(files);
  const single = [...users].filter(([name, { size }]) => size === 1 && !groups.includes(name));
  const modules = new Set(single.flatMap(([, names]) => [...names]));
  const inlined = new Set(single.map(([name]) => name));
  await inline(outdir, [...modules], [...files.keys()].filter((name) => !inlined.has(name)));
  for (const name of inlined) await Deno.remove(`${outdir}/${name}`);
}

/** Returns the lazily loaded modules that load each chunk. */
export function findUsers(files: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const imports = new Map([...files].map(([name, source]) => [name, listImports(source)]));
  const users = new Map<string, Set<string>>();
  for (const module of files.keys()) {
    if (module.startsWith("chunk-")) continue;
    for (const name of closure(imports, module)) {
      if (name.startsWith("chunk-")) users.getOrInsertComputed(name, () => new Set()).add(module);
    }
  }
  return users;
}

/** Replaces modules by bundles of them and their chunks. */
async function inline(
  outdir: string,
  modules: readonly string[],
  external: readonly string[],
): Promise<void> {
  const folder = `${outdir}/inlined`;
  const entries = modules.map((name) => `${outdir}/${name}`);
  await bundleFiles(entries, folder, external.filter((name) => !modules.includes(name)));
  for (const name of modules) await Deno.rename(`${folder}/${name}`, `${outdir}/${name}`);
  // Fails when the bundler wrote more than the modules.
  await Deno.remove(folder);
}
