/**
 * Runs the dashboard full screen.
 *
 * @module
 */
import { parseSortColumn, selectColumns } from "../../output/column_selection.ts";
import { headersOf } from "../../output/rows.ts";
import { runFullScreen, type Screen } from "../../output/screen/full_screen.ts";
import { loadSpecParser } from "../../resource/spec.ts";
import type { DashboardPreferences } from "../../preferences/types.ts";
import type { Connection, Connector, Selection } from "../connect.ts";
import { overviewView } from "../overview_view.ts";
import {
  DashboardSession,
  type DashboardSystem,
  type SessionHost,
  type SessionOptions,
} from "./session.ts";

/** Options of {@linkcode runDashboard}. */
export interface DashboardOptions {
  readonly intervalMs: number;
  /** Headers of the overview; the default ones when empty. */
  readonly columns: readonly string[];
  readonly sortBy: string;
  readonly wide: boolean;
  readonly preferences: DashboardPreferences;
}

/**
 * Shows the dashboard until q or ^C is pressed, then closes its connection.
 *
 * @param connections The first connection, and what connects to other nodes.
 * @throws {OsctlError} of kind `usage` for an unknown column.
 */
export async function runDashboard(
  system: DashboardSystem,
  { connector, connection }: {
    readonly connector: Connector;
    readonly connection: Connection;
  },
  options: DashboardOptions,
): Promise<void> {
  let current: AsyncDisposable = connection;
  try {
    const screen = new SessionScreen(system, connector, toSessionOptions(options));
    current = screen;
    screen.show(connection);
    const { preferences: { start } } = options;
    // A module that is loaded during a full screen may erase a part of it.
    const [{ loadDialers }] = await Promise.all([
      import("../../rpc/mod.ts"),
      loadSpecParser(),
      connection.actions && import("../actions/create_action.ts"),
    ]);
    await loadDialers();
    await runFullScreen(system, {
      usesWheel: true,
      draw: (size) => screen.session.draw(size),
      key(name) {
        const isOver = screen.session.press(name);
        screen.redraw();
        return isOver;
      },
      paste(text) {
        screen.session.paste(text);
        screen.redraw();
      },
    }, (terminal) => {
      screen.start(terminal);
      if (start !== undefined) screen.session.explorer.run(start);
      return () => screen.end();
    });
  } finally {
    await current[Symbol.asyncDispose]();
  }
}

/** @throws {OsctlError} of kind `usage` for an unknown column. */
function toSessionOptions(
  { columns, sortBy, intervalMs, wide, preferences }: DashboardOptions,
): SessionOptions {
  const headers = headersOf(overviewView(() => 0), {});
  const selected = selectColumns(headers, columns, "the table")?.map((index) => headers[index]!);
  const order = sortBy === "" ? undefined : parseSortColumn(headers, sortBy, "the table");
  const sort = order && { header: headers[order.index]!, isDescending: order.isDescending };
  return { intervalMs, wide, preferences, columns: selected ?? [], sort };
}

/** The session on screen, which another one replaces when other nodes are selected. */
class SessionScreen implements SessionHost, AsyncDisposable {
  readonly #system: DashboardSystem;
  readonly #connector: Connector;
  readonly #options: SessionOptions;
  #session: DashboardSession | undefined;
  #terminal: Screen | undefined;
  #isOver = false;
  /** The last selection, while it is being connected to. */
  #pending: Selection | undefined;

  constructor(system: DashboardSystem, connector: Connector, options: SessionOptions) {
    this.#system = system;
    this.#connector = connector;
    this.#options = options;
  }

  get session(): DashboardSession {
    return this.#session!;
  }

  /** Creates the session of a connection. */
  show(connection: Connection): void {
    this.#session = new DashboardSession(this.#system, connection, this, this.#options);
  }

  start(terminal: Screen): void {
    this.#terminal = terminal;
    this.session.start();
  }

  /** Ends the screen; what is being connected to is closed. */
  end(): void {
    this.#isOver = true;
    this.session.explorer.browser.hide();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session?.[Symbol.asyncDispose]();
  }

  redraw(): void {
    this.#terminal?.redraw();
  }

  copy(text: string): void {
    this.#terminal?.copy(text);
  }

  quit(): void {
    this.#terminal?.end();
  }

  fail(error: unknown): void {
    if (this.#terminal === undefined) throw error;
    this.#terminal.fail(error);
  }

  choices() {
    return this.#connector.choices();
  }

  async select(selection: Selection): Promise<void> {
    const before = this.session;
    const number = before.viewNumber;
    this.#pending = selection;
    const isCurrent = () => this.#pending === selection && !this.#isOver;
    let connection: Connection;
    try {
      connection = await this.#connector.connect(selection);
    } catch (error) {
      // The user has selected other nodes meanwhile, or has quit.
      if (!isCurrent()) return;
      this.#pending = undefined;
      throw error;
    }
    if (!isCurrent()) return await connection[Symbol.asyncDispose]();
    this.#pending = undefined;
    this.show(connection);
    this.session.start();
    this.session.showView(number);
    await before[Symbol.asyncDispose]();
  }
}
