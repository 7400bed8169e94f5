/**
 * The views of nodes: Overview, Node, etcd, Events.
 *
 * @module
 */
import type { Size } from "../../output/screen/frame.ts";
import type { DashboardSource, Focus, Viewer } from "../source.ts";
import { type DashboardLook, drawDashboard, type DrawnDashboard } from "./draw.ts";
import {
  currentTable,
  type DashboardState,
  pressDashboardKey,
  selectNode,
  showsLog,
} from "./state.ts";

/** The views with their state. */
export class NodesView {
  readonly #source: DashboardSource;
  readonly #viewer: Viewer;
  #state: DashboardState;
  #drawn: DrawnDashboard | undefined;
  #focused = "";
  readonly #marks = new Set<string>();

  constructor(source: DashboardSource, state: DashboardState) {
    this.#source = source;
    this.#viewer = source.addViewer();
    this.#state = state;
  }

  get state(): DashboardState {
    return this.#state;
  }

  /** The marked nodes in order; without any, the selected one. */
  get chosen(): readonly string[] {
    if (this.#marks.size === 0) return [this.#state.node];
    return this.#source.nodes.map(({ node }) => node).filter((node) => this.#marks.has(node));
  }

  /** Handles a key of marks; returns whether it is one. */
  #pressMark(key: string): boolean {
    const { node } = this.#state;
    if (key === "M" && this.#marks.size === 0) {
      for (const model of this.#source.nodes) this.#marks.add(model.node);
    } else if (key === "M") this.#marks.clear();
    else if (key === "escape" && this.#marks.size > 0 && !this.#hasFilter) this.#marks.clear();
    else if (key !== " ") return false;
    else if (!this.#marks.delete(node)) this.#marks.add(node);
    return true;
  }

  get #hasFilter(): boolean {
    const name = currentTable(this.#state);
    return name !== undefined && this.#state.tables[name].filter !== "";
  }

  /** Whether a filter is being typed. */
  get isTyping(): boolean {
    const name = currentTable(this.#state);
    return name !== undefined && this.#state.tables[name].isEditing;
  }

  /** Shows the view of a number key. */
  show(number: number): void {
    const next = pressDashboardKey(this.#state, String(number), this.#keyContext());
    if (next !== undefined) this.#state = next;
  }

  /** Draws the current view, for whose data the source polls from then on. */
  draw(look: Omit<DashboardLook, "marks">, size: Size): DrawnDashboard {
    const drawn = drawDashboard(this.#state, this.#source, { ...look, marks: this.#marks }, size);
    this.#drawn = drawn;
    const { view, pane, node, log } = this.#state;
    this.#setFocus({
      visible: view === "overview" ? drawn.visible : new Set([node]),
      detail: view === "node" ? { node, pane } : undefined,
      log: showsLog(this.#state) ? { node, source: log.source } : undefined,
      etcd: view === "etcd",
      events: view === "events",
    });
    return drawn;
  }

  /** Polls at long intervals only, while pages are shown. */
  hide(): void {
    this.#setFocus({ visible: new Set() });
  }

  #setFocus(next: Focus): void {
    const key = JSON.stringify({ ...next, visible: [...next.visible ?? []] });
    if (key === this.#focused) return;
    this.#focused = key;
    this.#viewer.setFocus(next);
  }

  /** Handles a key; returns whether it ends the program. */
  press(key: string): boolean {
    const { view } = this.#state;
    if (!this.isTyping && this.#pressMark(key)) {
      // As in other tables, the next row follows.
      return key === " " && view === "overview" ? this.press("down") : false;
    }
    const shown = withRows(this.#state, this.#drawn);
    const next = pressDashboardKey(shown, key, this.#keyContext());
    if (next === undefined) return true;
    this.#state = next;
    if (next.intervalMs !== this.#source.intervalMs) this.#source.intervalMs = next.intervalMs;
    if (view === "overview" && next.view === "node") {
      this.#state = selectShown(next, this.#drawn);
    }
    return false;
  }

  #keyContext() {
    const { node, log } = this.#state;
    const buffer = this.#source.logOf(node, log.source);
    return {
      nodes: this.#source.nodes.map((model) => model.node),
      page: this.#drawn?.page ?? 1,
      logPage: this.#drawn?.logPage ?? 1,
      logLines: buffer?.lines.length ?? 0,
      logCount: buffer?.count ?? 0,
      services: (this.#source.find(node)?.services ?? []).map(({ id }) => id),
    };
  }
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
