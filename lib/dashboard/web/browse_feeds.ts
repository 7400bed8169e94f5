/**
 * Resources that pages show: pages with the same table share its watches.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { OsctlError } from "../../errors.ts";
import { findNodes, parseCommandLine } from "../browse/command_line.ts";
import type { FeedTarget } from "../browse/feed_target.ts";
import { ResourceFeed, type ResourceRow } from "../browse/resource_feed.ts";
import { RowView } from "../browse/row_view.ts";
import { TypeCatalog } from "../browse/type_catalog.ts";
import type { NodeNames } from "../browse/types.ts";

/** Time that a table stays open without a page, such as between two filters, milliseconds. */
const LINGER_MS = 10_000;

/** An open table. */
export interface OpenTable {
  readonly feed: ResourceFeed;
  readonly view: RowView<ResourceRow>;
  /** The filter of the command line. */
  readonly filter: string;
}

/** A table that a page uses. */
export interface TableHandle {
  /** Undefined while its type is read. */
  readonly table: OpenTable | undefined;
  /** Why there is no table. */
  readonly problem: string | undefined;
  close(): void;
}

interface Entry {
  users: number;
  table?: OpenTable;
  problem?: string;
  stop?: () => void;
  isClosed: boolean;
  cancelLinger?: (() => void) | undefined;
}

/** The tables of all pages. */
export class BrowseFeeds {
  readonly catalog: TypeCatalog;
  readonly #target: FeedTarget;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();

  constructor(target: Omit<FeedTarget, "changed">) {
    this.#target = {
      ...target,
      changed: () => {
        for (const listener of this.#listeners) listener();
      },
    };
    this.#clock = target.clock;
    this.catalog = new TypeCatalog(this.#target);
  }

  /** Calls the listener after changes of any table; the returned function unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens the table of a command line such as `links worker-1 -l app=web`. */
  open(line: string, names: NodeNames): TableHandle {
    let entry = this.#entries.get(line);
    // A failed one is tried again.
    if (entry === undefined || entry.problem !== undefined) {
      entry = { users: 0, isClosed: false };
      this.#entries.set(line, entry);
      this.#load(line, names, entry);
    }
    const own = entry;
    own.users++;
    own.cancelLinger?.();
    own.cancelLinger = undefined;
    let isOpen = true;
    return {
      get table() {
        return own.table;
      },
      get problem() {
        return own.problem;
      },
      close: () => {
        if (!isOpen) return;
        isOpen = false;
        if (--own.users > 0) return;
        own.cancelLinger = this.#clock.after(LINGER_MS, () => this.#close(line, own));
      },
    };
  }

  #close(line: string, entry: Entry): void {
    entry.isClosed = true;
    entry.stop?.();
    if (this.#entries.get(line) === entry) this.#entries.delete(line);
  }

  #load(line: string, names: NodeNames, entry: Entry): void {
    const { signal, fail, changed } = this.#target;
    this.#find(line, names).then((table) => {
      if (entry.isClosed) return;
      entry.table = table;
      entry.stop = table.feed.start();
      changed();
    }).catch((error) => {
      if (signal.aborted) return;
      if (!(error instanceof OsctlError)) return fail(error);
      entry.problem = error.hint === undefined ? error.message : `${error.message}; ${error.hint}`;
      changed();
    });
  }

  async #find(line: string, names: NodeNames): Promise<OpenTable> {
    const command = parseCommandLine(line);
    if (command === undefined) {
      throw new OsctlError("usage", "no resource type", { hint: "type one, such as members" });
    }
    const nodes = findNodes(command.words, names);
    const kind = await this.catalog.find(command.name, command.namespace);
    const feed = new ResourceFeed(this.#target, kind, nodes);
    return { feed, view: new RowView(feed), filter: command.filter };
  }
}
