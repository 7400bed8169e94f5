/**
 * A page with a list of which one entry is selected.
 *
 * @module
 */
import { textWidth } from "../../../output/screen/char_width.ts";
import { formatCount } from "../../../output/text.ts";
import type { Canvas, Page, PageHost } from "./page.ts";
import { clampIndex, moveBy, scrollTo } from "./scroll.ts";

/** An entry. */
export interface PickerChoice {
  readonly text: string;
  readonly detail: string;
  /** Whether it is selected now. */
  readonly isCurrent: boolean;
  select(): void;
}

/** A list of choices. */
export class PickerPage implements Page {
  readonly title: string;
  readonly view = "";
  readonly scopes = ["picker"] as const;
  readonly isDetail = false;
  readonly #host: PageHost;
  readonly #choices: () => readonly PickerChoice[];
  #filter = "";
  /** Index of the cursor; the selected entry until it is moved. */
  #cursor: number | undefined;
  #offset = 0;
  #page = 1;

  /** @param choices Read again before each frame. */
  constructor(host: PageHost, { title, choices }: {
    readonly title: string;
    choices(): readonly PickerChoice[];
  }) {
    this.title = title;
    this.#host = host;
    this.#choices = choices;
  }

  start(): () => void {
    return () => {};
  }

  get #shown(): readonly PickerChoice[] {
    const wanted = this.#filter.toLowerCase();
    return this.#choices().filter(({ text, detail }) =>
      `${text} ${detail}`.toLowerCase().includes(wanted)
    );
  }

  #index(shown: readonly PickerChoice[]): number {
    return clampIndex(
      this.#cursor ?? shown.findIndex(({ isCurrent }) => isCurrent),
      shown.length,
    );
  }

  draw({ frame, top, end, colour }: Canvas): void {
    const shown = this.#shown;
    const cursor = this.#index(shown);
    this.#page = Math.max(end - top, 1);
    this.#offset = scrollTo(this.#offset, cursor, shown.length, this.#page);
    const width = Math.max(...shown.map(({ text }) => textWidth(text)), 0);
    for (const [at, choice] of shown.slice(this.#offset, this.#offset + this.#page).entries()) {
      const isSelected = this.#offset + at === cursor;
      const row = top + at;
      const style = isSelected ? "7" : "";
      if (isSelected) frame.fill(0, row, style);
      frame.text(0, row, choice.isCurrent ? "*" : " ", style);
      frame.text(2, row, choice.text, isSelected ? style : choice.isCurrent ? "1" : "");
      frame.text(2 + width + 2, row, choice.detail, style || (colour ? "2" : ""));
    }
    if (shown.length === 0) frame.text(0, top, "no entry matches", colour ? "2" : "");
  }

  press(action: string): boolean {
    const shown = this.#shown;
    const by = moveBy(action, this.#page);
    if (by !== undefined) {
      this.#cursor = clampIndex(this.#index(shown) + by, shown.length);
      return true;
    }
    if (action === "select") {
      shown[this.#index(shown)]?.select();
      return true;
    }
    if (action !== "filter") return false;
    const set = (text: string) => {
      this.#filter = text;
      this.#cursor = undefined;
    };
    this.#host.ask({
      label: "/",
      text: this.#filter,
      changed: set,
      done: set,
      cancelled: () => set(""),
    });
    return true;
  }

  escape(): boolean {
    if (this.#filter === "") return false;
    this.#filter = "";
    return true;
  }

  status(): readonly string[] {
    return [
      formatCount(this.#shown.length, "entry", "entries"),
      ...this.#filter === "" ? [] : [`filter: ${this.#filter}`],
    ];
  }
}
