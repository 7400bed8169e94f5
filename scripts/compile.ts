/**
 * Compiles the bundle into one executable, `dist/osctl`, with no `node_modules` inside. Downloads
 * Deno's runtime for the target unless `DENORT_BIN` names one. `--target` as in `deno compile`.
 *
 * @module
 */
import { bundle } from "./bundle.ts";

const root = new URL("..", import.meta.url).pathname;
const outdir = `${root}dist`;
const chunks = await bundle(root, outdir).catch((error) => {
  // The bundler has printed its own errors.
  console.error(`compile: ${error.message}`);
  Deno.exit(1);
});
const { code } = await new Deno.Command(Deno.execPath(), {
  args: [
    "compile",
    "--allow-all",
    "--no-check",
    "--no-config",
    // The compiler does not find lazy chunks, whose imports are computed.
    ...chunks.flatMap(({ name }) => ["--include", `dist/${name}`]),
    "--output",
    "dist/osctl",
    ...Deno.args,
    "dist/main.js",
  ],
  cwd: root,
  stdin: "null",
  // Inherits stdout and stderr, so that errors and warnings of the compiler are printed.
}).spawn().status;
Deno.exit(code);
