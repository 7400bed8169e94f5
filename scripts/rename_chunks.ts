/**
 * Names the files of a bundle independently of the checkout's path, which the bundler's names contain
 * as a hash: the same commit gives the same bytes.
 *
 * @module
 */
import { readScripts } from "./list_files.ts";

/** A reference to another file of the bundle. */
const REFERENCE = /"\.\/([\w.-]+\.js)"/g;

/**
 * Renames `name-HASH.js` to `name-NUMBER-BUILD.js`: numbers in the order of references from `main.js`,
 * and eight digits, which {@linkcode nameBuild} replaces at the end. Returns these digits.
 */
export async function renameChunks(outdir: string): Promise<string> {
  const files = await readScripts(outdir);
  const names = numberFiles(files);
  const replaceNames = (source: string, suffix: string) =>
    source.replaceAll(REFERENCE, (all, name: string) => {
      const renamed = names.get(name);
      return renamed === undefined ? all : `"./${renamed}${suffix}.js"`;
    });
  const sources = [...names.keys()].map((name) => replaceNames(files.get(name)!, ""));
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(sources.join("\n")),
  );
  const build = new Uint8Array(digest).toHex().slice(0, 8);
  for (const [name, source] of files) {
    await Deno.remove(`${outdir}/${name}`);
    const renamed = names.get(name);
    // A file without references is never loaded.
    if (renamed === undefined) continue;
    const target = name === "main.js" ? name : `${renamed}-${build}.js`;
    await Deno.writeTextFile(`${outdir}/${target}`, replaceNames(source, `-${build}`));
  }
  return build;
}

/**
 * Replaces the name of the build by the first eight digits of the SHA-256 of its finished files. Two
 * builds with the same names are the same byte for byte: a server can keep the files of earlier builds
 * beside the new ones.
 */
export async function nameBuild(outdir: string, earlier: string): Promise<void> {
  const files = [...await readScripts(outdir)].sort(([a], [b]) => a < b ? -1 : 1);
  const text = files.map(([name, source]) => `${name}\n${source}`).join("\n");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const build = new Uint8Array(digest).toHex().slice(0, earlier.length);
  const rename = (source: string) => source.replaceAll(`-${earlier}.js`, `-${build}.js`);
  for (const [name, source] of files) {
    await Deno.remove(`${outdir}/${name}`);
    await Deno.writeTextFile(`${outdir}/${rename(name)}`, rename(source));
  }
}

/** Returns new names without extension, in the order of references from `main.js`. */
function numberFiles(files: ReadonlyMap<string, string>): Map<string, string> {
  const names = new Map<string, string>();
  const queue = ["main.js"];
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const source = files.get(name);
    if (source === undefined || names.has(name)) continue;
    names.set(name, name.replace(/(-[A-Z0-9]{8})?\.js$/, `-${names.size}`));
    queue.push(...[...source.matchAll(REFERENCE)].map((match) => match[1]!));
  }
  return names;
}
