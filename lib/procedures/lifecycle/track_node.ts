/**
 * Performs an action on one node and follows it to its completion.
 *
 * @module
 */
import type { machine } from "../../../proto/machine.ts";
import { createDeadline, raceWithAbort } from "../../async/deadline.ts";
import { sleep } from "../../async/sleep.ts";
import { getReconnectReason } from "../../client/node_error.ts";
import { OsctlError } from "../../errors.ts";
import { formatDuration } from "../../output/duration.ts";
import { streamEvents } from "../../node/events/mod.ts";
import type { ActionStep } from "../action_step.ts";
import type { ActionMessage, LifecycleAction } from "./action.ts";
import { ActionReporter } from "./action_reporter.ts";
import { interpretEvent } from "./interpret_event.ts";
import { nodeError } from "./node_facts.ts";
import { NodeProbe, type NodeRoutes, type Observation } from "./node_probe.ts";
import type { Update } from "./progress.ts";

/** Options of {@linkcode trackNode}. */
export interface TrackOptions extends NodeRoutes {
  /** Limit of the whole action, milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly report: (update: Update) => void;
  /** Called after the preparation; resolves when all nodes are prepared. */
  prepared?(): Promise<void>;
  /** Called when everything is ready for the request; resolves when it may be sent. */
  mayRequest(): Promise<void>;
}

/** Event streams resume at these intervals, milliseconds. */
const RESUME_MS = [0, 200, 200, 200, 200, 200, 500, 500, 1000] as const;

/**
 * Interval of checks while the connection works, milliseconds: a powered-off peer sends nothing.
 */
const IDLE_CHECK_MS = 2000;

/** Intervals of checks since the connection was lost, milliseconds. */
const CHECK_INTERVALS = [[10_000, 200], [60_000, 500], [Infinity, 1000]] as const;

/**
 * A node that stops after its drain and is unreachable for this long has stopped, milliseconds. Its
 * API is available until the last task.
 */
const STOPPED_AFTER_MS = 30_000;

/** Limit of nodes for a drain, milliseconds: 1 min until the node is cordoned, 5 min to evict. */
const DRAIN_MS = 6 * 60_000;

/** Phases of a shutdown and a reset up to the drain; v1.8 misspells the first. */
const PHASES_UNTIL_DRAINED = ["storeShudown", "storeShutdown", "drain"];

/**
 * A node without configuration fails the action after this long in maintenance mode, milliseconds:
 * a provisioning system may apply its configuration at once.
 */
const MAINTENANCE_MS = 3000;

/** Awaited from a node that cannot be reached. */
const RETURN = "the node to return";
/** Awaited from a node that is reachable again. */
const OLD_BOOT_ID = "a new boot ID: the node responds with the old one";

/** Abort reason of a pause that ends early. */
const WOKEN = new OsctlError("cancelled", "woken");

/**
 * Performs an action on a node and resolves when it is complete.
 *
 * @throws {OsctlError} when the node refuses or fails the action, does not complete it in time, or
 *   a different node answers at its address; the signal's reason when that is aborted.
 */
export async function trackNode(
  action: LifecycleAction,
  node: string,
  options: TrackOptions,
): Promise<void> {
  await using tracker = new NodeTracker(action, node, options);
  await tracker.run();
}

class NodeTracker implements AsyncDisposable {
  readonly #action: LifecycleAction;
  readonly #node: string;
  readonly #options: TrackOptions;
  /** Stops what still runs when the action is complete. */
  readonly #finished = new AbortController();
  readonly #stopped = Promise.withResolvers<void>();
  readonly #probe: NodeProbe;
  readonly #reporter: ActionReporter;
  readonly #startedAt: number;
  #actor: string | undefined;
  /** Events before the actor is known. */
  #early: machine.Event[] = [];
  /** Time of the first loss of the connection; from then on, events without actor count. */
  #lostAt: number | undefined;
  #hasOwnEvents = false;
  /** Whether the node may still drain, while the loss of its connection is no sign of a stop. */
  #mayDrain: boolean;
  #isReadyByEvent = false;
  /** Evidence of a restart where the boot ID cannot be read. */
  #hasRestarted = false;
  #isRestartReported = false;
  #unreachableSince: number | undefined;
  #maintenanceSince: number | undefined;
  #nap: AbortController | undefined;

