/**
 * A program on the whole screen of a terminal. However it ends, the terminal is as it was before.
 *
 * @module
 */
import type { Writer } from "../write_behind.ts";
import type { Frame, Size } from "./frame.ts";
import { KeySplitter } from "./keys.ts";

/** The parts of the system a full screen needs. */
export interface ScreenSystem {
  readonly stdin: { readonly readable: ReadableStream<Uint8Array> };
  readonly stdout: Writer;
  readonly terminal: {
    size(): Size | undefined;
    onResize(listener: () => void): () => void;
    setRaw(raw: boolean): void;
    onSuspend(listener: () => void): () => void;
    onContinue(listener: () => void): () => void;
    suspend(): void;
    onAbruptEnd(text: string): () => void;
  };
  /** Aborted when the program is to stop. */
  readonly signal: AbortSignal;
}

/** What a program on the screen does. */
export interface ScreenProgram {
  /** The picture of the present state. Called after every change and when the size changes. */
  draw(size: Size): Frame;
  /** Takes a key other than ^Z, which suspends, and returns whether it ends the program. */
  key(name: string): boolean;
}

/** Lets the program say that its state has changed. */
export interface Screen {
  /** Draws the present state. */
  redraw(): void;
  /** Ends the program with this failure. */
  fail(error: unknown): void;
}

/** Alternate screen on, cursor off, lines not wrapped; and the opposite. */
const ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l";
// Emptied first: after a change of size, tmux lets rows slip through to what was there before.
const LEAVE = "\x1b[0m\x1b[2J\x1b[H\x1b[?7h\x1b[?25h\x1b[?1049l";

/** Used when a terminal does not tell its size. */
const USUAL: Size = { columns: 80, rows: 24 };

/**
 * Shows a program until a key ends it.
 *
 * @param start Called once the screen is there; what it returns is called at the end.
 * @throws The reason when the signal is aborted, and what the program fails with.
 */
export async function runFullScreen(
  { stdin, stdout, terminal, signal }: ScreenSystem,
  program: ScreenProgram,
  start: (screen: Screen) => () => void,
): Promise<void> {
  const end = Promise.withResolvers<void>();
  end.promise.catch(() => {}); // It may fail before it is awaited below.
  const painter = new Painter(stdout, terminal, program, end.reject);
  const reader = stdin.readable.getReader();
  const stop = () => end.reject(signal.reason);
  signal.addEventListener("abort", stop);
  const suspend = () => {
    painter.pause().then(async () => {
      if (over) return;
      terminal.setRaw(false);
      await stdout.write(LEAVE);
      terminal.suspend();
      // Here too, in case that there was nobody to suspend for.
      await resume();
    }).catch(end.reject);
  };
  let over = false;
  const resume = async () => {
    if (over) return;
    terminal.setRaw(true);
    await stdout.write(ENTER);
    painter.restart();
  };
  const listening = [
    terminal.onResize(() => painter.redraw()),
    terminal.onSuspend(suspend),
    terminal.onContinue(() => void resume().catch(end.reject)),
    terminal.onAbruptEnd(LEAVE),
  ];
  terminal.setRaw(true);
  try {
    signal.throwIfAborted();
    await stdout.write(ENTER);
    const release = start({ redraw: () => painter.redraw(), fail: end.reject });
    try {
      painter.redraw();
      readKeys(reader, program, suspend).then(end.resolve, end.reject);
      await end.promise;
    } finally {
      release();
    }
  } finally {
    signal.removeEventListener("abort", stop);
    over = true;
    const forgetEnd = listening.pop()!;
    for (const forget of listening) forget();
    await painter.finish();
    terminal.setRaw(false);
    await stdout.write(LEAVE);
    forgetEnd();
    await reader.cancel();
  }
}

/** Hands keys to the program until one ends it; the end of the input ends it too. */
async function readKeys(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  program: ScreenProgram,
  suspend: () => void,
): Promise<void> {
  const splitter = new KeySplitter();
  while (true) {
    const { done, value } = await reader.read();
    if (done) return;
    for (const name of splitter.push(value)) {
      if (name === "ctrl-z") suspend();
      else if (program.key(name)) return;
    }
  }
}

/** Draws one picture at a time; changes meanwhile are drawn together afterwards. */
class Painter {
  readonly #stdout: Writer;
  readonly #terminal: ScreenSystem["terminal"];
  readonly #program: ScreenProgram;
  readonly #fail: (error: unknown) => void;
  #shown: Frame | undefined;
  #painting: Promise<void> | undefined;
  #again = false;
  #finished = false;
  #paused = false;

  constructor(
    stdout: Writer,
    terminal: ScreenSystem["terminal"],
    program: ScreenProgram,
    fail: (error: unknown) => void,
  ) {
    this.#stdout = stdout;
    this.#terminal = terminal;
    this.#program = program;
    this.#fail = fail;
  }

  redraw(): void {
    this.#again = true;
    this.#painting ??= this.#paint().catch(this.#fail).finally(() => {
      this.#painting = undefined;
    });
  }

  /** Stops drawing; done when nothing is being written any more. */
  async pause(): Promise<void> {
    this.#paused = true;
    await this.#painting;
  }

  /** Draws everything anew, on a screen of which nothing is known. */
  restart(): void {
    this.#paused = false;
    this.#shown = undefined;
    this.redraw();
  }

  async finish(): Promise<void> {
    this.#finished = true;
    await this.#painting;
  }

  async #paint(): Promise<void> {
    while (this.#again && !this.#finished && !this.#paused) {
      this.#again = false;
      const frame = this.#program.draw(this.#terminal.size() ?? USUAL);
      const changes = frame.changes(this.#shown);
      this.#shown = frame;
      if (changes !== "") await this.#stdout.write(changes);
    }
  }
}
