/**
 * Runs the command lines of the dashboard.
 *
 * @module
 */
import {
  type BrowseCommand,
  findTargets,
  isNodeNamed,
  parseCommandLine,
  type ResolveTargets,
} from "../../browse/command_line.ts";
import type { FeedTarget } from "../../browse/feed_target.ts";
import { TypeCatalog } from "../../browse/type_catalog.ts";
import { VIEW_NAMES } from "../../../dashboard_keys/keys.ts";
import { isExpression } from "../../../targets/is_expression.ts";
import { BUILT_IN_GROUPS } from "../../../targets/parse.ts";
import type { Spawn } from "../../../platform/system.ts";
import type { DashboardPreferences } from "../../../preferences/types.ts";
import { askPlugin } from "./open_plugin.ts";
import { ACTIONS } from "../../actions/names.ts";
import type { ActionContext } from "../../actions/types.ts";
import { createActionPage, type RunningAction } from "./action_page.ts";
import { Browser, type BrowserOptions } from "./browser.ts";
import { CONTEXT_COMMANDS, type ContextOptions, Contexts, isTarget } from "./contexts.ts";
import { OsctlError } from "../../../errors.ts";
import { createConfigDiffPage } from "./open_diff.ts";
import { createFilesPage } from "./open_files.ts";
import { openNetwork } from "./open_network.ts";
import type { BrowseContext } from "./context.ts";
import { createResourcePage } from "./open_resources.ts";
import {
  createContainersPage,
  createEventsPage,
  createLogPage,
  createProcessesPage,
  createServicesPage,
  toSources,
  type ViewSelection,
} from "./open_views.ts";
import type { Page } from "./page.ts";

/** What command lines need from the screen. */
export interface ExplorerOptions extends Omit<BrowserOptions, "runPlugin" | "columnsOf"> {
  readonly target: FeedTarget;
  /** Shows a view by its number, from 1 on. */
  showView(number: number): void;
  /** Shows the pages instead of a view. */
  showPages(): void;
  quit(): void;
  /** Prints what an action reports after the end of the dashboard. */
  printLast(lines: readonly string[]): void;
  readonly resolve: ResolveTargets;
  readonly preferences: DashboardPreferences;
  readonly spawn: Spawn;
  /** What actions are performed with; undefined while changes are not permitted. */
  readonly actions: ActionContext | undefined;
  readonly contexts: ContextOptions;
}

/** The type whose resources are the types. */
const TYPES = "resourcedefinitions";

/** Views of nodes, which are not pages. */
const NODE_VIEWS = ["overview", "node", "etcd"];

/** Pages of views. */
const VIEW_PAGES: Readonly<
  Record<string, (context: BrowseContext, selection: ViewSelection) => Page>
> = {
  logs: createServicesPage,
  events: createEventsPage,
  processes: createProcessesPage,
  containers: createContainersPage,
};

/** Returns an absolute path without a slash at its end. */
function toFolder(path = "/"): string {
  const folder = `/${path}`.replaceAll(/\/+/g, "/").replace(/\/$/, "");
  return folder === "" ? "/" : folder;
}

/** Returns how many of the last words of an action are no nodes. */
function argumentCount(name: string, last: string): number {
  if (ACTIONS[name]!.startsWith("<")) return 1;
  return name === "reboot" && last === "drain" ? 1 : 0;
}

/** Why actions are rejected. */
const CHANGES_OFF = "changes are not permitted; start the dashboard with --allow-changes";

/** The command that compares configurations. */
const DIFF = "diff";

/** Commands that end the dashboard. */
const QUIT = ["q", "quit", "exit"];

/** Runs command lines. */
export class Explorer {
  readonly browser: Browser;
  readonly contexts: Contexts;
  readonly #options: ExplorerOptions;
  readonly #context: BrowseContext;
  readonly #history: string[] = [];
  readonly #running: RunningAction[] = [];
  #isWarned = false;

