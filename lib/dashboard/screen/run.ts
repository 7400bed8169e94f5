/**
 * Runs the dashboard full screen.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import type { NodeClient } from "../../client/types.ts";
import { type ColourSystem, hasColour } from "../../output/colour.ts";
import { parseSortColumn, selectColumns } from "../../output/column_selection.ts";
import { escapeControls } from "../../output/text.ts";
import { headersOf } from "../../output/rows.ts";
import { Frame, type Size } from "../../output/screen/frame.ts";
import { runFullScreen, type ScreenSystem } from "../../output/screen/full_screen.ts";
import { loadSpecParser } from "../../resource/spec.ts";
import { findAction, VIEW_NAMES } from "../keys.ts";
import type { Spawn } from "../../platform/system.ts";
import type { DashboardPreferences } from "../../preferences/types.ts";
import type { ResolveTargets } from "../browse/command_line.ts";
import type { ActionContext } from "../actions/types.ts";
import { overviewView } from "../overview_view.ts";
import { DashboardSource } from "../source.ts";
import { nodeName } from "../types.ts";
import { Explorer } from "./browse/explorer.ts";
import { HelpPage } from "./help_page.ts";
import { FrameTimer } from "./frame_timer.ts";
import { NodesView } from "./nodes_view.ts";
import { createState, VIEWS } from "./state.ts";
import type { NameStore } from "../stored_names.ts";
import { drawTabs } from "./tabs.ts";

/** Options of {@linkcode runDashboard}. */
export interface DashboardOptions {
  readonly intervalMs: number;
  /** Headers of the overview; the default ones when empty. */
  readonly columns: readonly string[];
  readonly sortBy: string;
  readonly wide: boolean;
  /** Name of the context in the client configuration. */
  readonly contextName: string;
  readonly preferences: DashboardPreferences;
  /** Resolves target expressions to addresses. */
  readonly resolve: ResolveTargets;
  /** What actions are performed with; undefined while changes are not permitted. */
  readonly actions?: ActionContext | undefined;
  /** Names of nodes in earlier dashboards. */
  readonly names?: NameStore | undefined;
}

/** The parts of a command's context that the screen uses. */
export type DashboardSystem = ScreenSystem & ColourSystem & {
  readonly clock: Clock;
  readonly cwd: string;
  readonly spawn: Spawn;
};

/** Views of nodes; those with higher numbers are pages. */
const NODE_VIEWS = 3;

/**
 * Shows the dashboard until q or ^C is pressed.
 *
 * @throws {OsctlError} of kind `usage` for an unknown column.
 */
