/**
 * The keys of a view, over it.
 *
 * @module
 */
import type { Frame } from "../../output/screen/frame.ts";
import { helpLines } from "../help.ts";
import type { Keymap } from "../../dashboard_keys/keymap.ts";
import type { Scope } from "../../dashboard_keys/keys.ts";
import { drawStatusLine } from "./browse/browser.ts";
import type { PageHost } from "./browse/page.ts";
import { TextPage } from "./browse/text_page.ts";

/** The keys. */
export class HelpPage {
  readonly #page: TextPage;
  readonly #keymap: Keymap;

  /** @param scopes The scopes of the view, the most specific first. */
  constructor(host: PageHost, keymap: Keymap, scopes: readonly Scope[]) {
    this.#keymap = keymap;
    const lines = helpLines(scopes, keymap);
    const text = lines.map((line) => line.text).join("\n");
    const titles = new Set(lines.filter(({ isTitle }) => isTitle).map((line) => line.text));
    this.#page = new TextPage(host, {
      title: "Keys",
      fileName: "keys.txt",
      text: () => text,
      style: (line) => titles.has(line) ? "1" : "",
    });
  }

  draw(frame: Frame, colour: boolean): void {
    const { rows } = frame.size;
    frame.text(0, 1, "Keys", colour ? "1;33" : "1");
    this.#page.draw({ frame, top: 2, end: rows - 1, colour, now: 0 });
    drawStatusLine(frame, [
      `${this.#keymap.labelOf("all", "back")}: close`,
      ...this.#page.status(),
    ]);
  }

  /** Handles a key; `close` ends the help, as keys without another meaning do. */
  press(key: string): "close" | undefined {
    const action = this.#keymap.findAction(["text", "all"], key);
    if (action === "back" && this.#page.escape()) return undefined;
    if (action !== undefined && this.#page.press(action)) return undefined;
    return "close";
  }
}
