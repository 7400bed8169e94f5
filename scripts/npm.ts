/**
 * `deno task npm`: packs the library for npm into `dist/osctl-<version>.tgz`, with the modules that
 * its entries import and nothing else. `deno pack` transpiles and declares the types.
 *
 * @module
 */
import { packTar, unpackTar } from "modern-tar";
import { ROOT } from "./project.ts";
import { runDeno } from "./run_command.ts";

/** Entries of the library, by their names in `exports`. */
const ENTRIES: Readonly<Record<string, string>> = {
  "./client": "api/client",
  "./machineconfig": "api/machineconfig",
};

/** Oldest release of Node that has `using`. */
const OLDEST_NODE = "24.0.0";

/** Module with recent methods for older releases of Node; each entry imports it first. */
const OLDER_NODE = "api/older_node.js";

/** The `package.json` that `deno pack` writes. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Packs the library; returns the path of the archive and the names of its files. */
export async function packLibrary(
  outdir: string,
): Promise<{ path: string; files: string[] }> {
  const packed = `${outdir}/packed.tgz`;
  await runDeno(["pack", "--allow-dirty", "--no-source-maps", "--output", packed], { cwd: ROOT });
  const sources = await readPacked(packed);
  await Deno.remove(packed);
  // The entries of Deno do not import it, so that it is not packed.
  sources.set(OLDER_NODE, await Deno.readTextFile(`${ROOT}${OLDER_NODE}`));
  for (const entry of Object.values(ENTRIES).map((path) => `${path}.js`)) {
    sources.set(entry, `import "../${OLDER_NODE}";\n${sources.get(entry)!}`);
  }
  const manifest: Manifest = JSON.parse(sources.get("package.json")!);
  const { files, libraries } = reachable(sources);
  const contents = new Map([
    ["package.json", `${JSON.stringify(toManifest(manifest, libraries), undefined, 2)}\n`],
    ["README.md", await Deno.readTextFile(`${ROOT}docs/library.md`)],
    ["LICENSE", sources.get("LICENSE")!],
    ...[...files].sort().map((name): [string, string] => [name, sources.get(name)!]),
  ]);
  const encoder = new TextEncoder();
  const archive = await packTar([...contents].map(([name, text]) => {
    const body = encoder.encode(text);
    const header = { name: `package/${name}`, size: body.length, mode: 0o644, mtime: new Date(0) };
    return { header, body };
  }));
  const path = `${outdir}/osctl-${manifest.version}.tgz`;
  const zipped = new Blob([archive.slice()]).stream().pipeThrough(new CompressionStream("gzip"));
  await Deno.writeFile(path, zipped);
  return { path, files: [...contents.keys()] };
}

/** Reads the text files of a packed archive, with declarations that TypeScript accepts. */
async function readPacked(path: string): Promise<Map<string, string>> {
  const zipped = new Blob([await Deno.readFile(path)]).stream();
  const entries = await unpackTar(zipped.pipeThrough(new DecompressionStream("gzip")));
  const decoder = new TextDecoder();
  const files = new Map<string, string>();
  for (const { header: { name }, data } of entries) {
    // Declarations of modules that are declarations themselves are copied as they are.
    if (data === undefined || name.endsWith(".d.ts.d.ts")) continue;
    const text = decoder.decode(data).replaceAll(/(from "[^"]+)\.d\.ts"/g, '$1.js"');
    files.set(name.replace(/^package\//, ""), text);
  }
  return files;
}

/** Returns the files that the entries import, with their declarations, and the libraries. */
function reachable(
  sources: ReadonlyMap<string, string>,
): { files: Set<string>; libraries: Set<string> } {
  const files = new Set<string>();
  const libraries = new Set<string>();
  const queue = Object.values(ENTRIES).flatMap((entry) => [`${entry}.js`, `${entry}.d.ts`]);
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const source = sources.get(name);
    if (files.has(name) || source === undefined) continue;
    files.add(name);
    const specifiers = source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g);
    for (const [, specifier = ""] of specifiers) {
      if (specifier.startsWith(".")) {
        const target = new URL(specifier, `file:///${name}`).pathname.slice(1);
        if (name.endsWith(".js")) queue.push(target);
        else queue.push(target.replace(/\.js$/, ".d.ts"), target);
      } else if (!specifier.startsWith("node:")) {
        libraries.add(/^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0]);
      }
    }
  }
  return { files, libraries };
}

function toManifest(
  { name, version, license, dependencies }: Manifest,
  libraries: ReadonlySet<string>,
): Record<string, unknown> {
  return {
    name,
    version,
    description: "Client of the API of Talos Linux nodes, and their machine configurations",
    license,
    type: "module",
    engines: { node: `>=${OLDEST_NODE}` },
    exports: Object.fromEntries(
      Object.entries(ENTRIES).map(([entry, path]) => [
        entry,
        { types: `./${path}.d.ts`, default: `./${path}.js` },
      ]),
    ),
    dependencies: Object.fromEntries(
      Object.entries(dependencies).filter(([library]) => libraries.has(library))
        .map(([library, range]) => [library, range.replace(/^\^/, "")]),
    ),
  };
}

if (import.meta.main) {
  await Deno.mkdir(`${ROOT}dist`, { recursive: true });
  const { path, files } = await packLibrary(`${ROOT}dist`);
  console.log(`${path.slice(ROOT.length)}: ${files.length} files`);
}
