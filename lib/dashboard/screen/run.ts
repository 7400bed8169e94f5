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
import { runFullScreen, type ScreenSystem } from "../../output/screen/full_screen.ts";
import type { Size } from "../../output/screen/frame.ts";
import { loadSpecParser } from "../../resource/spec.ts";
import { overviewView } from "../overview_view.ts";
import { DashboardSource, type Focus } from "../source.ts";
import { drawDashboard, type DrawnDashboard } from "./draw.ts";
import type { NameStore } from "../stored_names.ts";
import {
  createState,
  currentTable,
  type DashboardState,
  pressDashboardKey,
  selectNode,
  showsLog,
} from "./state.ts";

/** Options of {@linkcode runDashboard}. */
export interface DashboardOptions {
  readonly intervalMs: number;
  /** Headers of the overview; the default ones when empty. */
  readonly columns: readonly string[];
  readonly sortBy: string;
  readonly wide: boolean;
  /** Name of the context in the client configuration. */
  readonly contextName: string;
  /** Names of nodes in earlier dashboards. */
  readonly names?: NameStore | undefined;
}

/** The parts of a command's context that the screen uses. */
export type DashboardSystem = ScreenSystem & ColourSystem & { readonly clock: Clock };

/** Least time between two frames for changed data, milliseconds; of few and of many nodes. */
const FRAME_MS = 250;
const SLOW_FRAME_MS = 1000;
const MANY_NODES = 20;
/** Interval at which ages are redrawn without changed data, milliseconds. */
const TICK_MS = 2000;

/**
 * Shows the dashboard until q or ^C is pressed.
 *
 * @throws {OsctlError} of kind `usage` for an unknown column.
 */
export async function runDashboard(
  system: DashboardSystem,
  client: NodeClient,
  { intervalMs, columns, sortBy, wide, contextName, names }: DashboardOptions,
): Promise<void> {
  const { clock, env, signal } = system;
  const headers = headersOf(overviewView(() => 0), {});
  const selected = selectColumns(headers, columns, "the table")?.map((index) => headers[index]!);
  const order = sortBy === "" ? undefined : parseSortColumn(headers, sortBy, "the table");
  let state = createState(client.nodes[0]!, intervalMs, {
    isWide: wide,
    sort: order && { header: headers[order.index]!, isDescending: order.isDescending },
  });
  let size: Size = { columns: 80, rows: 24 };
  let drawn: DrawnDashboard | undefined;
  let failScreen = (error: unknown): void => {
    throw error;
  };
  using source = new DashboardSource({
    client,
    clock,
    signal,
    intervalMs,
    callMs: parseTimeouts(env).callMs,
    fail: (error) => failScreen(error),
    names,
  });
  const viewer = source.addViewer();
  let focused = "";
  const focus = () => {
    const { view, pane, node, log } = state;
    const next: Focus = {
      visible: view === "overview" ? drawn?.visible ?? new Set() : new Set([node]),
      detail: view === "node" ? { node, pane } : undefined,
      log: showsLog(state) ? { node, source: log.source } : undefined,
      etcd: view === "etcd",
      events: view === "events",
    };
    const key = JSON.stringify({ ...next, visible: [...next.visible ?? []] });
    if (key === focused) return;
    focused = key;
    viewer.setFocus(next);
  };
  const draw = () => {
    const look = {
      now: clock.now(),
      colour: hasColour(system),
      overviewColumns: selected ?? [],
      context: escapeControls(contextName),
      cluster: escapeControls(source.cluster.name),
    };
    drawn = drawDashboard(state, source, look, size);
    focus();
    return drawn.frame;
  };
  let redraw = () => {};
  const program = {
    usesWheel: true,
    draw(current: Size) {
      size = current;
      return draw();
    },
    key(name: string) {
      const { view, log } = state;
      const model = source.find(state.node);
      const buffer = source.logOf(state.node, log.source);
      const next = pressDashboardKey(withRows(state, drawn), name, {
        nodes: source.nodes.map(({ node }) => node),
        page: drawn?.page ?? 1,
        logPage: drawn?.logPage ?? 1,
        logLines: buffer?.lines.length ?? 0,
        logCount: buffer?.count ?? 0,
        services: (model?.services ?? []).map(({ id }) => id),
      });
      if (next === undefined) return true;
      state = next;
      if (state.intervalMs !== source.intervalMs) source.intervalMs = state.intervalMs;
      if (view === "overview" && state.view === "node") state = selectShown(state, drawn);
      redraw();
      return false;
    },
  };
  const [{ loadDialers }] = await Promise.all([import("../../rpc/mod.ts"), loadSpecParser()]);
  await loadDialers();
  await runFullScreen(system, program, (screen) => {
    failScreen = screen.fail;
    redraw = screen.redraw;
    const frameMs = source.nodes.length > MANY_NODES ? SLOW_FRAME_MS : FRAME_MS;
    let cancelFrame: (() => void) | undefined;
    let cancelTick = () => {};
    const frame = () => {
      cancelFrame?.();
      cancelFrame = undefined;
      cancelTick();
      cancelTick = clock.after(TICK_MS, frame);
      screen.redraw();
    };
    cancelTick = clock.after(TICK_MS, frame);
    const unsubscribe = source.onChange(() => {
      cancelFrame ??= clock.after(frameMs, frame);
    });
    draw();
    source.start();
    return () => {
      unsubscribe();
      cancelFrame?.();
      cancelTick();
    };
  });
}

/** Returns the state with the rows on screen, which the cursor moves over. */
function withRows(state: DashboardState, drawn: DrawnDashboard | undefined): DashboardState {
  const name = currentTable(state);
  const rows = drawn?.table?.table;
  if (name === undefined || name !== drawn?.name || rows === undefined) return state;
  return { ...state, tables: { ...state.tables, [name]: { ...state.tables[name], table: rows } } };
}

/** Selects the row under the cursor, which is the first one of a filtered table. */
function selectShown(state: DashboardState, drawn: DrawnDashboard | undefined): DashboardState {
  const ids = drawn?.visible ?? new Set<string>();
  if (ids.has(state.node)) return state;
  const [first] = ids;
  return first === undefined ? state : selectNode(state, first);
}
