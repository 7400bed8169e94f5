/**
 * Runs the real program as a child process, in a home folder of its own.
 *
 * @module
 */

/** What one run of the program gave. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** The program with a temporary home. Dispose of it to remove the folder. */
export class Program implements AsyncDisposable {
  /** The temporary home directory; also the working directory of every run. */
  readonly home: string;
  readonly #start: readonly string[];
  readonly #env: Record<string, string>;

  private constructor(home: string, start: readonly string[], env: Record<string, string>) {
    this.home = home;
    this.#start = start;
    this.#env = env;
  }

  /** Prepares a home. `entry` is the module to run: the sources' `main.ts` when left out. */
  static async create(entry?: string): Promise<Program> {
    const root = new URL("..", import.meta.url).pathname;
    const home = await Deno.makeTempDir({ prefix: "osctl-home-" });
    const info = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
    const { denoDir } = JSON.parse(new TextDecoder().decode(info.stdout)) as { denoDir: string };
    const config = entry === undefined ? ["--config", `${root}deno.json`] : ["--no-config"];
    return new Program(
      home,
      ["run", "--allow-all", "--no-check", "--quiet", ...config, entry ?? `${root}main.ts`],
      // The runtime's cache hangs on HOME; without this every new home would fill it again.
      { HOME: home, DENO_DIR: denoDir, NO_COLOR: "1", OSCONFIG: "", OSCTL_INTERFACE: "" },
    );
  }

  /** The runtime's arguments and the environment, for a shell that starts the program itself. */
  get invocation(): { args: readonly string[]; env: Readonly<Record<string, string>> } {
    return { args: this.#start, env: this.#env };
  }

  /** The command that starts the program with `args`. */
  command(args: readonly string[], options: Deno.CommandOptions = {}): Deno.Command {
    return new Deno.Command(Deno.execPath(), {
      cwd: this.home,
      ...options,
      args: [...this.#start, ...args],
      env: { ...this.#env, ...options.env },
    });
  }

  /** Runs to the end, with nothing on stdin, and gives everything it printed. */
  async run(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
    const { code, stdout, stderr } = await this.command(args, { stdin: "null", env }).output();
    const text = new TextDecoder();
    return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.home, { recursive: true });
  }
}
