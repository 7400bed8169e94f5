/**
 * A line typed at the bottom of the screen.
 *
 * @module
 */
import type { Prompt } from "./page.ts";

/** Earlier lines of a prompt, latest last. */
const NO_HISTORY: readonly string[] = [];

/** A prompt with its line. */
export class LineEditor {
  readonly prompt: Prompt;
  #text: string;
  /** Index in the history; its length for the line that is typed. */
  #place: number;
  /** The typed line, while an earlier one is shown. */
  #typed = "";
  /** Lines that Tab offers, and the one it shows. */
  #candidates: readonly string[] = [];
  #candidate = -1;

  constructor(prompt: Prompt) {
    this.prompt = prompt;
    this.#text = prompt.text ?? "";
    this.#place = (prompt.history ?? NO_HISTORY).length;
  }

  get text(): string {
    return this.#text;
  }

  /** The completions, of which Tab inserts the next one. */
  get candidates(): readonly string[] {
    if (this.#candidate >= 0) return this.#candidates;
    return this.prompt.complete?.(this.#text) ?? [];
  }

  /** The index of the inserted completion; -1 for none. */
  get candidate(): number {
    return this.#candidate;
  }

  /** Handles a key; returns whether the line ends: `done`, `cancelled`, or undefined to go on. */
  press(key: string): "done" | "cancelled" | undefined {
    switch (key) {
      case "enter":
        return "done";
      case "escape":
      case "ctrl-c":
        return "cancelled";
      case "tab":
      case "shift-tab":
        this.#complete(key === "tab" ? 1 : -1);
        return undefined;
      case "up":
      case "down":
        this.#recall(key === "up" ? -1 : 1);
        return undefined;
      case "backspace":
        this.#set([...this.#text].slice(0, -1).join(""));
        return undefined;
      case "ctrl-u":
        this.#set("");
        return undefined;
      case "ctrl-w":
        this.#set(this.#text.replace(/\S*\s*$/, ""));
        return undefined;
    }
    // Other keys have names of several characters.
    if ([...key].length === 1) this.#set(this.#text + key);
    return undefined;
  }

  #set(text: string): void {
    this.#candidate = -1;
    this.#text = text;
    this.prompt.changed?.(text);
  }

  #complete(step: 1 | -1): void {
    const { candidates } = this;
    if (candidates.length === 0) return;
    const next = this.#candidate < 0
      ? step > 0 ? 0 : candidates.length - 1
      : (this.#candidate + step + candidates.length) % candidates.length;
    this.#set(candidates[next]!);
    this.#candidates = candidates;
    // With a single completion, Tab goes on from the inserted line.
    this.#candidate = candidates.length === 1 ? -1 : next;
  }

  #recall(step: 1 | -1): void {
    const history = this.prompt.history ?? NO_HISTORY;
    const place = this.#place + step;
    if (place < 0 || place > history.length) return;
    if (this.#place === history.length) this.#typed = this.#text;
    this.#place = place;
    this.#set(history[place] ?? this.#typed);
  }
}
