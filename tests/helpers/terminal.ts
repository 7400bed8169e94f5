/**
 * A shell in a terminal (tmux), for tests that send keys and read the screen.
 *
 * @module
 */

/** Polling interval of the screen, milliseconds, and maximum number of reads. */
const POLL_MS = 50;
const MAX_POLLS = 3600;
const POLLS_BEFORE_RETRY = 80;

/** Reports whether a program is in PATH. */
export function isInstalled(program: string): boolean {
  const folders = (Deno.env.get("PATH") ?? "").split(":");
  return folders.some((folder) => {
    try {
      return Deno.statSync(`${folder}/${program}`).isFile;
    } catch (error) {
      // Missing file, missing folder, or no search permission.
      const { NotFound, NotADirectory, PermissionDenied } = Deno.errors;
      if ([NotFound, NotADirectory, PermissionDenied].some((kind) => error instanceof kind)) {
        return false;
      }
      throw error;
    }
  });
}

/** A command in its own terminal. Disposal kills all its processes. */
export class TerminalSession implements AsyncDisposable {
  readonly #socket: string;
  readonly #env: Record<string, string>;

  private constructor(socket: string, env: Readonly<Record<string, string>>) {
    this.#socket = socket;
    this.#env = { LC_ALL: "C.UTF-8", ...env };
  }

  /** Starts `command` with `env` in `cwd`. */
  static async start(
    command: readonly string[],
    { env, cwd, socket }: { env: Readonly<Record<string, string>>; cwd: string; socket: string },
  ): Promise<TerminalSession> {
    const session = new TerminalSession(socket, env);
    const size = ["-x", "120", "-y", "40"];
    await session.#tmux("new-session", "-d", ...size, "-c", cwd, ...command);
    return session;
  }

  async #tmux(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await new Deno.Command("tmux", {
      args: ["-u", "-S", this.#socket, "-f", "/dev/null", ...args],
      env: this.#env,
    }).output();
    const text = new TextDecoder();
    if (code !== 0) throw new Error(`tmux ${args[0]}: ${text.decode(stderr)}`);
    return text.decode(stdout);
  }

  /** Types literal text. */
  async type(text: string): Promise<void> {
    await this.#tmux("send-keys", "-l", "--", text);
  }

  /** Sends keys by their tmux names: `Tab`, `Enter`, `C-u`. */
  async press(...keys: string[]): Promise<void> {
    await this.#tmux("send-keys", ...keys);
  }

  /** Returns the screen with trailing spaces, without trailing empty lines. */
  async screen(): Promise<string> {
    return (await this.#tmux("capture-pane", "-p", "-J")).replace(/\n+$/, "");
  }

  /**
   * Waits until the screen matches. Calls `again` every few seconds until then.
   */
  async until(
    shown: (screen: string) => boolean,
    what: string,
    retry?: () => Promise<void>,
  ): Promise<void> {
    let screen = "";
    for (let poll = 1; poll <= MAX_POLLS; poll++) {
      screen = await this.screen();
      if (shown(screen)) return;
      if (poll % POLLS_BEFORE_RETRY === 0) await retry?.();
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new Error(`the screen never showed ${what}; it shows:\n${screen}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#tmux("kill-server");
  }
}
