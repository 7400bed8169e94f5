/**
 * The views and pages over one connection.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import { OsctlError } from "../../errors.ts";
import { type ColourSystem, hasColour } from "../../output/colour.ts";
import { escapeControls } from "../../output/text.ts";
import { Frame, type Palette, type Size } from "../../output/screen/frame.ts";
import type { ScreenSystem } from "../../output/screen/full_screen.ts";
import type { ScreenSort } from "../../output/screen/table_state.ts";
import type { Writer } from "../../output/write_behind.ts";
import type { Spawn } from "../../platform/system.ts";
import type { DashboardPreferences } from "../../preferences/types.ts";
import { toPalette } from "../../dashboard_keys/colours.ts";
import { Keymap } from "../../dashboard_keys/keymap.ts";
import { VIEW_NAMES } from "../../dashboard_keys/keys.ts";
import type { Choices, Connection, Selection } from "../connect.ts";
import { DashboardSource } from "../source.ts";
import { nodeName } from "../types.ts";
import { Explorer } from "./browse/explorer.ts";
import { FrameTimer } from "./frame_timer.ts";
import { HelpPage } from "./help_page.ts";
import { NodesView } from "./nodes_view.ts";
import { createState, VIEWS } from "./state.ts";
import { drawTabs, viewKeys } from "./tabs.ts";

/** The parts of a command's context that the screen uses. */
export type DashboardSystem = ScreenSystem & ColourSystem & {
  readonly clock: Clock;
  readonly cwd: string;
  readonly spawn: Spawn;
  readonly stderr: Writer;
};

/** Options of {@linkcode DashboardSession}. */
export interface SessionOptions {
  readonly intervalMs: number;
  readonly wide: boolean;
  /** Headers of the overview; the default ones when empty. */
  readonly columns: readonly string[];
  readonly sort: ScreenSort | undefined;
  readonly preferences: DashboardPreferences;
}

/** The screen, as a session uses it. */
export interface SessionHost {
  redraw(): void;
  copy(text: string): void;
  quit(): void;
  /** Ends the dashboard with a bug. */
  fail(error: unknown): void;
  choices(): Promise<Choices>;
  /** Connects to other nodes, and shows them instead of this session. */
  select(selection: Selection): Promise<void>;
}

/** Views of nodes; those with higher numbers are pages. */
const NODE_VIEWS = 3;

/** The views over one connection. */
export class DashboardSession implements AsyncDisposable {
  readonly explorer: Explorer;
  readonly #system: DashboardSystem;
  readonly #connection: Connection;
  readonly #options: SessionOptions;
  readonly #stop = new AbortController();
  readonly #source: DashboardSource;
  readonly #view: NodesView;
  readonly #timer: FrameTimer;
  readonly #interrupt: () => void;
  readonly #keymap: Keymap;
  readonly #palette: Palette;
  /** Whether pages are shown instead of a view of nodes. */
  #showsPages = false;
  /** The keys, over the current view. */
  #help: HelpPage | undefined;
  /** Resolves when the screen was left. */
  readonly #left = Promise.withResolvers<void>();
  #printed = this.#left.promise;

  constructor(
    system: DashboardSystem,
    connection: Connection,
    host: SessionHost,
    options: SessionOptions,
  ) {
    const { clock, env } = system;
    const { client, actions, resolve, names, contextName, targets } = connection;
    const { intervalMs, preferences } = options;
    this.#system = system;
    this.#connection = connection;
    this.#options = options;
    this.#keymap = new Keymap(preferences.keys);
    this.#palette = toPalette(preferences.colors);
    this.#interrupt = () => this.#stop.abort(system.signal.reason);
    system.signal.addEventListener("abort", this.#interrupt, { once: true });
    if (system.signal.aborted) this.#interrupt();
    const { signal } = this.#stop;
    const { callMs } = parseTimeouts(env);
    const fail = (error: unknown) => host.fail(error);
    this.#source = new DashboardSource({ client, clock, signal, intervalMs, callMs, fail, names });
    this.#timer = new FrameTimer(clock, () => host.redraw());
    const source = this.#source;
    this.#view = new NodesView(
      source,
      createState(client.nodes[0]!, intervalMs, { isWide: options.wide, sort: options.sort }),
    );
    const showPages = () => {
      this.#showsPages = true;
      this.#view.hide();
    };
    this.explorer = new Explorer({
      names: {
        get order() {
          return source.nodes.map(({ node }) => node);
        },
        nameOf(node) {
          const model = source.find(node);
          return model === undefined ? node : nodeName(model);
        },
      },
      target: { client, clock, signal, callMs, fail, changed: () => this.#timer.request() },
      now: () => clock.now(),
      redraw: () => host.redraw(),
      copy: (text) => host.copy(text),
      fail,
      cwd: system.cwd,
      showView: (number) => this.showView(number),
      showPages,
      quit: () => host.quit(),
      printLast: (lines) => this.#printLast(lines),
      actions,
      resolve,
      preferences,
      spawn: system.spawn,
      keymap: this.#keymap,
      contexts: {
        current: { context: contextName, nodes: targets },
        showPages,
        choices: () => host.choices(),
        select: (selection) => host.select(selection),
      },
    });
    this.#redraw = () => host.redraw();
  }

  readonly #redraw: () => void;

  /** Starts to follow the nodes. */
  start(): void {
    this.#timer.start(this.#source.nodes.length);
    this.#source.onChange(() => this.#timer.request());
    // Sets what the source polls first.
    this.draw(this.#system.terminal.size() ?? { columns: 80, rows: 24 });
    this.#source.start();
  }

  /** Prints lines after the last frame: the command that continues a rolling change is among them. */
  #printLast(lines: readonly string[]): void {
    const text = lines.map((line) => `osctl: ${escapeControls(line)}\n`).join("");
    this.#printed = this.#printed.then(() => this.#system.stderr.write(text));
    this.#printed.catch(() => {}); // thrown at the end
  }

  /** Ends all streams and calls, and closes the connection. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#system.signal.removeEventListener("abort", this.#interrupt);
    this.explorer.browser.hide();
    this.#timer.stop();
    this.#source[Symbol.dispose]();
    this.#stop.abort(new OsctlError("cancelled", "the dashboard was closed"));
    this.#left.resolve();
    await this.explorer.endActions();
    await this.#printed;
    await this.#connection[Symbol.asyncDispose]();
  }

  /** The number of the view on screen, from 1 on. */
  get viewNumber(): number {
    if (!this.#showsPages) return VIEWS.indexOf(this.#view.state.view) + 1;
    return Math.max(VIEW_NAMES.indexOf(this.explorer.browser.page?.view ?? ""), 0) + 1;
  }

  /** Shows a view by its number. */
  showView(number: number): void {
    if (number > NODE_VIEWS) return this.explorer.showView(VIEW_NAMES[number - 1]!);
    this.#showsPages = false;
    this.explorer.browser.hide();
    this.#view.show(number);
    this.#redraw();
  }

  /** Draws the current view. */
  draw(size: Size): Frame {
    const { clock } = this.#system;
    const startedAt = clock.now();
    const colour = hasColour(this.#system);
    const frame = this.#showsPages || this.#help !== undefined
      ? this.#drawPages(size, colour)
      : this.#view.draw({
        now: startedAt,
        colour,
        overviewColumns: this.#options.columns,
        keymap: this.#keymap,
        palette: colour ? this.#palette : undefined,
        ...this.#header(),
      }, size).frame;
    this.explorer.browser.drawPrompt(frame, colour);
    this.#timer.drawn(clock.now() - startedAt);
    return frame;
  }

  #header() {
    const { contextName, targets, actions } = this.#connection;
    const changes = actions === undefined ? "" : " (changes)";
    const { name } = this.#source.cluster;
    return {
      context: escapeControls([contextName, ...targets].join(" ")) + changes,
      cluster: name === contextName ? "" : escapeControls(name),
    };
  }

