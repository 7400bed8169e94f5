/**
 * Runs a full-screen program. Restores the terminal at any end of it.
 *
 * @module
 */
import type { Writer } from "../write_behind.ts";
import type { Frame, Size } from "./frame.ts";
import { KeySplitter, PASTE } from "./keys.ts";

/** The parts of `System` used by a full screen. */
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
    onAbruptExit(text: string): () => void;
  };
  /** Stops the program. */
  readonly signal: AbortSignal;
}

/** A full-screen program. */
export interface ScreenProgram {
  /** Reports the mouse wheel as keys; the terminal then selects text only with Shift. */
  readonly usesWheel?: boolean;
  /** Renders the current state. Called after every change of state or size. */
  draw(size: Size): Frame;
  /** Handles a key other than ^Z, which suspends; returns whether it ends the program. */
  key(name: string): boolean;
  /** Handles a pasted text, which otherwise is keys. */
  paste?(text: string): void;
}

/** Control of the screen for the program. */
export interface Screen {
  /** Draws the current state. */
  redraw(): void;
  /** Ends the program with an error. */
  fail(error: unknown): void;
  /** Ends the program as its last key does. */
  end(): void;
  /** Copies a text to the clipboard of the terminal, if the terminal permits it (OSC 52). */
  copy(text: string): void;
}

/** Enables the alternate screen; disables cursor and line wrapping. */
const ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l";
// Cleared first: after a resize, tmux otherwise leaves rows of it on the normal screen.
const LEAVE = "\x1b[0m\x1b[2J\x1b[H\x1b[?7h\x1b[?25h\x1b[?1049l";

/** Enables and disables mouse reports. */
const ENABLE_MOUSE = "\x1b[?1000h\x1b[?1006h";
const DISABLE_MOUSE = "\x1b[?1006l\x1b[?1000l";

/** Enables and disables the marks around pasted text. */
const ENABLE_PASTE = "\x1b[?2004h";
const DISABLE_PASTE = "\x1b[?2004l";

/** Size of a terminal that does not report one. */
const DEFAULT_SIZE: Size = { columns: 80, rows: 24 };

/**
 * Runs a program until a key ends it.
 *
 * @param start Called after the screen is set up; returns a cleanup function.
 * @throws The signal's abort reason, and errors of the program.
 */
export async function runFullScreen(
  { stdin, stdout, terminal, signal }: ScreenSystem,
  program: ScreenProgram,
  start: (screen: Screen) => () => void,
): Promise<void> {
  const end = Promise.withResolvers<void>();
  end.promise.catch(() => {}); // may reject before it is awaited below
  const painter = new Painter(stdout, terminal, program, end.reject);
  const reader = stdin.readable.getReader();
  const stop = () => end.reject(signal.reason);
  const { usesWheel = false } = program;
  const usesPaste = program.paste !== undefined;
  const enter = ENTER + (usesWheel ? ENABLE_MOUSE : "") + (usesPaste ? ENABLE_PASTE : "");
  const leave = (usesPaste ? DISABLE_PASTE : "") + (usesWheel ? DISABLE_MOUSE : "") + LEAVE;
  signal.addEventListener("abort", stop);
  const suspend = () => {
    painter.pause().then(async () => {
      if (over) return;
      terminal.setRaw(false);
      await stdout.write(leave);
      terminal.suspend();
      // Also without a SIGCONT: `suspend` does nothing when no shell could resume the job.
      await resume();
    }).catch(end.reject);
  };
  let over = false;
  const resume = async () => {
    if (over) return;
    terminal.setRaw(true);
    await stdout.write(enter);
    painter.restart();
  };
  const subscriptions = [
    terminal.onResize(() => painter.redraw()),
    terminal.onSuspend(suspend),
    terminal.onContinue(() => void resume().catch(end.reject)),
    terminal.onAbruptExit(leave),
  ];
  terminal.setRaw(true);
  try {
    signal.throwIfAborted();
    await stdout.write(enter);
    const release = start({
      redraw: () => painter.redraw(),
      fail: end.reject,
      end: end.resolve,
      copy: (text) => painter.send(`\x1b]52;c;${new TextEncoder().encode(text).toBase64()}\x07`),
    });
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
    const unsubscribeExit = subscriptions.pop()!;
    for (const unsubscribe of subscriptions) unsubscribe();
    await painter.finish();
    terminal.setRaw(false);
    await stdout.write(leave);
    unsubscribeExit();
    await reader.cancel();
  }
}

/** Passes keys to the program until one ends it, or the input ends. */
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
      else if (name.startsWith(PASTE)) program.paste?.(name.slice(PASTE.length));
      else if (program.key(name)) return;
    }
  }
}

/** Draws one frame at a time; changes in the meantime are drawn together in the next one. */
class Painter {
  readonly #stdout: Writer;
  readonly #terminal: ScreenSystem["terminal"];
  readonly #program: ScreenProgram;
  readonly #fail: (error: unknown) => void;
  #shown: Frame | undefined;
  #painting: Promise<void> | undefined;
  #isDirty = false;
  #sequences = "";
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
    this.#isDirty = true;
    this.#painting ??= this.#paint().catch(this.#fail).finally(() => {
      this.#painting = undefined;
      // A change after the last frame, before this promise was settled.
      if (this.#isDirty && !this.#finished && !this.#paused) this.redraw();
    });
  }

  /** Writes a control sequence before the next frame. */
  send(sequence: string): void {
    this.#sequences += sequence;
    this.redraw();
  }

  /** Stops drawing; resolves after the write in progress. */
  async pause(): Promise<void> {
    this.#paused = true;
    await this.#painting;
  }

  /** Redraws the whole screen. */
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
    while (this.#isDirty && !this.#finished && !this.#paused) {
      this.#isDirty = false;
      const frame = this.#program.draw(this.#terminal.size() ?? DEFAULT_SIZE);
      const changes = this.#sequences + frame.changes(this.#shown);
      this.#sequences = "";
      this.#shown = frame;
      if (changes !== "") await this.#stdout.write(changes);
    }
  }
}
