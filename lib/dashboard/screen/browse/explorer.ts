/**
 * Runs the command lines of the dashboard.
 *
 * @module
 */
import { type BrowseCommand, findNodes, parseCommandLine } from "../../browse/command_line.ts";
import type { FeedTarget } from "../../browse/feed_target.ts";
import { TypeCatalog } from "../../browse/type_catalog.ts";
import { VIEW_NAMES } from "../../keys.ts";
import { Browser, type BrowserOptions } from "./browser.ts";
import { createResourcePage, type ResourceContext } from "./open_resources.ts";

/** What command lines need from the screen. */
export interface ExplorerOptions extends BrowserOptions {
  readonly target: FeedTarget;
  /** Shows a view by its number, from 1 on. */
  showView(number: number): void;
  /** Shows the pages instead of a view. */
  showPages(): void;
  quit(): void;
}

/** The type whose resources are the types. */
const TYPES = "resourcedefinitions";

/** Commands that are no resource types. */
const QUIT = ["q", "quit", "exit"];

/** Runs command lines. */
export class Explorer {
  readonly browser: Browser;
  readonly #options: ExplorerOptions;
  readonly #context: ResourceContext;
  readonly #history: string[] = [];

  constructor(options: ExplorerOptions) {
    this.#options = options;
    this.browser = new Browser(options);
    const { target } = options;
    this.#context = { host: this.browser, target, catalog: new TypeCatalog(target) };
  }

  /** Asks for a command line. */
  ask(): void {
    this.#context.catalog.preload();
    this.browser.ask({
      label: ":",
      history: this.#history,
      complete: (text) => this.#complete(text),
      done: (line) => {
        if (line.trim() === "") return;
        if (this.#history.at(-1) !== line) this.#history.push(line);
        this.run(line);
      },
    });
  }

  /** Shows the last page, or all types. */
  showResources(): void {
    this.#options.showPages();
    this.#context.catalog.preload();
    if (!this.browser.resume()) this.run(TYPES);
  }

  /** Runs a command line. */
  run(line: string): void {
    const { showView, quit, names } = this.#options;
    this.browser.run(async () => {
      const command = parseCommandLine(line);
      if (command === undefined) return;
      if (QUIT.includes(command.name)) return quit();
      const view = VIEW_NAMES.indexOf(command.name.toLowerCase());
      if (view >= 0) return showView(view + 1);
      const nodes = findNodes(command.words, names);
      await this.#openType(command, nodes);
    });
  }

  async #openType(command: BrowseCommand, nodes: readonly string[]): Promise<void> {
    const { name, words, namespace, filter } = command;
    this.browser.say(`opening ${name} …`);
    const kind = await this.#context.catalog.find(name, namespace);
    const where = words.length === 0 ? "" : ` ${words.join(" ")}`;
    const title = `${kind.definition.displayType}${where}`;
    this.browser.clearMessage();
    this.#options.showPages();
    this.browser.open(createResourcePage(this.#context, kind, { nodes, title, filter }));
  }

  /** Returns the lines that can follow: types and views, then nodes. */
  #complete(text: string): readonly string[] {
    const start = text.lastIndexOf(" ") + 1;
    const typed = text.slice(start);
    if (start === 0) {
      const views = VIEW_NAMES.filter((name) => name.startsWith(typed));
      const types = this.#context.catalog.suggest(typed).map(({ name }) => name);
      return typed === "" ? [...views, ...types] : [...new Set([...types, ...views])];
    }
    const { order, nameOf } = this.#options.names;
    return order.map(nameOf).filter((name) => name.startsWith(typed))
      .map((name) => text.slice(0, start) + name);
  }
}
