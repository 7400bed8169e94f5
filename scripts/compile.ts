/**
 * Compiles the bundle into executables: `dist/osctl` for this system, or with `--all` one for each
 * supported system in `dist/release/`, with checksums, licences and SBOM. All permissions are baked in.
 *
 * Deno downloads its runtime part (`denort`) for the target. `DENORT_BIN` names a local one;
 * `{target}` in it is replaced, for `--all`. Without one, the download is tried before the bundle.
 *
 * @module
 */
import { bundle } from "./bundle.ts";
import { ROOT, V8_FLAGS } from "./project.ts";
import { writeReleaseFiles } from "./release_files.ts";
import { findRuntimeFolders } from "./run_command.ts";

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
      ...["compile", "--quiet", "--allow-all", "--no-check", "--no-config", V8_FLAGS],
      // The runtime would load V8's code cache from a fixed path in the shared temporary folder,
      // without a check of its owner: any user could run code in the executables of others.
      "--no-code-cache",
      ...["--target", target],
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
  throw new Error(
    `cannot compile for ${target}: ${reason}\n` +
      `If the runtime part cannot be downloaded, unpack ${
        runtimeUrl(target)
      } and set DENORT_BIN to ` +
      "its path" +
      (options.target === undefined ? "" : ", with {target} for the name of the system"),
  );
}

/** Limit of the request for a runtime part, milliseconds. */
const PROBE_MS = 10_000;

/** Returns the address of a target's runtime part. */
function runtimeUrl(target: string): string {
  return `https://dl.deno.land/release/v${Deno.version.deno}/denort-${target}.zip`;
}

/**
 * Checks that the runtime parts of the targets are in the cache of Deno or can be downloaded.
 *
 * @param denoDir The cache of Deno.
 * @param request Sends a request for the headers of a file.
 * @throws {Error} with the ways to continue, in one line.
 */
export async function checkRuntimes(
  targets: readonly string[],
  denoDir: string,
  request = (url: string) => fetch(url, { method: "HEAD", signal: AbortSignal.timeout(PROBE_MS) }),
): Promise<void> {
  for (const target of targets) {
    const url = runtimeUrl(target);
    const cached = `${denoDir}/dl/${new URL(url).pathname.slice(1)}`;
    if (await Deno.stat(cached).then(() => true, () => false)) continue;
    const reason = await request(url).then(
      ({ ok, status }) => ok ? undefined : `status ${status}`,
      (error: unknown) => error instanceof Error ? error.message : String(error),
    );
    if (reason === undefined) continue;
    throw new Error(
      `cannot download the runtime part ${url}: ${
        reason.split("\n")[0]
      }; set DENORT_BIN to a local ` +
        `denort, or install the bundle: deno task install`,
    );
  }
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
    const runtime = Deno.env.get("DENORT_BIN") || undefined;
    if (runtime === undefined) {
      const targets = all ? Object.keys(TARGETS) : [Deno.build.target];
      await checkRuntimes(targets, (await findRuntimeFolders()).denoDir);
    }
    const files = (await bundle(ROOT, `${ROOT}dist`)).map(({ name }) => name);
    const shared = { root: ROOT, bundleFolder: "dist", files, runtime };
    if (!all) {
      await compile({ ...shared, target: undefined, output: "dist/osctl" });
      console.log("dist/osctl");
    } else {
      await emptyFolder(`${ROOT}dist/release`);
      for (const [target, name] of Object.entries(TARGETS)) {
        await compile({ ...shared, target, output: `dist/release/${name}` });
        console.log(`dist/release/${name}`);
      }
      await writeReleaseFiles(ROOT, `${ROOT}dist/release`, Deno.version.deno);
    }
  } catch (error) {
    console.error(`compile: ${error instanceof Error ? error.message : error}`);
    Deno.exit(1);
  }
}
