/**
 * A shell in a terminal (tmux), for tests that send keys and read the screen.
 *
 * @module
 */

/** Polling interval of the screen, milliseconds. */
const POLL_MS = 50;
const POLLS_BEFORE_RETRY = 80;
/** Reads without any progress of the session before a wait fails. */
const MAX_IDLE_POLLS = 1200;
/** CPU time of the session's processes before a wait fails, clock ticks of 10 ms. */
const MAX_TICKS = 12_000;

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

interface ProcessActivity {
  readonly pid: number;
  readonly parent: number;
  readonly state: string;
  /** CPU time of the process and of its children that ended, clock ticks. */
  readonly ticks: number;
}

/** Reads all processes: proc_pid_stat(5). */
function readProcesses(): ProcessActivity[] {
  const found: ProcessActivity[] = [];
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const text = Deno.readTextFileSync(`/proc/${name}/stat`);
      // The name before it can contain spaces and parentheses.
      const [state, parent, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
      const ticks = rest.slice(9, 13).reduce((sum, field) => sum + Number(field), 0);
      found.push({ pid: Number(name), parent: Number(parent), state: state!, ticks });
    } catch (error) {
      // It has ended.
      const { NotFound } = Deno.errors;
      if (!(error instanceof NotFound) && !/os error 3\)/.test(String(error))) throw error;
    }
  }
  return found;
}

/** A command in its own terminal. Disposal kills all its processes. */
export class TerminalSession implements AsyncDisposable {
  readonly #socket: string;
  readonly #env: Record<string, string>;

  private constructor(socket: string, env: Readonly<Record<string, string>>) {
    this.#socket = socket;
    this.#env = { LC_ALL: "C.UTF-8", ...env };
  }

  /** Starts `command` in `cwd` with `env` and `PATH` as its whole environment. */
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
      clearEnv: true,
      env: { PATH: Deno.env.get("PATH") ?? "", ...this.#env },
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

  /** Changes the size of the terminal. */
  async resize(columns: number, rows: number): Promise<void> {
    await this.#tmux("resize-window", "-x", String(columns), "-y", String(rows));
  }

  /** Returns the screen with trailing spaces, without trailing empty lines. */
  async screen(): Promise<string> {
    return (await this.#tmux("capture-pane", "-p", "-J")).replace(/\n+$/, "");
  }

  /**
   * Waits until the screen matches. Calls `retry` every few seconds until then. Fails when the
   * processes of the session do nothing for long, or work for long, whatever the time: on a busy
   * machine they get little of it.
   */
  async until(
    shown: (screen: string) => boolean,
    what: string,
    retry?: () => Promise<void>,
  ): Promise<void> {
    const start = await this.#activity();
    let last = { ...start, screen: "" };
    let idlePolls = 0;
    for (let poll = 1;; poll++) {
      const screen = await this.screen();
      if (shown(screen)) return;
      const now = { ...await this.#activity(), screen };
      const isActive = now.isRunnable || now.ticks !== last.ticks || screen !== last.screen;
      idlePolls = isActive ? 0 : idlePolls + 1;
      last = now;
      if (idlePolls > MAX_IDLE_POLLS || now.ticks - start.ticks > MAX_TICKS) break;
      if (poll % POLLS_BEFORE_RETRY === 0) await retry?.();
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new Error(`the screen never showed ${what}; it shows:\n${last.screen}`);
  }

  /** Returns the CPU time of the session's processes, and whether one waits for a processor. */
  async #activity(): Promise<{ ticks: number; isRunnable: boolean }> {
    const none = { ticks: 0, isRunnable: false };
    if (Deno.build.os !== "linux") return none;
    const panes = await this.#tmux("list-panes", "-s", "-F", "#{pane_pid}").catch(() => "");
    const pids = new Set(panes.split("\n").filter(Boolean).map(Number));
    const processes = readProcesses();
    for (let size = 0; size < pids.size;) {
      size = pids.size;
      for (const { pid, parent } of processes) if (pids.has(parent)) pids.add(pid);
    }
    return processes.filter(({ pid }) => pids.has(pid)).reduce((sum, { ticks, state }) => ({
      ticks: sum.ticks + ticks,
      isRunnable: sum.isRunnable || state === "R" || state === "D",
    }), none);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#tmux("kill-server");
  }
}
