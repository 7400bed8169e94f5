/**
 * The libraries inside the bundle, for the licence list and the SBOM.
 *
 * @module
 */
import { isBuiltin } from "node:module";
import { findRuntimeFolders, runDeno } from "./run_command.ts";

/** A library inside the bundle. */
export interface Dependency {
  readonly name: string;
  readonly version: string;
  /** SPDX identifier. */
  readonly license: string;
  /** The licence of the package; undefined when it contains none. */
  readonly licenseText: string | undefined;
  readonly homepage: string | undefined;
  /** SHA-512 of the package, hexadecimal, from `deno.lock`. */
  readonly sha512: string;
  /** Names of the libraries inside the bundle that it uses. */
  readonly uses: readonly string[];
  /** Size of its sources in the bundle, before minification, bytes. */
  readonly sourceBytes: number;
  /** Modules of the runtime that these sources import, without `node:`, sorted. */
  readonly runtimeModules: readonly string[];
}

interface PackageFile {
  readonly license?: string;
  readonly homepage?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Lists the libraries whose code is in the bundle of `main.ts`, by the sources in its source maps.
 */
export async function listDependencies(root: string): Promise<Dependency[]> {
  const libraries = await listBundledLibraries(root);
  const lock = JSON.parse(await Deno.readTextFile(`${root}/deno.lock`)) as {
    npm: Record<string, { integrity: string }>;
  };
  const found: Dependency[] = [];
  for (const [id, { folder, sources }] of libraries) {
    const [, name, version] = /^(.+)@([^@]+)$/.exec(id) as unknown as [string, string, string];
    const file: PackageFile = JSON.parse(await Deno.readTextFile(`${folder}/package.json`));
    const locked = Object.entries(lock.npm).find(([key]) => key === id || key.startsWith(`${id}_`));
    if (locked === undefined) throw new Error(`${id}: not in deno.lock`);
    found.push({
      name,
      version,
      license: file.license ?? "NOASSERTION",
      licenseText: await readLicense(folder),
      homepage: file.homepage,
      sha512: Uint8Array.fromBase64(locked[1].integrity.replace(/^sha512-/, "")).toHex(),
      uses: Object.keys(file.dependencies ?? {}),
      sourceBytes: sources.reduce((sum, { length }) => sum + length, 0),
      runtimeModules: [...new Set(sources.flatMap(runtimeModulesIn))].sort(),
    });
  }
  const names = new Set(found.map(({ name }) => name));
  return found.map((one) => ({ ...one, uses: one.uses.filter((name) => names.has(name)) }));
}

function runtimeModulesIn(source: string): string[] {
  const specifiers = source.matchAll(
    /(?:\bfrom|\brequire\(|\bimport\(?)\s*["'](?:node:)?([^"']+)["']/g,
  );
  return [...specifiers].map(([, name]) => name!).filter(isBuiltin);
}

/** A library in the bundle: its folder, and the texts of the modules used. */
interface BundledLibrary {
  readonly folder: string;
  readonly sources: string[];
}

/** Returns the bundled libraries by `name@version`, sorted. */
async function listBundledLibraries(root: string): Promise<Map<string, BundledLibrary>> {
  const outdir = await Deno.makeTempDir({ prefix: "osctl-sources-" });
  try {
    const args = ["bundle", "--quiet", "--code-splitting", "--sourcemap=external"];
    await runDeno([...args, "--outdir", outdir, "main.ts"], { cwd: root });
    const { npmCache } = await findRuntimeFolders();
    const libraries = new Map<string, BundledLibrary>();
    const seen = new Set<string>();
    for (const { name } of Deno.readDirSync(outdir)) {
      if (!name.endsWith(".map")) continue;
      const { sources, sourcesContent } = JSON.parse(
        await Deno.readTextFile(`${outdir}/${name}`),
      ) as { sources: string[]; sourcesContent: string[] };
      for (const [index, source] of sources.entries()) {
        const match = /(?:^|\/)npm\/([^/]+)\/((?:@[^/]+\/)?[^/]+)\/([^/]+)\//.exec(source);
        if (match === null || seen.has(source)) continue;
        seen.add(source);
        const [, registry, library, version] = match;
        const folder = `${npmCache}/${registry}/${library}/${version}`;
        libraries.getOrInsertComputed(`${library}@${version}`, () => ({ folder, sources: [] }))
          .sources.push(sourcesContent[index]!);
      }
    }
    return new Map([...libraries].sort(([a], [b]) => a < b ? -1 : 1));
  } finally {
    await Deno.remove(outdir, { recursive: true });
  }
}

async function readLicense(folder: string): Promise<string | undefined> {
  for (const { name } of Deno.readDirSync(folder)) {
    if (/^licen[cs]e(\.\w+)?$/i.test(name)) return await Deno.readTextFile(`${folder}/${name}`);
  }
  const readme = await Deno.readTextFile(`${folder}/README.md`);
  return /^#+ *licen[cs]e[^\n]*\n([\s\S]+)/im.exec(readme)?.[1]?.trim();
}
