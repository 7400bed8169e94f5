/**
 * Compiles the bundle into executables: `dist/osctl` for this system, or with `--all` one for each
 * supported system in `dist/release/`, with checksums, licences and SBOM. All permissions are baked in.
 *
 * Deno downloads its runtime part (`denort`) for the target. `DENORT_BIN` names a local one;
 * `{target}` in it is replaced, for `--all`.
 *
 * @module
 */
import { bundle } from "./bundle.ts";
import { writeReleaseFiles } from "./release_files.ts";

/** Rust target triples of the supported systems, and names of their executables. */
export const TARGETS: Readonly<Record<string, string>> = {
  "x86_64-unknown-linux-gnu": "osctl-linux-x86_64",
  "aarch64-unknown-linux-gnu": "osctl-linux-aarch64",
  "x86_64-apple-darwin": "osctl-macos-x86_64",
  "aarch64-apple-darwin": "osctl-macos-aarch64",
  "x86_64-pc-windows-msvc": "osctl-windows-x86_64.exe",
};

/** Options of {@linkcode compile}. */
export interface CompileOptions {
  readonly root: string;
  /** Folder of the bundle. */
  readonly bundleFolder: string;
  /** Names of the bundle's files. */
  readonly files: readonly string[];
  /** Target triple; this system when undefined. */
  readonly target: string | undefined;
  /** Path of the executable. */
  readonly output: string;
  /** Path of the runtime part, with `{target}` replaced; downloaded when undefined. */
  readonly runtime: string | undefined;
}

/**
 * Compiles a bundle for a target.
 *
 * @throws {Error} with the way to supply the runtime part when the compiler fails.
 */
export async function compile(options: CompileOptions): Promise<void> {
  const { root, bundleFolder, files, output } = options;
  const target = options.target ?? Deno.build.target;
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["compile", "--quiet", "--allow-all", "--no-check", "--no-config", "--target", target],
      // The compiler does not find lazy chunks, whose imports are computed.
      ...files.flatMap((name) => ["--include", `${bundleFolder}/${name}`]),
      ...["--output", output, `${bundleFolder}/main.js`],
    ],
    cwd: root,
    env: {
      NO_COLOR: "1",
      ...options.runtime === undefined
        ? {}
        : { DENORT_BIN: options.runtime.replaceAll("{target}", target) },
    },
    stdin: "null",
    stderr: "piped",
  }).output();
  if (success) return;
  const reason = new TextDecoder().decode(stderr).split("\nStack backtrace")[0]!.trim();
  const { deno } = Deno.version;
  throw new Error(
    `cannot compile for ${target}: ${reason}\n` +
      `If the runtime part cannot be downloaded, unpack denort-${target}.zip of Deno v${deno} ` +
      `(https://dl.deno.land/release/v${deno}/denort-${target}.zip) and set DENORT_BIN to its path` +
      (options.target === undefined ? "" : ", with {target} for the name of the system"),
  );
}

async function emptyFolder(path: string): Promise<void> {
  await Deno.mkdir(path, { recursive: true });
  for await (const { name } of Deno.readDir(path)) {
    await Deno.remove(`${path}/${name}`, { recursive: true });
  }
}

if (import.meta.main) {
  const all = Deno.args.includes("--all");
  const unknown = Deno.args.find((one) => one !== "--all");
  try {
    if (unknown !== undefined) throw new Error(`unknown argument "${unknown}"; use --all or none`);
    const root = new URL("..", import.meta.url).pathname;
    const files = (await bundle(root, `${root}dist`)).map(({ name }) => name);
    const shared = {
      root,
      bundleFolder: "dist",
      files,
      runtime: Deno.env.get("DENORT_BIN") || undefined,
    };
    if (!all) {
      await compile({ ...shared, target: undefined, output: "dist/osctl" });
      console.log("dist/osctl");
    } else {
      await emptyFolder(`${root}dist/release`);
      for (const [target, name] of Object.entries(TARGETS)) {
        await compile({ ...shared, target, output: `dist/release/${name}` });
        console.log(`dist/release/${name}`);
      }
      await writeReleaseFiles(root, `${root}dist/release`, Deno.version.deno);
    }
  } catch (error) {
    console.error(`compile: ${error instanceof Error ? error.message : error}`);
    Deno.exit(1);
  }
}
