/**
 * Tables, logs and texts that pages show: pages with the same content share its watches and streams.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { OsctlError } from "../../errors.ts";
import { fetchNodeEdges } from "../../resource/graph.ts";
import type { Definition } from "../../resource/definitions.ts";
import { isExpression } from "../../targets/is_expression.ts";
import {
  findTargets,
  isNodeNamed,
  parseCommandLine,
  type ResolveTargets,
} from "../browse/command_line.ts";
import { diffNodeConfigs } from "../browse/config_diff.ts";
import { createConnectionFeed } from "../browse/connection_feed.ts";
import { createContainerFeed } from "../browse/container_feed.ts";
import { EventFeed } from "../browse/event_feed.ts";
import { type FeedTarget, runUntilClosed } from "../browse/feed_target.ts";
import { createFileFeed, type FileText, readFileText } from "../browse/file_feed.ts";
import { LogFeed } from "../browse/log_feed.ts";
import type { LogSource } from "../browse/log_lines.ts";
import { createProcessFeed } from "../browse/process_feed.ts";
import { ResourceFeed, type ResourceRow } from "../browse/resource_feed.ts";
import { createServiceFeed } from "../browse/service_feed.ts";
import { TypeCatalog } from "../browse/type_catalog.ts";
import type { Feed, NodeNames } from "../browse/types.ts";
import { toUses, type UseRow } from "../browse/uses.ts";
import { isRefusal } from "../node_failures.ts";
import type { BrowseViewName, PageView } from "./page_view.ts";

/** Time that content stays open without a page, such as between two filters, milliseconds. */
const LINGER_MS = 10_000;

/** Pause before content that could not be read is read again, milliseconds. */
const RETRY_MS = 5000;

/** An open table. */
export interface OpenTable {
  readonly title: string;
  readonly feed: Feed;
  /** The filter of the command line. */
  readonly filter: string;
  /** The type of resources. */
  readonly definition?: Definition;
}

/** What a page shows. */
export interface OpenContent {
  readonly table?: OpenTable;
  readonly log?: LogFeed;
  /** A file, or differences. */
  readonly text?: FileText;
  /** What depends on a resource. */
  readonly uses?: readonly UseRow[];
}

/** Content that a page uses. */
export interface ContentHandle {
  /** Undefined while it is read. */
  readonly content: OpenContent | undefined;
  /** Why there is no content. */
  readonly problem: string | undefined;
  close(): void;
}

interface Entry {
  users: number;
  content?: OpenContent;
  problem?: string | undefined;
  stop?: (() => void) | undefined;
  isClosed: boolean;
  cancelLinger?: (() => void) | undefined;
}

type Load = (signal: AbortSignal) => Promise<OpenContent>;

/** A view whose tables are not of resources. */
type FeedViewName = Exclude<BrowseViewName, "resources" | "files">;

/** Tables besides resources and files, by the view. */
const TABLES: Readonly<
  Record<
    FeedViewName,
    readonly [title: string, create: (target: FeedTarget, nodes: readonly string[]) => Feed]
  >
> = {
  events: ["Events", (target, nodes) => new EventFeed(target, nodes)],
  logs: ["Services", createServiceFeed],
  containers: ["Containers", createContainerFeed],
  processes: ["Processes of all nodes", createProcessFeed],
  network: ["Connections", createConnectionFeed],
};

/** The type whose resources are the types. */
const TYPES = "resourcedefinitions";

/** What a view opens. */
type OpenView =
  & Pick<PageView, "type" | "line" | "path" | "table">
  & { readonly view: BrowseViewName };

/** Reports whether another attempt may succeed: the line is valid, and no node refused it. */
function isTransient(error: OsctlError): boolean {
  return error.kind !== "input" && error.kind !== "usage" && !isRefusal(error);
}

/** The content of all pages. */
export class BrowseFeeds {
  readonly catalog: TypeCatalog;
  /** What feeds need, and streams of files. */
  readonly target: FeedTarget;
  readonly #clock: Clock;
  readonly #names: NodeNames;
  readonly #resolve: ResolveTargets;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();

