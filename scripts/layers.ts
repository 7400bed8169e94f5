/**
 * Checks the layers of the architecture: imports go to lower layers only and form no cycle of files
 * or neighbouring folders (type-only and lazy imports included), command files load heavy modules
 * lazily, a subject folder of `lib/node` is imported by its `mod.ts`, each library and each global of
 * the process has an owner. Prints every violation as `file:line: reason` and exits 1.
 *
 * @module
 */
import { violationsOf } from "./layers/file_rules.ts";
import { importsOf } from "./layers/imports.ts";
import {
  cycles,
  folderCycles,
  heavyInterfaces,
  missingImports,
  type Source,
  unmatchedEntries,
} from "./layers/tree_rules.ts";
import { BROWSER_CODE } from "./layers/tables.ts";
import { listFiles } from "./list_files.ts";
import { readManifest, ROOT } from "./project.ts";

/** Returns the files below folders of `root` that match, sorted. */
async function readSources(
  root: string,
  folders: readonly string[],
  pattern: RegExp,
): Promise<Source[]> {
  const files: Source[] = [];
  for (const folder of folders) {
    for (const path of await listFiles(`${root}/${folder}`, pattern)) {
      files.push([path.slice(root.length + 1), await Deno.readTextFile(path)]);
    }
  }
  return files.sort(([a], [b]) => a < b ? -1 : 1);
}

/** Checks the tree below `root`. */
export async function check(root: string): Promise<string[]> {
  const files = await readSources(
    root,
    ["api", "commands", "lib", "proto"],
    /(?<!\.d)\.[jt]s$|\.(css|html)$/,
  );
  const isAsset = ([file]: Source) => file.startsWith(BROWSER_CODE) || /\.(css|html)$/.test(file);
  const all = files.filter((one) => !isAsset(one));
  const main: Source = ["main.ts", await Deno.readTextFile(`${root}/main.ts`)];
  const isGenerated = ([file]: Source) => file.startsWith("proto/gen/");
  const product = [main, ...all.filter((one) => !isGenerated(one))];
  const others = [
    ...all.filter(isGenerated),
    ...await readSources(root, ["scripts", "tests"], /\.[jt]s$/),
  ];
  const { imports } = await readManifest(root);
  const graph = new Map(
    product.map(([file, source]) => [file, importsOf(file, source).map(({ target }) => target)]),
  );
  return [
    ...product.flatMap(([file, source]) => violationsOf(file, source)),
    ...heavyInterfaces(product),
    ...missingImports(product, new Set([...product, ...files].map(([file]) => file))),
    ...unmatchedEntries(Object.keys(imports), product, others),
    ...cycles(graph).map((cycle) => `${cycle[0]}:1: cycle ${cycle.join(" → ")}`),
    ...folderCycles(graph),
  ];
}

if (import.meta.main) {
  const violations = await check(ROOT);
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) Deno.exit(1);
  console.log("No violation of layers, cycles, lazy commands, libraries or globals.");
}
