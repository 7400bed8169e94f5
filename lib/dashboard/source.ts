/**
 * The data of the dashboard: models of all nodes, their events and logs. Only nodes and panes that
 * a view shows are polled at every interval.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { limitMemory } from "../platform/memory.ts";
import { NODE_KINDS, shortType } from "./apply_resource.ts";
import { type ClusterFacts, ClusterFollower } from "./cluster_facts.ts";
import {
  followEvents,
  followLog,
  followResources,
  KERNEL_LOG,
  type StreamTarget,
} from "./follow.ts";
import { LogBuffer } from "./log_buffer.ts";
import { type FollowerOptions, NodeFollower, type PollPlan } from "./node_follower.ts";
import type { PollName } from "./polls.ts";
import type { NameStore } from "./stored_names.ts";
import {
  createNodeModel,
  inNaturalOrder,
  type NodeEvent,
  type NodeModel,
  nodeName,
} from "./types.ts";

/** Panes of the node view. */
export const PANES = ["summary", "monitor", "services", "network", "disks", "resources"] as const;

/** A pane of the node view. */
export type Pane = typeof PANES[number];

/** Polls of the selected node at every interval, by pane. */
const PANE_POLLS: Readonly<Record<Pane, readonly PollName[]>> = {
  summary: ["services"],
  monitor: ["processes", "disks"],
  services: ["services"],
  network: ["devices"],
  disks: ["disks"],
  resources: [],
};

/** What a viewer sees. */
export interface Focus {
  /** Nodes on screen; undefined: all. */
  readonly visible?: ReadonlySet<string> | undefined;
  /** The node and pane of the node view. */
  readonly detail?: { readonly node: string; readonly pane: Pane } | undefined;
  /** A log on screen: {@linkcode KERNEL_LOG}, or a service. */
  readonly log?: { readonly node: string; readonly source: string } | undefined;
  /** Whether etcd is on screen. */
  readonly etcd?: boolean;
  /** Whether zones and Kubernetes versions of all nodes are on screen. */
  readonly shape?: boolean;
  /** Whether disk rates of all nodes are recorded. */
  readonly charts?: boolean;
  /** Whether events are on screen; they are followed from then on. */
  readonly events?: boolean;
}

/** A viewer of the source. */
export interface Viewer {
  setFocus(focus: Focus): void;
  /** Removes the viewer. */
  close(): void;
}

/** The interval of nodes that are not on screen, in intervals. */
const HIDDEN_FACTOR = 5;
const MAX_EVENTS = 1000;
/** Maximum number of past events requested from each node. */
const TAIL_EVENTS = 50;
/**
 * Delay before streams of a selected node are opened, so that scrolling opens none, milliseconds.
 */
const SELECT_DELAY_MS = 200;

/**
 * Resident memory from which garbage is collected, bytes, and the interval of checks, milliseconds.
 */
const MEMORY = { bytes: 105e6, intervalMs: 2000 } as const;

/** Options of {@linkcode DashboardSource}. */
export interface SourceOptions extends Omit<FollowerOptions, "changed"> {
  readonly intervalMs: number;
  /** Names of nodes in earlier dashboards. */
  readonly names?: NameStore | undefined;
}