export async function runDashboard(
  system: DashboardSystem,
  client: NodeClient,
  { intervalMs, columns, sortBy, wide, contextName, names, actions, resolve, preferences }:
    DashboardOptions,
): Promise<void> {
  const { clock, env, signal } = system;
  const headers = headersOf(overviewView(() => 0), {});
  const selected = selectColumns(headers, columns, "the table")?.map((index) => headers[index]!);
  const order = sortBy === "" ? undefined : parseSortColumn(headers, sortBy, "the table");
  let failScreen = (error: unknown): void => {
    throw error;
  };
  let copy = (_text: string) => {};
  let quit = () => {};
  let redraw = () => {};
  const { callMs } = parseTimeouts(env);
  const fail = (error: unknown) => failScreen(error);
  using source = new DashboardSource({ client, clock, signal, intervalMs, callMs, fail, names });
  const timer = new FrameTimer(clock, () => redraw());
  const view = new NodesView(
    source,
    createState(client.nodes[0]!, intervalMs, {
      isWide: wide,
      sort: order && { header: headers[order.index]!, isDescending: order.isDescending },
    }),
  );
  /** Whether pages are shown instead of a view of nodes. */
  let showsPages = false;
  /** The keys, over the current view. */
  let help: HelpPage | undefined;
  const showView = (number: number) => {
    if (number > NODE_VIEWS) return explorer.showView(VIEW_NAMES[number - 1]!);
    showsPages = false;
    explorer.browser.hide();
    view.show(number);
    redraw();
  };
  const explorer = new Explorer({
    names: {
      get order() {
        return source.nodes.map(({ node }) => node);
      },
      nameOf(node) {
        const model = source.find(node);
        return model === undefined ? node : nodeName(model);
      },
    },
    target: { client, clock, signal, callMs, fail, changed: () => timer.request() },
    now: () => clock.now(),
    redraw: () => redraw(),
    copy: (text) => copy(text),
    fail,
    cwd: system.cwd,
    showView,
    showPages() {
      showsPages = true;
      view.hide();
    },
    quit: () => quit(),
    actions,
    resolve,
    preferences,
    spawn: system.spawn,
  });
  const { browser } = explorer;
  const header = () => ({
    context: escapeControls(contextName) + (actions === undefined ? "" : " (changes)"),
    cluster: escapeControls(source.cluster.name),
  });
  const drawPages = (size: Size, colour: boolean) => {
    const frame = new Frame(size);
    const now = clock.now();
    const current = showsPages
      ? VIEW_NAMES.indexOf(browser.page?.view ?? "")
      : VIEWS.indexOf(view.state.view);
    drawTabs(frame, current, source.nodes, { now, colour, ...header() });
    if (help === undefined) browser.draw(frame, { colour, now });
    else help.draw(frame, colour);
    return frame;
  };
  /** Handles a key; returns whether it ends the dashboard. */
  const press = (name: string): boolean => {
    if (browser.isTyping) {
      browser.type(name);
      return false;
    }
    browser.clearMessage();
    if (!showsPages && view.isTyping) return view.press(name);
    const action = findAction(["all"], name);
    if (help !== undefined) {
      if (help.press(name) === "close") help = undefined;
      return name === "ctrl-c";
    }
    if (action === "help") {
      const scopes = showsPages ? browser.page?.scopes ?? [] : ["nodes" as const];
      help = new HelpPage(browser, [...scopes, "all"]);
    } else if (action === "command") explorer.ask();
    else if (action === "act") explorer.askAction(currentNode());
    else if (action === "view") showView(Number(name) || 10);
    else if (action === "quit") return name === "ctrl-c" || explorer.mayQuit();
    else if (!showsPages) return view.press(name);
    else if (browser.press(name) === "leave") showView(1);
    return false;
  };
  /** The node that a key concerns. */
  const currentNode = () => (showsPages ? browser.page?.node : undefined) ?? view.state.node;
  const program = {
    usesWheel: true,
    draw(size: Size) {
      const startedAt = clock.now();
      const colour = hasColour(system);
      const frame = showsPages || help !== undefined ? drawPages(size, colour) : view.draw({
        now: startedAt,
        colour,
        overviewColumns: selected ?? [],
        ...header(),
      }, size).frame;
      browser.drawPrompt(frame, colour);
      timer.drawn(clock.now() - startedAt);
      return frame;
    },
    key(name: string) {
      const isOver = press(name);
      redraw();
      return isOver;
    },
  };
  // A module that is loaded during a full screen may erase a part of it.
  const [{ loadDialers }] = await Promise.all([
    import("../../rpc/mod.ts"),
    loadSpecParser(),
    actions && import("../actions/create_action.ts"),
  ]);
  await loadDialers();
  await runFullScreen(system, program, (screen) => {
    failScreen = screen.fail;
    redraw = screen.redraw;
    copy = screen.copy;
    quit = screen.end;
    timer.start(source.nodes.length);
    const unsubscribe = source.onChange(() => timer.request());
    // Sets what the source polls first.
    program.draw(system.terminal.size() ?? { columns: 80, rows: 24 });
    source.start();
    if (preferences.start !== undefined) explorer.run(preferences.start);
    return () => {
      unsubscribe();
      browser.hide();
      timer.stop();
    };
  });
}
