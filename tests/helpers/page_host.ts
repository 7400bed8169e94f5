/**
 * Pages of the dashboard without a terminal.
 *
 * @module
 */
import type { Page, PageHost, Prompt } from "../../lib/dashboard/screen/browse/page.ts";
import type { NodeNames } from "../../lib/dashboard/browse/types.ts";
import type { Scope } from "../../lib/dashboard_keys/keys.ts";
import { DEFAULT_KEYMAP } from "../../lib/dashboard_keys/keymap.ts";
import { Frame, type Size } from "../../lib/output/screen/frame.ts";

/** A host that records what pages do. */
export class FakeHost implements PageHost {
  readonly opened: Page[] = [];
  readonly said: string[] = [];
  readonly copied: string[] = [];
  readonly saved: { path: string; text: string }[] = [];
  prompt: Prompt | undefined;
  time = Date.UTC(2026, 0, 2, 3, 4, 5);
  readonly names: NodeNames;

  constructor(names: NodeNames) {
    this.names = names;
  }

  now(): number {
    return this.time;
  }

  redraw(): void {}

  open(page: Page): void {
    this.opened.push(page);
  }

  back(): void {
    this.opened.pop();
  }

  ask(prompt: Prompt): void {
    this.prompt = prompt;
  }

  say(text: string): void {
    this.said.push(text);
  }

  labelOf(scope: Scope, action: string): string {
    return DEFAULT_KEYMAP.labelOf(scope, action);
  }

  copy(text: string): void {
    this.copied.push(text);
  }

  save(name: string, content: (path: string) => string | Promise<string>): void {
    this.run(async () => {
      this.saved.push({ path: name, text: await content(name) });
    });
  }

  runPlugin(): void {}

  columnsOf(): undefined {}

  readonly running: Promise<void>[] = [];

  run(work: () => Promise<void>): void {
    this.running.push(work());
  }

  /** Presses keys of a page; returns whether each had an effect. */
  press(page: Page, ...keys: string[]): boolean[] {
    return keys.map((key) => {
      const action = DEFAULT_KEYMAP.findAction([...page.scopes, "all"], key);
      return action !== undefined && page.press(action, key);
    });
  }

  /** Draws a page. */
  frame(page: Page, size: Size, colour = false): Frame {
    const frame = new Frame(size);
    page.draw({ frame, top: 0, end: size.rows, colour, now: this.time });
    return frame;
  }

  /** Returns the lines of a page. */
  lines(page: Page, size: Size): string[] {
    return this.frame(page, size).toString().split("\n");
  }
}
