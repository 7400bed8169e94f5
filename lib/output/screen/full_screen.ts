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
  };
  /** Aborted when the program is to stop. */
  readonly signal: AbortSignal;
}

/** What a program on the screen does. */
export interface ScreenProgram {
  /** The picture of the present state. Called after every change and when the size changes. */
  draw(size: Size): Frame;
  /** Takes a key and returns whether it ends the program. */
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
const LEAVE = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l";

/** Used when a terminal does not tell its size. */
const USUAL: Size = { columns: 80, rows: 24 };

/**
 * Shows a program until a key ends it.
 *
 * @param start Called once the screen is there; what it returns is called at the end.
 * @throws The reason when the signal is aborted, and what the program fails with.
 */
export async function fullScreen(
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
  const forget = terminal.onResize(() => painter.redraw());
  terminal.setRaw(true);
  try {
    signal.throwIfAborted();
    await stdout.write(ENTER);
    const release = start({ redraw: () => painter.redraw(), fail: end.reject });
    try {
      painter.redraw();
      readKeys(reader, program).then(end.resolve, end.reject);
      await end.promise;
    } finally {
      release();
    }
  } finally {
    signal.removeEventListener("abort", stop);
    forget();
    await painter.finish();
    terminal.setRaw(false);
    await stdout.write(LEAVE);
    await reader.cancel();
  }
}

/** Hands keys to the program until one ends it; the end of the input ends it too. */
async function readKeys(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  program: ScreenProgram,
): Promise<void> {
  const splitter = new KeySplitter();
  while (true) {
    const { done, value } = await reader.read();
    if (done) return;
    for (const name of splitter.push(value)) if (program.key(name)) return;
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

  async finish(): Promise<void> {
    this.#finished = true;
    await this.#painting;
  }

  async #paint(): Promise<void> {
    while (this.#again && !this.#finished) {
      this.#again = false;
      const frame = this.#program.draw(this.#terminal.size() ?? USUAL);
      const changes = frame.changes(this.#shown);
      this.#shown = frame;
      if (changes !== "") await this.#stdout.write(changes);
    }
  }
}
