/**
 * Makes the bundle: a small entry and one lazily loaded chunk per heavy library, in `dist/`.
 *
 * Deno fetches every literal `import("…")` ahead of time when a program runs from a URL, which
 * would load all heavy chunks at every start. So each lazy import of a chunk is rewritten to a
 * computed one.
 *
 * @module
 */

/** Turns `import("./chunk.js")` into an import that is resolved only when it is reached. */
export function makeImportsLazy(source: string): string {
  return source.replaceAll(
    /\bimport\(\s*("\.\/[^"]+"|'\.\/[^']+')\s*\)/g,
    "import(new URL($1,import.meta.url).href)",
  );
}

/**
 * Gives the bundler's `require` shim the runtime's own modules: a CommonJS library inside the bundle
 * still asks for `node:process` and the like by name, and a module has no `require`.
 */
export function provideBuiltins(source: string): string {
  const shim = "Dynamic require of";
  if (!source.includes(shim)) return source;
  return `const require=(name)=>process.getBuiltinModule(name);\n${source}`;
}

/** The file names of a bundle with their sizes in bytes, entry first, then largest first. */
export interface BundledFile {
  name: string;
  bytes: number;
}

/** Bundles `main.ts` into `outdir`, replacing what was there. Needs the `deno` that runs this. */
export async function bundle(root: string, outdir: string): Promise<BundledFile[]> {
  await Deno.remove(outdir, { recursive: true }).catch((error) => {
    // A first build has nothing to replace.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: [
      "bundle",
      "--quiet",
      "--minify",
      "--keep-names",
      "--code-splitting",
      "--outdir",
      outdir,
      "main.ts",
    ],
    cwd: root,
  }).output();
  if (code !== 0) throw new Error(`deno bundle ended with exit code ${code}`);
  const files: BundledFile[] = [];
  for await (const entry of Deno.readDir(outdir)) {
    if (!entry.name.endsWith(".js")) continue;
    const path = `${outdir}/${entry.name}`;
    const source = makeImportsLazy(provideBuiltins(await Deno.readTextFile(path)));
    await Deno.writeTextFile(path, source);
    files.push({ name: entry.name, bytes: new TextEncoder().encode(source).length });
  }
  const rank = (file: BundledFile) => file.name === "main.js" ? Infinity : file.bytes;
  return files.sort((a, b) => rank(b) - rank(a));
}

if (import.meta.main) {
  const root = new URL("..", import.meta.url).pathname;
  const files = await bundle(root, `${root}dist`);
  for (const { name, bytes } of files) {
    console.log(`${String(bytes).padStart(9)}  dist/${name}`);
  }
}
