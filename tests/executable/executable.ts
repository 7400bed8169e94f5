/**
 * The executable that `OSCTL_EXECUTABLE` names, for tests of the file itself: its path, name, folder and
 * surroundings. Without it, a script that starts the bundle of the tests takes its place.
 *
 * @module
 */
import { useDefaultSignalsInChildren } from "../../scripts/default_signals.ts";
import type { Outcome } from "../../scripts/program.ts";

/** The file; the other variable can name a script that starts it. */
const FILE = Deno.env.get("OSCTL_EXECUTABLE_FILE") || Deno.env.get("OSCTL_EXECUTABLE");
const BUNDLE = Deno.env.get("OSCTL_TEST_BUNDLE");

/** A copy of the executable in a temporary folder that every user can read. */
export interface Executable {
  readonly folder: string;
  readonly path: string;
  /** Copies it to another path below the folder. */
  copy(name: string): Promise<string>;
}

/** What a test needs. */
export interface Needs {
  /** A file of `deno compile`, not a script. */
  readonly standalone?: true;
  /** The runtime of the tests: older ones cannot serve nodes and sessions. */
  readonly server?: true;
  /** Root, on Linux. */
  readonly root?: true;
  /** Shells and signals of POSIX. */
  readonly posix?: true;
  /** Nodes on addresses of 127.0.0.0/8. */
  readonly linux?: true;
}

const runtime = FILE === undefined ? Deno.version.deno : await runtimeOf(FILE);

async function runtimeOf(file: string): Promise<string> {
  const { stdout } = await run(file, ["version", "--client"]);
  return /\(deno (\S+)\)/.exec(stdout)?.[1] ?? `unknown: ${stdout}`;
}

function findReason({ standalone, server, root, posix, linux }: Needs): string | undefined {
  const { os } = Deno.build;
  if (FILE === undefined && (BUNDLE === undefined || os === "windows")) {
    return "no OSCTL_EXECUTABLE";
  }
  if (standalone && FILE === undefined) return "no OSCTL_EXECUTABLE";
  if (server && runtime !== Deno.version.deno) return `its runtime is ${runtime}`;
  if ((root || linux) && os !== "linux") return "requires Linux";
  if (root && Deno.uid() !== 0) return "requires root";
  return posix && os === "windows" ? "requires POSIX" : undefined;
}

/** Defines a test; the name has the reason when it is skipped. */
export function executableTest(
  name: string,
  needs: Needs,
  body: (executable: Executable) => Promise<void>,
): void {
  const reason = findReason(needs);
  Deno.test({
    name: reason === undefined ? name : `${name} (skipped: ${reason})`,
    ignore: reason !== undefined,
    async fn() {
      const folder = await Deno.makeTempDir({ prefix: "osctl-exe-" });
      try {
        await Deno.chmod(folder, 0o755).catch(() => {}); // Windows has no modes
        const copy = async (target: string) => {
          const path = `${folder}/${target}${Deno.build.os === "windows" ? ".exe" : ""}`;
          if (FILE !== undefined) await Deno.copyFile(FILE, path);
          else await Deno.writeTextFile(path, script(), { mode: 0o755 });
          return path;
        };
        await body({ folder, path: await copy("osctl"), copy });
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  });
}

function script(): string {
  return `#!/bin/sh\nexec '${Deno.execPath()}' run -A --no-config --quiet '${BUNDLE}' "$@"\n`;
}

/** Options of {@linkcode run}. */
export interface RunOptions {
  /** The whole environment; default empty. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Runs a program with empty stdin and returns its output. */
export async function run(
  path: string,
  args: readonly string[],
  { env = {}, cwd = "/" }: RunOptions = {},
): Promise<Outcome> {
  useDefaultSignalsInChildren();
  const { code, stdout, stderr } = await new Deno.Command(path, {
    args: [...args],
    clearEnv: true,
    // Windows starts no program without it.
    env: { ...pick("SystemRoot"), ...env },
    ...Deno.build.os === "windows" && cwd === "/" ? {} : { cwd },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

function pick(name: string): Record<string, string> {
  const value = Deno.env.get(name);
  return value === undefined ? {} : { [name]: value };
}