  #drawPages(size: Size, colour: boolean): Frame {
    const { browser } = this.explorer;
    const frame = new Frame(size, colour ? this.#palette : undefined);
    const now = this.#system.clock.now();
    const current = this.#showsPages
      ? VIEW_NAMES.indexOf(browser.page?.view ?? "")
      : VIEWS.indexOf(this.#view.state.view);
    drawTabs(frame, current, this.#source.nodes, {
      now,
      colour,
      viewKeys: viewKeys(this.#keymap),
      ...this.#header(),
    });
    if (this.#help === undefined) browser.draw(frame, { colour, now });
    else this.#help.draw(frame, colour);
    return frame;
  }

  /** Handles a pasted text: it is part of a line, and never pressed keys. */
  paste(text: string): void {
    const { browser } = this.explorer;
    if (!browser.isTyping && (this.#showsPages || !this.#view.isTyping)) {
      const keys = ["command", "filter"].map((action) =>
        this.#keymap.labelOf(action === "command" ? "all" : "table", action)
      );
      return browser.say(`pasted text is ignored; press ${keys.join(" or ")} first`, true);
    }
    // deno-lint-ignore no-control-regex -- lines of a text are words of a line
    for (const char of text.trim().replace(/[\x00-\x1f\x7f]+/g, " ")) this.press(char);
  }

  /** Handles a key; returns whether it ends the dashboard. */
  press(name: string): boolean {
    const { explorer } = this;
    const { browser } = explorer;
    if (browser.isTyping) {
      browser.type(name);
      return false;
    }
    browser.clearMessage();
    if (!this.#showsPages && this.#view.isTyping) return this.#view.press(name);
    const action = this.#keymap.findAction(["all"], name);
    if (this.#help !== undefined) {
      if (this.#help.press(name) === "close") this.#help = undefined;
      return name === "ctrl-c";
    }
    if (action === "help") {
      const scopes = this.#showsPages ? browser.page?.scopes ?? [] : ["nodes" as const];
      this.#help = new HelpPage(browser, this.#keymap, [...scopes, "all"]);
    } else if (action === "command") explorer.ask();
    else if (action === "contexts") explorer.contexts.open();
    else if (action === "act") explorer.askAction(this.#currentNodes());
    else if (action?.startsWith("view-")) {
      this.showView(VIEW_NAMES.indexOf(action.slice("view-".length)) + 1);
    } else if (action === "quit") return name === "ctrl-c" || explorer.mayQuit();
    else if (!this.#showsPages) return this.#pressNodes(name);
    else if (browser.press(name) === "leave") this.showView(1);
    return false;
  }

  /** The nodes that a key concerns. */
  #currentNodes(): readonly string[] {
    if (!this.#showsPages) return this.#view.chosen;
    const { page } = this.explorer.browser;
    // A node of another view is not on screen.
    return page?.nodes ?? (page?.node === undefined ? [] : [page.node]);
  }

  /** Handles a key of the views of nodes; returns whether it ends the dashboard. */
  #pressNodes(name: string): boolean {
    const scopes = ["nodes", "all"] as const;
    if (this.#keymap.findAction(scopes, name) === "diff") {
      const { chosen } = this.#view;
      if (chosen.length > 1) this.explorer.run(`diff ${chosen.join(" ")}`);
      else {
        const mark = this.#keymap.labelOf("nodes", "mark");
        this.explorer.browser.say(`mark two nodes with ${mark} first`, true);
      }
      return false;
    }
    return this.#view.press(this.#keymap.toDefaultKey(scopes, name) ?? "");
  }
}
