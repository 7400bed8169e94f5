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
    "import(String($1))",
  );
}

/** Longest CommonJS module looked for, characters; none of a bundle is longer. */
const LONGEST_MODULE = 100_000;

/**
 * Puts the CommonJS modules of a chunk, `var a=wrap((exports,module)=>{…});`, in parentheses. The
 * runtime keeps the machine's reading of a chunk from one start to the next, but of functions only
 * those that look as if they were called at once, which is what the parentheses tell it.
 */
export function compileModulesAhead(source: string): string {
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
 * Behind a function that begins at `start`; undefined when it is not all that the call is given. Only
 * a parser knows which brace ends it, so the runtime's own is asked about one after the other.
 */
function endOfFunction(source: string, start: number): number | undefined {
  for (let at = start; (at = source.indexOf("}", at + 1)) >= 0 && at < start + LONGEST_MODULE;) {
    try {
      new Function(`return(${source.slice(start, at + 1)})`);
      return source.startsWith(");", at + 1) ? at + 1 : undefined;
    } catch (error) {
      // A brace inside the function.
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
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
    stdin: "null",
  }).spawn().status;
  if (code !== 0) throw new Error(`deno bundle ended with exit code ${code}`);
  const files: BundledFile[] = [];
  for await (const entry of Deno.readDir(outdir)) {
    if (!entry.name.endsWith(".js")) continue;
    const path = `${outdir}/${entry.name}`;
    const bundled = await Deno.readTextFile(path);
    const source = compileModulesAhead(makeImportsLazy(bundled));
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
