/**
 * Runs osctl as a child process with a temporary home directory.
 *
 * @module
 */
import { useDefaultSignalsInChildren } from "./default_signals.ts";
import { ROOT } from "./project.ts";
import { findRuntimeFolders } from "./run_command.ts";

/** Result of a run. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Path of the executable to test in place of the bundle or the sources: `deno task executable`. It is
 * any program with the arguments of osctl.
 */
export const EXECUTABLE: string | undefined = Deno.env.get("OSCTL_EXECUTABLE") || undefined;

/** The program with a temporary home directory, removed on disposal. */
export class Program implements AsyncDisposable {
  /** The temporary home directory; also the working directory of every run. */
  readonly home: string;
  readonly #command: string;
  readonly #start: readonly string[];
  readonly #env: Record<string, string>;

  private constructor(
    home: string,
    [command, ...start]: readonly [string, ...string[]],
    env: Record<string, string>,
  ) {
    this.home = home;
    this.#command = command;
    this.#start = start;
    this.#env = env;
  }

  /**
   * Creates the home directory. `entry` is the module to run; by default {@linkcode EXECUTABLE}, the
   * bundle that `OSCTL_TEST_BUNDLE` names, or `main.ts` of the sources.
   */
  static async create(entry?: string): Promise<Program> {
    // The process in the name: see `removeAbandonedHomes`.
    const home = await Deno.makeTempDir({ prefix: `osctl-home-${Deno.pid}-` });
    const bundled = EXECUTABLE === undefined ? Deno.env.get("OSCTL_TEST_BUNDLE") : undefined;
    return await Program.open(home, entry ?? bundled);
  }

  /** Opens an existing home directory; `entry` is by default {@linkcode EXECUTABLE} or the sources. */
  static async open(home: string, entry?: string): Promise<Program> {
    const shared = { HOME: home, PATH: Deno.env.get("PATH") ?? "", NO_COLOR: "1" };
    if (entry === undefined && EXECUTABLE !== undefined) {
      return new Program(home, [EXECUTABLE], shared);
    }
    const { denoDir } = await findRuntimeFolders();
    const config = entry === undefined ? ["--config", `${ROOT}deno.json`] : ["--no-config"];
    return new Program(
      home,
      [
        ...[Deno.execPath(), "run", "--allow-all", "--no-check", "--quiet"] as const,
        ...[...config, entry ?? `${ROOT}main.ts`],
      ],
      // The default cache location depends on HOME; a new home would start with an empty cache.
      { ...shared, DENO_DIR: denoDir },
    );
  }

  /** Command, its first arguments and environment, to start the program from a shell. */
  get invocation(): {
    command: string;
    args: readonly string[];
    env: Readonly<Record<string, string>>;
  } {
    return { command: this.#command, args: this.#start, env: this.#env };
  }

  /** Creates the command that starts the program with `args`; it inherits no variable but `PATH`. */
  command(args: readonly string[], options: Deno.CommandOptions = {}): Deno.Command {
    useDefaultSignalsInChildren();
    return new Deno.Command(this.#command, {
      cwd: this.home,
      ...options,
      args: [...this.#start, ...args],
      clearEnv: true,
      env: { ...this.#env, ...options.env },
    });
  }

  /** Runs the program with empty stdin and returns its output. */
  async run(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
    const { code, stdout, stderr } = await this.command(args, { stdin: "null", env }).output();
    const text = new TextDecoder();
    return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.home, { recursive: true });
  }
}
