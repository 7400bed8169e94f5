/**
 * Tables and logs that pages show: pages with the same content share its watches and streams.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { OsctlError } from "../../errors.ts";
import type { Definition } from "../../resource/definitions.ts";
import { findNodes, isNodeNamed, parseCommandLine } from "../browse/command_line.ts";
import { createConnectionFeed } from "../browse/connection_feed.ts";
import { createContainerFeed } from "../browse/container_feed.ts";
import type { FeedTarget } from "../browse/feed_target.ts";
import { LogFeed } from "../browse/log_feed.ts";
import type { LogSource } from "../browse/log_lines.ts";
import { createProcessFeed } from "../browse/process_feed.ts";
import { ResourceFeed } from "../browse/resource_feed.ts";
import { RowView } from "../browse/row_view.ts";
import { createServiceFeed } from "../browse/service_feed.ts";
import { TypeCatalog } from "../browse/type_catalog.ts";
import type { BrowseRow, Feed, NodeNames } from "../browse/types.ts";
import type { BrowseViewName, PageView } from "./page_view.ts";

/** Time that content stays open without a page, such as between two filters, milliseconds. */
const LINGER_MS = 10_000;

/** An open table. */
export interface OpenTable {
  readonly title: string;
  readonly feed: Feed;
  readonly view: RowView;
  /** The filter of the command line. */
  readonly filter: string;
  /** The type of resources. */
  readonly definition?: Definition;
}

/** What a page shows: a table, or logs. */
export interface OpenContent {
  readonly table?: OpenTable;
  readonly log?: LogFeed;
}

/** Content that a page uses. */
export interface ContentHandle {
  /** Undefined while its type is read. */
  readonly content: OpenContent | undefined;
  /** Why there is no content. */
  readonly problem: string | undefined;
  close(): void;
}

interface Entry {
  users: number;
  content?: OpenContent;
  problem?: string;
  stop?: (() => void) | undefined;
  isClosed: boolean;
  cancelLinger?: (() => void) | undefined;
}

/** Tables besides resources, by the view. */
const TABLES: Readonly<
  Record<
    Exclude<BrowseViewName, "resources">,
    readonly [title: string, create: (target: FeedTarget, nodes: readonly string[]) => Feed]
  >
> = {
  logs: ["Services", createServiceFeed],
  containers: ["Containers", createContainerFeed],
  processes: ["Processes of all nodes", createProcessFeed],
  connections: ["Connections", createConnectionFeed],
};

/** Returns the log that a row opens; undefined for none. */
export function logOfRow(row: BrowseRow | undefined): LogSource | undefined {
  const { log } = (row ?? {}) as { readonly log?: LogSource };
  return log === undefined || log.id === "" ? undefined : log;
}

/** The content of all pages. */
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

  /** Calls the listener after changes of any content; the returned function unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens the content of a view, such as resources by `links worker-1 -l app=web`. */
  open(
    { view, type, line }: Pick<PageView, "type" | "line"> & { readonly view: BrowseViewName },
    names: NodeNames,
  ): ContentHandle {
    const text = view === "resources" ? type : line;
    return this.#open(
      `${view}\0${text}`,
      () => view === "resources" ? this.#findResources(text, names) : this.#find(view, text, names),
    );
  }

  /** Opens logs. */
  openLog(sources: readonly LogSource[]): ContentHandle {
    return this.#open(
      JSON.stringify(sources),
      () => Promise.resolve({ log: new LogFeed(this.#target, sources) }),
    );
  }

  #open(key: string, create: () => Promise<OpenContent>): ContentHandle {
    let entry = this.#entries.get(key);
    // A failed one is tried again.
    if (entry === undefined || entry.problem !== undefined) {
      entry = { users: 0, isClosed: false };
      this.#entries.set(key, entry);
      this.#load(create, entry);
    }
    const own = entry;
    own.users++;
    own.cancelLinger?.();
    own.cancelLinger = undefined;
    let isOpen = true;
    return {
      get content() {
        return own.content;
      },
      get problem() {
        return own.problem;
      },
      close: () => {
        if (!isOpen) return;
        isOpen = false;
        if (--own.users > 0) return;
        own.cancelLinger = this.#clock.after(LINGER_MS, () => this.#close(key, own));
      },
    };
  }

  #close(key: string, entry: Entry): void {
    entry.isClosed = true;
    entry.stop?.();
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
  }

  #load(create: () => Promise<OpenContent>, entry: Entry): void {
    const { signal, fail, changed } = this.#target;
    create().then((content) => {
      if (entry.isClosed) return;
      entry.content = content;
      entry.stop = (content.log ?? content.table?.feed)?.start();
      changed();
    }).catch((error) => {
      if (signal.aborted) return;
      if (!(error instanceof OsctlError)) return fail(error);
      entry.problem = error.hint === undefined ? error.message : `${error.message}; ${error.hint}`;
      changed();
    });
  }

  async #findResources(line: string, names: NodeNames): Promise<OpenContent> {
    const command = parseCommandLine(line);
    if (command === undefined) {
      throw new OsctlError("usage", "no resource type", { hint: "type one, such as members" });
    }
    const nodes = findNodes(command.words, names);
    const kind = await this.catalog.find(command.name, command.namespace);
    const feed = new ResourceFeed(this.#target, kind, nodes);
    const { definition } = feed;
    const view: RowView = new RowView<BrowseRow>(feed);
    return {
      table: { title: definition.type, feed, view, filter: command.filter, definition },
    };
  }

  // deno-lint-ignore require-await -- turns exceptions into rejections: a person types the line
  async #find(
    view: Exclude<BrowseViewName, "resources">,
    line: string,
    names: NodeNames,
  ): Promise<OpenContent> {
    const { words, filter } = parseCommandLine(`${view} ${line}`)!;
    const isNode = (word: string) =>
      names.order.some((node) => isNodeNamed(node, names.nameOf(node), word));
    const services = view === "logs" ? words.filter((word) => !isNode(word)) : [];
    const nodes = findNodes(words.filter((word) => !services.includes(word)), names);
    if (services.length > 0) {
      const sources = nodes.flatMap((node) =>
        services.map((id) => ({ node, id, name: id, isKubernetes: false }))
      );
      return { log: new LogFeed(this.#target, sources) };
    }
    const [title, create] = TABLES[view];
    const feed = create(this.#target, nodes);
    return { table: { title, feed, view: new RowView<BrowseRow>(feed), filter } };
  }
}
