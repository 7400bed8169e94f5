/**
 * Builds the bundle in `dist/`: a small entry and lazily loaded chunks.
 *
 * Deno loads the module graph of literal `import("…")` expressions at start, all heavy chunks
 * included. Therefore imports of chunks are rewritten to computed ones. The bundler also loads
 * `node:module` at start when any library requires a module of Node; that is deferred.
 *
 * @module
 */
import { readSourceCommit } from "../lib/platform/build.ts";
import type { Spawn } from "../lib/platform/system.ts";
import { markFunctions } from "./compile_hints.ts";
import { inlineChunks } from "./inline_chunks.ts";
import { readScripts } from "./list_files.ts";
import { mergeChunks } from "./merge_chunks.ts";
import { endMinifier, minify } from "./minify.ts";
import { ROOT } from "./project.ts";
import { writeReleaseFiles } from "./release_files.ts";
import { nameBuild, renameChunks } from "./rename_chunks.ts";
import { runDeno } from "./run_command.ts";

/** Hides `import("./chunk.js")` from the bundler, which would include the chunk when it merges files. */
export function hideImports(source: string): string {
  return source.replaceAll(/\bimport\(\s*("\.\/[^"]+"|'\.\/[^']+')\s*\)/g, "import($chunk($1))");
}

/** Rewrites hidden imports to imports that are resolved when they are evaluated. */
export function makeImportsLazy(source: string): string {
  return source.replaceAll("import($chunk(", "import(String(");
}

/** Defers loading `node:module` to the first `require` of a library. */
export function makeRequireLazy(source: string): string {
  return source.replace(
    /import\s*\{\s*createRequire as (\w+)\s*\}\s*from\s*"node:module";\s*var (\w+)\s*=\s*\1\(import\.meta\.url\);/,
    'var $2=(id)=>process.getBuiltinModule("node:module").createRequire(import.meta.url)(id);',
  );
}

/** Replaces the placeholder of the commit in `lib/platform/build.ts`. */
export function embedCommit(source: string, commit: string): string {
  return source.replaceAll("@osctl-commit@", commit);
}

/** A file of the bundle. */
export interface BundledFile {
  name: string;
  bytes: number;
}

/** Files of `outdir` that a bundle replaces; its folders are the output of other tasks. */
const REPLACED = /\.js$|^(LICENSES\.txt|SHA256SUMS|sbom\.cdx\.json)$/;

/**
 * Bundles `main.ts` into `outdir`, in place of an earlier bundle. Returns the files, the entry first,
 * then by decreasing size. The functions of the entry and of merged files are compiled with them.
 */
export async function bundle(root: string, outdir: string): Promise<BundledFile[]> {
  await removeBundle(outdir);
  const args = ["bundle", "--quiet", "--code-splitting", "--outdir", outdir];
  await runDeno([...args, "main.ts"], { cwd: root });
  await rewrite(outdir, minify);
  const build = await renameChunks(outdir);
  await rewrite(outdir, (source) => makeRequireLazy(hideImports(source)));
  const merged = await mergeChunks(outdir, build);
  await inlineChunks(outdir, merged);
  await endMinifier();
  const spawn: Spawn = (command, options) => new Deno.Command(command, options).spawn();
  const commit = await readSourceCommit(root, spawn) ?? "unknown";
  const eager = new Set(["main.js", ...merged]);
  await rewrite(outdir, (source, name) => {
    const text = embedCommit(makeImportsLazy(source), commit);
    return eager.has(name) ? markFunctions(text) : text;
  });
  await nameBuild(outdir, build);
  const rank = (file: BundledFile) => file.name === "main.js" ? Infinity : file.bytes;
  const files = [...await readScripts(outdir)].map(([name, source]) => ({
    name,
    bytes: new TextEncoder().encode(source).length,
  }));
  return files.sort((a, b) => rank(b) - rank(a));
}

async function removeBundle(outdir: string): Promise<void> {
  try {
    for await (const { name } of Deno.readDir(outdir)) {
      if (REPLACED.test(name)) await Deno.remove(`${outdir}/${name}`);
    }
  } catch (error) {
    // The first build.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

async function rewrite(
  outdir: string,
  change: (source: string, name: string) => string | Promise<string>,
): Promise<void> {
  for (const [name, original] of await readScripts(outdir)) {
    await Deno.writeTextFile(`${outdir}/${name}`, await change(original, name));
  }
}

if (import.meta.main) {
  const files = await bundle(ROOT, `${ROOT}dist`);
  await writeReleaseFiles(ROOT, `${ROOT}dist`);
  for (const { name, bytes } of files) {
    console.log(`${String(bytes).padStart(9)}  dist/${name}`);
  }
}