  constructor(target: Omit<FeedTarget, "changed">, names: NodeNames, resolve: ResolveTargets) {
    this.target = {
      ...target,
      changed: () => {
        for (const listener of this.#listeners) listener();
      },
    };
    this.#clock = target.clock;
    this.#names = names;
    this.#resolve = resolve;
    this.catalog = new TypeCatalog(this.target);
  }

  /** Calls the listener after changes of any content; the returned function unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens the content of a view, such as resources by `links worker-1 -l app=web`. */
  open(page: OpenView): ContentHandle {
    const { view, type, line, path, table } = page;
    const key = JSON.stringify(
      view === "resources"
        ? [view, type]
        : [view, line, view === "files" ? path : view === "network" ? table : ""],
    );
    return this.#open(key, () => {
      if (view === "resources") return this.#findResources(type || TYPES);
      if (view === "network" && table !== "connections") {
        return this.#findResources(`${table} ${line}`);
      }
      return this.#find(view, line, path);
    });
  }

  /** Opens logs. */
  openLogs(sources: readonly LogSource[]): ContentHandle {
    return this.#open(
      `log ${JSON.stringify(sources)}`,
      () => Promise.resolve({ log: new LogFeed(this.target, sources) }),
    );
  }

  /** Reads the start of a file. */
  openFile(node: string, path: string): ContentHandle {
    return this.#open(
      `file ${node} ${path}`,
      async (signal) => ({ text: await readFileText(this.target, { node, path }, signal) }),
    );
  }

  /** Compares the machine configurations of nodes, secrets redacted. */
  openConfigDiff(nodes: readonly string[]): ContentHandle {
    const { client } = this.target;
    return this.#open(
      `diff ${nodes.join(" ")}`,
      async () => ({
        text: {
          text: await diffNodeConfigs(this.catalog.reader, client, nodes, this.#names),
          isTruncated: false,
        },
      }),
    );
  }

  /** Reads what depends on a resource. */
  openUses({ node, key, resource }: ResourceRow): ContentHandle {
    const { client } = this.target;
    return this.#open(
      `uses ${node} ${resource.namespace} ${resource.type} ${key}`,
      async (signal) => ({
        uses: toUses(node, resource, await fetchNodeEdges(client, node, signal)),
      }),
    );
  }

  #open(key: string, load: Load): ContentHandle {
    let entry = this.#entries.get(key);
    // A failed one is tried again.
    if (entry === undefined || entry.problem !== undefined) {
      entry = { users: 0, isClosed: false };
      this.#entries.set(key, entry);
      this.#load(load, entry);
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

  #load(load: Load, entry: Entry): void {
    const { changed } = this.target;
    entry.stop = runUntilClosed(this.target, (signal) => [(async () => {
      try {
        const content = await load(signal);
        if (entry.isClosed) return;
        entry.content = content;
        entry.problem = undefined;
        entry.stop = (content.log ?? content.table?.feed)?.start();
      } catch (error) {
        if (!(error instanceof OsctlError) || signal.aborted) throw error;
        const { message, hint } = error;
        entry.problem = hint === undefined ? message : `${message}; ${hint}`;
        // The page stays open and has no other way to ask again.
        if (isTransient(error)) {
          entry.stop = this.#clock.after(RETRY_MS, () => this.#load(load, entry));
        }
      }
      changed();
    })()]);
  }

  #findNodes(words: readonly string[]): Promise<string[]> {
    return findTargets(words, this.#names, this.#resolve);
  }

  async #findResources(line: string): Promise<OpenContent> {
    const command = parseCommandLine(line)!;
    const nodes = await this.#findNodes(command.words);
    const kind = await this.catalog.find(command.name, command.namespace);
    const feed = new ResourceFeed(this.target, kind, nodes);
    const { definition } = feed;
    return { table: { title: definition.displayType, feed, filter: command.filter, definition } };
  }

  async #find(
    view: Exclude<BrowseViewName, "resources">,
    line: string,
    path: string,
  ): Promise<OpenContent> {
    const { words, filter } = parseCommandLine(`${view} ${line}`)!;
    const { order, nameOf } = this.#names;
    const isNode = (word: string) =>
      isExpression([word]) || order.some((node) => isNodeNamed(node, nameOf(node), word));
    const services = view === "logs" ? words.filter((word) => !isNode(word)) : [];
    const nodes = await this.#findNodes(words.filter((word) => !services.includes(word)));
    if (services.length > 0) {
      const sources = nodes.flatMap((node) =>
        services.map((id) => ({ node, id, name: id, isKubernetes: false }))
      );
      return { log: new LogFeed(this.target, sources) };
    }
    if (view === "files") {
      return { table: { title: path, feed: createFileFeed(this.target, nodes, path), filter } };
    }
    const [title, create] = TABLES[view];
    return { table: { title, feed: create(this.target, nodes), filter } };
  }
}
