/**
 * Bundles and minifies files of the bundle with esbuild: names and white space only.
 *
 * The esbuild in `deno bundle` (0.25.5) removes `using` declarations that the next statement uses
 * once, and with them the disposal. Without syntax minification no statement changes.
 *
 * @module
 */
import { build, type BuildOptions, stop, transform } from "esbuild-wasm";

const MINIFY = {
  format: "esm",
  target: "esnext",
  minifyWhitespace: true,
  minifyIdentifiers: true,
  legalComments: "eof",
} as const satisfies BuildOptions;

/** Minifies the source of a module. */
export async function minify(source: string): Promise<string> {
  return (await transform(source, MINIFY)).code;
}

/**
 * Bundles the files `entries` into `outdir`.
 *
 * @param external Files that stay imports, by their names.
 */
export async function bundleFiles(
  entries: readonly string[],
  outdir: string,
  external: Iterable<string>,
): Promise<void> {
  await build({
    ...MINIFY,
    entryPoints: [...entries],
    outdir,
    bundle: true,
    splitting: true,
    external: [...[...external].map((name) => `./${name}`), "node:*"],
    logLevel: "silent",
  });
}

/** Ends the process of esbuild. */
export async function endMinifier(): Promise<void> {
  await stop();
}