  constructor(action: LifecycleAction, node: string, options: TrackOptions) {
    this.#action = action;
    this.#node = node;
    this.#options = options;
    this.#probe = new NodeProbe(node, options);
    this.#reporter = new ActionReporter(node, options.clock, options.report);
    this.#startedAt = options.clock.now();
    this.#mayDrain = action.drains ?? false;
  }

  async run(): Promise<void> {
    const { clock, timeoutMs: ms, signal } = this.#options;
    using limit = createDeadline({
      clock,
      ms,
      signals: [signal, this.#finished.signal],
      expired: () => this.#timeoutError(),
    });
    try {
      await this.#action.prepare?.(this.#step(limit.signal));
      const prepared = this.#options.prepared?.();
      if (prepared !== undefined) await raceWithAbort(prepared, limit.signal);
      await this.#perform(limit.signal);
      await this.#action.finish?.(this.#step(limit.signal));
      const seconds = formatDuration(Math.round(clock.now() - this.#startedAt));
      this.#reporter.report("done", `${this.#action.name} complete after ${seconds}`, {
        awaited: "",
      });
    } catch (failure) {
      const error = limit.signal.aborted ? limit.signal.reason : nodeError(this.#node, failure);
      if (error instanceof OsctlError && error.kind !== "cancelled") {
        this.#reporter.report("failed", error.message, { awaited: "" });
      }
      throw error;
    } finally {
      this.#reporter[Symbol.dispose]();
      this.#finished.abort(WOKEN);
    }
  }

  #step(signal: AbortSignal): ActionStep {
    return {
      node: this.#node,
      signal,
      report: (phase, text, awaited) =>
        this.#reporter.report("event", text, {
          phase,
          ...(awaited === undefined ? {} : { awaited }),
        }),
    };
  }

  async #perform(signal: AbortSignal): Promise<void> {
    const subscribed = Promise.withResolvers<void>();
    const following = this.#follow(signal, subscribed.resolve);
    following.catch(() => {}); // may reject before it is awaited below
    await Promise.race([subscribed.promise, following]);
    this.#reporter.report("subscribed", "subscribed to events", { awaited: "the boot ID" });
    await this.#probe.readBaseline(signal);
    await raceWithAbort(this.#options.mayRequest(), signal);
    this.#actor = await this.#send(signal);
    const what = this.#isStop ? "all services to stop" : "the restart";
    const actor = this.#actor === "" ? "" : `, actor ${this.#actor}`;
    this.#reporter.report("acknowledged", `${this.#action.name} acknowledged${actor}`, {
      awaited: what,
    });
    for (const event of this.#early.splice(0)) this.#handle(event);
    await Promise.race([this.#stopped.promise, following, this.#checkUntilDone(signal)]);
  }

  /** Whether the action ends without a restart. */
  get #isStop(): boolean {
    return this.#action.completion === "stopped" || this.#action.completion === "off";
  }

  /** Returns the actor ID. */
  async #send(signal: AbortSignal): Promise<string> {
    const { client, timeoutMs } = this.#options;
    const { name, method, request } = this.#action;
    this.#reporter.report("requested", `${name} requested`, { awaited: "the acknowledgement" });
    try {
      const response = await client.plainCall(method, request, this.#node, { signal, timeoutMs });
      const message = response.messages?.[0] as ActionMessage | undefined;
      if (message === undefined) {
        throw new OsctlError("node", `invalid ${name} response: no message`);
      }
      return message.actorId ?? "";
    } catch (failure) {
      const error = nodeError(this.#node, failure);
      const reason = signal.aborted ? undefined : getReconnectReason(error);
      if (reason === undefined) throw error;
      throw new OsctlError("node", `${name} not acknowledged: ${reason}`, {
        hint: `the node may still perform it; check with "osctl events -n ${this.#node}"`,
        cause: error,
      });
    }
  }

  /** Handles events until the signal aborts; resumes after each loss of the connection. */
  async #follow(signal: AbortSignal, onSubscribed: () => void): Promise<void> {
    const { client, clock } = this.#options;
    const filter = { tailEvents: 0, tailId: "", tailSeconds: 0, withActorId: "" };
    try {
      const events = streamEvents(client, this.#node, filter, {
        clock,
        signal,
        onSubscribed,
        maxOutageMs: Infinity,
        pausesMs: RESUME_MS,
        onLost: (reason) => this.#lose(reason),
        onRecovered: () => this.#reporter.report("reachable", "receiving events again"),
      });
      for await (const event of events) {
        if (this.#actor === undefined) this.#early.push(event);
        else this.#handle(event);
      }
    } catch (failure) {
      // Without events, checks still detect a restart; a stop is only detected by events.
      const isVital = this.#actor === undefined || this.#isStop;
      if (signal.aborted || isVital) throw failure;
      const error = nodeError(this.#node, failure);
      if (!(error instanceof OsctlError)) throw error;
      this.#lose(error.message);
      await new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
    }
  }

  #lose(reason: string): void {
    const { clock } = this.#options;
    const awaited = this.#isStop ? "all services to stop" : RETURN;
    this.#reporter.report("lost", `connection lost: ${reason}`, { awaited });
    if (this.#actor === undefined) return;
    this.#lostAt ??= clock.now();
    this.#nap?.abort(WOKEN);
  }

  #handle(event: machine.Event): void {
    const isLost = this.#lostAt !== undefined;
    const meaning = interpretEvent(event, { actor: this.#actor!, isLost });
    if (meaning === undefined) return;
    this.#hasOwnEvents ||= meaning.isOwn;
    this.#hasRestarted ||= meaning.isRestart === true;
    const phase = meaning.isOwn ? meaning.details?.phase : undefined;
    if (phase !== undefined && !PHASES_UNTIL_DRAINED.includes(phase)) this.#mayDrain = false;
    if (meaning.text !== undefined) this.#reporter.report("event", meaning.text, meaning.details);
    if (meaning.failure !== undefined) {
      const hint = `see "osctl dmesg -n ${this.#node}"`;
      this.#stopped.reject(new OsctlError("node", meaning.failure, { hint }));
    }
    if (meaning.hasStoppedServices && this.#isStop) this.#stopped.resolve();
    if (meaning.isReady) {
      this.#isReadyByEvent = true;
      this.#nap?.abort(WOKEN);
    }
  }

  /** Checks the node at intervals until the action is complete. */
  async #checkUntilDone(signal: AbortSignal): Promise<void> {
    while (true) {
      await this.#pause(signal);
      if (this.#isStop && this.#lostAt === undefined) continue;
      let found: Observation;
      try {
        found = await this.#probe.observe(signal, {
          isLost: this.#lostAt !== undefined,
          mayBeInMaintenance: !this.#isStop,
        });
      } catch (failure) {
        signal.throwIfAborted();
        this.#maintenanceSince = undefined;
        const error = nodeError(this.#node, failure);
        if (!(error instanceof OsctlError)) throw error;
        this.#reporter.unreachableReason = error.message;
        if (this.#lostAt === undefined) this.#lose(error.message);
        this.#hasRestarted = true;
        if (this.#hasStopped()) return;
        continue;
      }
      this.#unreachableSince = this.#reporter.unreachableReason = undefined;
      if (!this.#isComplete(found)) continue;
      const error = found.isDirect ? await this.#probe.awaitEndpoint(signal) : undefined;
      if (error !== undefined) this.#reporter.report("status", `ready, but ${error.message}`);
      return;
    }
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const nap = this.#nap = new AbortController();
    const away = this.#lostAt === undefined ? undefined : clock.now() - this.#lostAt;
    const ms = away === undefined
      ? IDLE_CHECK_MS
      : CHECK_INTERVALS.find(([until]) => away < until)![1];
    try {
      await sleep(clock, ms, AbortSignal.any([signal, nap.signal]));
    } catch (error) {
      if (error !== WOKEN || signal.aborted) throw error;
    } finally {
      this.#nap = undefined;
    }
  }

  /** Reports whether the node, unreachable at the last check, has stopped as requested. */
  #hasStopped(): boolean {
    if (this.#reporter.awaited === OLD_BOOT_ID) this.#reporter.awaited = RETURN;
    const isEvident = this.#action.completion === "off" || this.#hasOwnEvents;
    if (!this.#isStop || !isEvident) return false;
    const now = this.#options.clock.now();
    this.#unreachableSince ??= now;
    const limit = STOPPED_AFTER_MS + (this.#mayDrain ? DRAIN_MS : 0);
    if (now - this.#unreachableSince < limit) return false;
    this.#reporter.report("status", `unreachable for ${formatDuration(limit)}`);
    return true;
  }

  /** @throws {OsctlError} when a different node answered, or the node has no configuration. */
  #isComplete(found: Observation): boolean {
    const { completion } = this.#action;
    if (found.kind === "maintenance") {
      this.#reportMaintenance();
      return completion === "wiped";
    }
    this.#maintenanceSince = undefined;
    if (found.kind === "unchanged") {
      this.#isReadyByEvent = false;
      if (this.#lostAt !== undefined && !this.#isStop) this.#reporter.awaited = OLD_BOOT_ID;
      return false;
    }
    if (found.kind === "restarted") this.#reportRestart();
    if (found.status?.stage === "booting") this.#hasRestarted = true;
    if (found.status !== undefined) this.#reporter.reportStatus(found.status);
    const hasRestarted = found.kind === "restarted" ||
      (this.#lostAt !== undefined && this.#hasRestarted);
    if (!hasRestarted) return false;
    if (completion !== "running") return found.kind === "restarted";
    this.#probe.checkIdentity(found.nodeId);
    const { status } = found;
    if (status === undefined) return this.#isReadyByEvent;
    return status.stage === "running" && status.ready;
  }

  /** @throws {OsctlError} when the node stays without the configuration that it must have. */
  #reportMaintenance(): void {
    const now = this.#options.clock.now();
    if (this.#maintenanceSince === undefined) {
      this.#maintenanceSince = now;
      this.#reporter.report("status", "running in maintenance mode", { stage: "maintenance" });
    }
    if (this.#action.completion === "wiped" || now - this.#maintenanceSince < MAINTENANCE_MS) {
      return;
    }
    throw new OsctlError(
      "node",
      `${this.#action.name} failed: the node is in maintenance mode, without its configuration`,
      { hint: `apply one with "osctl apply-config --insecure -n ${this.#node} -f FILE"` },
    );
  }

  #reportRestart(): void {
    if (this.#isRestartReported) return;
    this.#isRestartReported = true;
    if (this.#lostAt === undefined) this.#lose("the node has restarted");
    this.#reporter.report("restarted", "restarted, the boot ID has changed", {
      awaited: "the node to be ready",
    });
  }

  #timeoutError(): OsctlError {
    const limit = formatDuration(this.#options.timeoutMs);
    const [awaited, reason] = this.#reporter.awaitedAndReason;
    const message =
      `${this.#action.name} not complete after ${limit}, waiting for ${awaited}${reason}`;
    return new OsctlError("node", message, {
      hint: `increase --timeout, or check the node with "osctl dmesg -n ${this.#node}"`,
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#probe[Symbol.asyncDispose]();
  }
}