  constructor(options: ExplorerOptions) {
    this.#options = options;
    const { target, preferences, spawn } = options;
    this.browser = new Browser({
      ...options,
      runPlugin: (columns, rows) => askPlugin(this.#context, columns, rows),
      columnsOf: (...names) =>
        names.map((name) => preferences.columns.get(name)).find((columns) => columns !== undefined),
    });
    const catalog = new TypeCatalog(target);
    this.#context = { host: this.browser, target, catalog, preferences, spawn };
    this.contexts = new Contexts(this.browser, options.contexts, () => {
      const running = this.#describeRunning();
      return running && `in progress: ${running}; select other nodes after its end`;
    });
  }

  /** Asks for a command line. */
  ask(): void {
    this.#context.catalog.preload();
    this.contexts.preload();
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

  /** Asks for an action on nodes. */
  askAction(nodes: readonly string[]): void {
    const { actions, names } = this.#options;
    if (actions === undefined) return this.browser.say(CHANGES_OFF, true);
    if (nodes.length === 0) return this.browser.say("this page is of no node; name one", true);
    const all = nodes.map((node) => names.nameOf(node));
    const name = all.length === 1 ? all[0]! : `${all.length} nodes`;
    const list = Object.entries(ACTIONS).map(([action, needed]) => `${action} ${needed}`.trim());
    this.browser.ask({
      label: `action on ${name} (${list.join(", ")}): `,
      complete: (text) => Object.keys(ACTIONS).filter((action) => action.startsWith(text)),
      done: (line) => {
        const [action, ...words] = line.trim().split(/\s+/);
        if (action) this.run([action, ...all, ...words].join(" "));
      },
    });
  }

  /** Waits for the actions that the end of the dashboard stops. */
  async endActions(): Promise<void> {
    await Promise.all(this.#running.map(({ end }) => end));
  }

  /** Reports whether the dashboard may end: the first time not, while an action is in progress. */
  mayQuit(): boolean {
    const running = this.#describeRunning();
    if (running === undefined || this.#isWarned) return true;
    this.#isWarned = true;
    this.browser.say(`in progress: ${running}; press q again to leave it`, true);
    return false;
  }

  #describeRunning(): string | undefined {
    const titles = this.#running.flatMap(({ isOver, title }) => isOver ? [] : [title]);
    return titles.length === 0 ? undefined : titles.join(", ");
  }

  async #openAction({ name, words }: BrowseCommand): Promise<void> {
    const { actions, names, target } = this.#options;
    if (actions === undefined) throw new OsctlError("usage", CHANGES_OFF);
    if (words.length === 0) {
      throw new OsctlError("usage", `"${name}" requires a node`, {
        hint: `use :${name} <node> ${ACTIONS[name]}`.trimEnd(),
      });
    }
    const count = words.length > 1 ? argumentCount(name, words.at(-1)!) : 0;
    const nodeWords = words.slice(0, words.length - count);
    const nodes = await this.#findTargets(nodeWords);
    // Kubernetes, procedures and configurations are not loaded by a dashboard that only shows.
    const { createAction } = await import("../../actions/create_action.ts");
    const action = createAction(actions, {
      name,
      nodes,
      words: words.slice(nodeWords.length),
      nameOf: names.nameOf,
    });
    const started = (running: RunningAction) => {
      this.#isWarned = false;
      this.#running.push(running);
    };
    this.#options.showPages();
    this.browser.open(createActionPage(this.browser, target, {
      action,
      nodes,
      expression: isExpression(nodeWords) ? nodeWords.join(" ") : undefined,
      started,
      left: (lines) => this.#options.printLast(lines),
    }));
  }

  /** Shows the last page of a view, else opens it. */
  showView(name: string): void {
    this.#options.showPages();
    if (!this.browser.showLast(name)) this.run(name);
  }

  /**
   * Runs a command line.
   *
   * @param isView Whether it is of a view of the preferences, which runs no other one.
   */
  run(line: string, isView = false): void {
    const { showView, quit } = this.#options;
    this.browser.run(async () => {
      const command = parseCommandLine(line);
      if (command === undefined) return;
      if (QUIT.includes(command.name)) return quit();
      const name = command.name.toLowerCase();
      if (CONTEXT_COMMANDS.includes(name)) return this.contexts.run(command.words);
      if (isTarget(name)) return this.contexts.run([command.name, ...command.words]);
      if (NODE_VIEWS.includes(name)) return showView(VIEW_NAMES.indexOf(name) + 1);
      if (VIEW_NAMES.includes(name)) return await this.#openView(name, command);
      if (name === DIFF) return await this.#openDiff(command);
      if (Object.hasOwn(ACTIONS, name)) return await this.#openAction({ ...command, name });
      const own = this.#options.preferences.views.get(command.name);
      if (own !== undefined && !isView) return this.run(own, true);
      await this.#openType(command, await this.#findTargets(command.words));
    });
  }

  #findTargets(words: readonly string[]): Promise<string[]> {
    const { names, resolve } = this.#options;
    return findTargets(words, names, resolve);
  }

  async #openDiff({ words }: BrowseCommand): Promise<void> {
    const nodes = await this.#findTargets(words);
    if (nodes.length < 2) {
      throw new OsctlError("usage", "one configuration has nothing to be compared with", {
        hint: "name two nodes, such as :diff worker-1 worker-2",
      });
    }
    this.#options.showPages();
    this.browser.open(createConfigDiffPage(this.#context, nodes));
  }

  async #openView(name: string, { words, filter }: BrowseCommand): Promise<void> {
    const { names } = this.#options;
    const context = this.#context;
    const isNode = (word: string) =>
      isExpression([word]) ||
      names.order.some((node) => isNodeNamed(node, names.nameOf(node), word));
    // A word that names no node is a service or a folder.
    const isMixed = name === "logs" || name === "files";
    const nodeWords = isMixed ? words.filter(isNode) : words;
    const [first, ...others] = isMixed ? words.filter((word) => !isNode(word)) : [];
    const selection = {
      nodes: await this.#findTargets(nodeWords),
      filter,
      where: nodeWords.length === 0 ? "" : ` on ${nodeWords.join(" ")}`,
    };
    if (name === "resources") return this.run(`${TYPES} ${words.join(" ")}`);
    this.#options.showPages();
    if (name === "network") return openNetwork(context, selection);
    this.browser.open(
      name === "logs" && first !== undefined
        ? createLogPage(context, toSources(selection.nodes, [first, ...others]))
        : name === "files"
        ? createFilesPage(context, selection, toFolder(first))
        : VIEW_PAGES[name]!(context, selection),
    );
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
      const actions = this.#options.actions === undefined ? [] : Object.keys(ACTIONS);
      if (isTarget(typed)) return this.contexts.complete(typed);
      const own = this.#options.preferences.views.keys();
      const views = [...VIEW_NAMES, ...own, DIFF, ...CONTEXT_COMMANDS, ...actions]
        .filter((name) => name.startsWith(typed));
      const types = this.#context.catalog.suggest(typed).map(({ name }) => name);
      return typed === "" ? [...views, ...types] : [...new Set([...types, ...views])];
    }
    if (CONTEXT_COMMANDS.includes(text.slice(0, text.indexOf(" ")))) {
      return this.contexts.complete(typed).map((name) => text.slice(0, start) + name);
    }
    const { order, nameOf } = this.#options.names;
    const targets = BUILT_IN_GROUPS.map((group) => `@${group}`);
    const all = [...order.map(nameOf), ...typed.startsWith("@") ? targets : []];
    return all.filter((name) => name.startsWith(typed))
      .map((name) => text.slice(0, start) + name);
  }
}