/** The data of all nodes. */
export class DashboardSource implements Disposable {
  /** In the user's order. */
  readonly models: readonly NodeModel[];
  /** The last events, in order of arrival. */
  readonly events: NodeEvent[] = [];
  readonly #options: SourceOptions;
  readonly #followers: readonly NodeFollower[];
  readonly #cluster: ClusterFollower;
  readonly #stop = new AbortController();
  readonly #viewers = new Set<{ focus: Focus }>();
  readonly #listeners = new Set<() => void>();
  readonly #streams = new Map<string, () => void>();
  readonly #logs = new Map<string, LogBuffer>();
  #intervalMs: number;
  /** The sorted nodes, and the names that they were sorted by. */
  #order: { readonly names: string; readonly nodes: readonly NodeModel[] } = {
    names: "",
    nodes: [],
  };
  #endMemoryLimit = () => {};
  /** Increases with each event, also beyond the retained ones. */
  eventCount = 0;

  constructor(options: SourceOptions) {
    this.#options = options;
    this.#intervalMs = options.intervalMs;
    this.models = options.client.nodes.map(createNodeModel);
    for (const model of this.models) model.hostname = options.names?.known[model.node];
    const { signal } = this.#stop;
    this.#cluster = new ClusterFollower(this.models, options, signal);
    options.signal.addEventListener("abort", this.#interrupt, { once: true });
    if (options.signal.aborted) this.#interrupt();
    const changed = () => this.#changed();
    this.#followers = this.models.map((model) =>
      new NodeFollower(model, this.#planOf(model), { ...options, signal, changed })
    );
  }

  /** What a node that responds knows about the cluster. */
  get cluster(): ClusterFacts {
    return this.#cluster.facts;
  }

  /** In natural order of their names. */
  get nodes(): readonly NodeModel[] {
    const names = this.models.map(nodeName).join("\0");
    if (names !== this.#order.names) {
      this.#order = { names, nodes: inNaturalOrder(this.models) };
    }
    return this.#order.nodes;
  }

  /** The interval of polls, milliseconds. */
  get intervalMs(): number {
    return this.#intervalMs;
  }

  set intervalMs(ms: number) {
    this.#intervalMs = ms;
    this.#apply();
  }

  /** Starts polls and streams. */
  start(): void {
    this.#endMemoryLimit = limitMemory({ clock: this.#options.clock, ...MEMORY });
    const { length } = this.#followers;
    for (const [index, follower] of this.#followers.entries()) {
      // Few nodes respond before the first frame; many are spread over an interval.
      follower.start(length <= 10 ? 0 : index / length, this.#intervalMs);
    }
  }

  /** Calls the listener after changes; the returned function unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Adds a viewer that sees nothing yet. */
  addViewer(): Viewer {
    const viewer: { focus: Focus } = { focus: { visible: new Set() } };
    this.#viewers.add(viewer);
    return {
      setFocus: (focus) => {
        viewer.focus = focus;
        this.#apply();
      },
      close: () => {
        this.#viewers.delete(viewer);
        this.#apply();
      },
    };
  }

  /** Returns the model of a node. */
  find(node: string): NodeModel | undefined {
    return this.models.find((model) => model.node === node);
  }

  /** Returns a log on screen. */
  logOf(node: string, source: string): LogBuffer | undefined {
    return this.#logs.get(`${node}\0${source}`);
  }

  [Symbol.dispose](): void {
    this.#options.signal.removeEventListener("abort", this.#interrupt);
    this.#viewers.clear();
    this.#listeners.clear();
    this.#end(new OsctlError("cancelled", "the dashboard was closed"));
  }

  readonly #interrupt = () => this.#end(this.#options.signal.reason);

  #end(reason: unknown): void {
    for (const stop of this.#streams.values()) stop();
    this.#streams.clear();
    this.#endMemoryLimit();
    this.#stop.abort(reason);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
    this.#updateCluster().catch((error) => {
      if (!this.#stop.signal.aborted) this.#options.fail(error);
    });
  }

  async #updateCluster(): Promise<void> {
    if (!await this.#cluster.update()) return;
    for (const listener of this.#listeners) listener();
    await this.#options.names?.store(Object.fromEntries(
      this.models.flatMap(({ node, hostname }) => hostname ? [[node, hostname]] : []),
    ));
  }

  #planOf({ node, role }: NodeModel): PollPlan {
    const focuses = [...this.#viewers].map(({ focus }) => focus);
    const panes = focuses.flatMap(({ detail }) => detail?.node === node ? [detail.pane] : []);
    const isControlPlane = role !== "worker";
    const hasEtcd = isControlPlane && focuses.some(({ etcd }) => etcd);
    const isVisible = panes.length > 0 || hasEtcd ||
      focuses.some(({ visible }) => visible === undefined || visible.has(node));
    return {
      periodMs: this.#intervalMs * (isVisible ? 1 : HIDDEN_FACTOR),
      polls: [
        ...new Set<PollName>([
          ...panes.flatMap((pane) => PANE_POLLS[pane]),
          ...hasEtcd ? ["etcdStatus" as const] : [],
          ...focuses.some(({ charts }) => charts) ? ["disks" as const] : [],
        ]),
      ],
      slowPolls: [
        ...panes.length > 0 ? ["cpuInfo" as const] : [],
        ...hasEtcd ? ["etcdMembers", "etcdAlarms"] as const : [],
        ...focuses.some(({ shape }) => shape) ? ["zone", "kubernetesVersion"] as const : [],
      ],
    };
  }

  /** Starts and stops what the viewers need. */
  #apply(): void {
    for (const follower of this.#followers) follower.setPlan(this.#planOf(follower.model));
    const wanted = new Map<string, () => () => void>();
    for (const { focus: { detail, log, events } } of this.#viewers) {
      if (detail) wanted.set(`node\0${detail.node}`, () => this.#followNode(detail.node));
      if (log) wanted.set(`log\0${log.node}\0${log.source}`, () => this.#followLog(log));
      if (events) wanted.set("events", () => this.#followEvents());
    }
    for (const [key, stop] of this.#streams) {
      // Events stay, so that none is missed while another view is shown.
      if (key === "events" || wanted.has(key)) continue;
      this.#streams.delete(key);
      stop();
    }
    for (const [key, start] of wanted) {
      if (!this.#streams.has(key)) this.#streams.set(key, start());
    }
  }

  /** Runs streams until the returned function is called. */
  #open(delayMs: number, streams: (target: StreamTarget) => Promise<void>[]): () => void {
    const { clock, fail } = this.#options;
    const stop = new AbortController();
    const target: StreamTarget = {
      ...this.#options,
      signal: stop.signal,
      changed: () => this.#changed(),
    };
    const cancel = clock.after(delayMs, () => {
      for (const stream of streams(target)) {
        stream.catch((error) => {
          if (!target.signal.aborted) fail(error);
        });
      }
    });
    return () => {
      cancel();
      stop.abort(new OsctlError("cancelled", "the view was closed"));
    };
  }

  #followNode(node: string): () => void {
    const model = this.find(node);
    if (model === undefined) return () => {};
    for (const kind of NODE_KINDS) model.incompleteTypes.set(shortType(kind), undefined);
    const close = this.#open(
      SELECT_DELAY_MS,
      (target) => NODE_KINDS.map((kind) => followResources(model, kind, target)),
    );
    return () => {
      close();
      model.resources.clear();
      model.incompleteTypes.clear();
    };
  }

  #followLog({ node, source }: { readonly node: string; readonly source: string }): () => void {
    const key = `${node}\0${source}`;
    const log = new LogBuffer();
    this.#logs.set(key, log);
    const close = this.#open(
      SELECT_DELAY_MS,
      (target) => [followLog(node, source, log, target)],
    );
    return () => {
      close();
      this.#logs.delete(key);
    };
  }

  #followEvents(): () => void {
    const add = (event: NodeEvent) => {
      this.eventCount++;
      this.events.push(event);
      if (this.events.length > MAX_EVENTS) this.events.splice(0, MAX_EVENTS / 10);
    };
    const tail = Math.min(Math.max(Math.floor(MAX_EVENTS / this.models.length), 5), TAIL_EVENTS);
    return this.#open(
      0,
      (target) => this.models.map(({ node }) => followEvents(node, tail, target, add)),
    );
  }
}

export { KERNEL_LOG };
