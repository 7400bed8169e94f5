/**
 * Builds the bundle in `dist/`: a small entry and lazily loaded chunks.
 *
 * Deno loads the module graph of literal `import("…")` expressions at start, all heavy chunks
 * included. Therefore imports of chunks are rewritten to computed ones.
 *
 * @module
 */

/** Rewrites `import("./chunk.js")` to an import that is resolved when it is evaluated. */
export function makeImportsLazy(source: string): string {
  return source.replaceAll(
    /\bimport\(\s*("\.\/[^"]+"|'\.\/[^']+')\s*\)/g,
    "import(String($1))",
  );
}

/** Maximum length of a CommonJS module in a bundle, characters. */
const MAX_MODULE_LENGTH = 100_000;

/**
 * Puts the functions of a chunk's CommonJS modules, `var a=wrap((exports,module)=>{…});`, in
 * parentheses. V8 compiles parenthesised functions eagerly, and only eagerly compiled functions are
 * in the code cache that Deno reuses at the next start.
 */
export function compileModulesEagerly(source: string): string {
  let result = "";
  let done = 0;
  for (
    const { 0: text, index } of source.matchAll(
      /\bvar [\w$]+=[\w$]+\((?=(?:\([\w$,]*\)|[\w$]+)=>\{)/g,
    )
  ) {
    const start = index + text.length;
    const end = start < done ? undefined : endOfFunction(source, start);
    if (end === undefined) continue;
    result += `${source.slice(done, start)}(${source.slice(start, end)})`;
    done = end;
  }
  return result + source.slice(done);
}

/**
 * Returns the end of the function that begins at `start`; undefined when it is not the only argument.
 * Only a parser can match its braces, so each candidate is parsed by the runtime.
 */
function endOfFunction(source: string, start: number): number | undefined {
  for (let at = start; (at = source.indexOf("}", at + 1)) >= 0 && at < start + MAX_MODULE_LENGTH;) {
    try {
      new Function(`return(${source.slice(start, at + 1)})`);
      return source.startsWith(");", at + 1) ? at + 1 : undefined;
    } catch (error) {
      // The brace is inside the function.
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}

/** A file of the bundle. */
export interface BundledFile {
  name: string;
  bytes: number;
}

/**
 * Bundles `main.ts` into `outdir`, replacing its content. Returns the files, the entry first, then by
 * decreasing size.
 */
export async function bundle(root: string, outdir: string): Promise<BundledFile[]> {
  await Deno.remove(outdir, { recursive: true }).catch((error) => {
    // The first build.
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
    stdin: "null",
  }).spawn().status;
  if (code !== 0) throw new Error(`deno bundle ended with exit code ${code}`);
  const files: BundledFile[] = [];
  for await (const entry of Deno.readDir(outdir)) {
    if (!entry.name.endsWith(".js")) continue;
    const path = `${outdir}/${entry.name}`;
    const bundled = await Deno.readTextFile(path);
    const source = compileModulesEagerly(makeImportsLazy(bundled));
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
