/**
 * A real shell in a real terminal (tmux), for tests that press keys and read the screen.
 *
 * @module
 */

/** How often the screen is looked at, milliseconds, and how often before giving up. */
const LOOK_MS = 50;
const LOOKS = 400;
const LOOKS_BEFORE_AGAIN = 80;

/** Whether a program is on the search path. */
export function isInstalled(program: string): boolean {
  const folders = (Deno.env.get("PATH") ?? "").split(":");
  return folders.some((folder) => {
    try {
      return Deno.statSync(`${folder}/${program}`).isFile;
    } catch (error) {
      // Not in this folder, no folder, or one this user may not search.
      const { NotFound, NotADirectory, PermissionDenied } = Deno.errors;
      if ([NotFound, NotADirectory, PermissionDenied].some((kind) => error instanceof kind)) {
        return false;
      }
      throw error;
    }
  });
}

/** Runs a command in a terminal of its own. Dispose of it to end everything in it. */
export class TerminalSession implements AsyncDisposable {
  readonly #socket: string;
  readonly #env: Record<string, string>;

  private constructor(socket: string, env: Readonly<Record<string, string>>) {
    this.#socket = socket;
    this.#env = { LC_ALL: "C.UTF-8", ...env };
  }

  /** Starts `command` (words) with `env` in `cwd`. */
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

  /** Types text as it is. */
  async type(text: string): Promise<void> {
    await this.#tmux("send-keys", "-l", "--", text);
  }

  /** Presses keys by tmux's names: `Tab`, `Enter`, `C-u`. */
  async press(...keys: string[]): Promise<void> {
    await this.#tmux("send-keys", ...keys);
  }

  /** What is on the screen, with spaces at the ends of lines, without empty lines at the end. */
  async screen(): Promise<string> {
    return (await this.#tmux("capture-pane", "-p", "-J")).replace(/\n+$/, "");
  }

  /**
   * Waits until the screen shows what is looked for. `again` is done every few seconds until then.
   */
  async until(
    shown: (screen: string) => boolean,
    what: string,
    again?: () => Promise<void>,
  ): Promise<void> {
    let screen = "";
    for (let look = 1; look <= LOOKS; look++) {
      screen = await this.screen();
      if (shown(screen)) return;
      if (look % LOOKS_BEFORE_AGAIN === 0) await again?.();
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    throw new Error(`the screen never showed ${what}; it shows:\n${screen}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#tmux("kill-server");
  }
}
