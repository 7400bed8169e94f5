/**
 * The registry of a node's services: state, health and recent events. The node's server writes it;
 * `ServiceList` and the service resources read it.
 *
 * @module
 */

/** Service states, spelled as on the wire. */
export type ServiceState =
  | "Initialized"
  | "Preparing"
  | "Waiting"
  | "Starting"
  | "Running"
  | "Stopping"
  | "Finished"
  | "Failed"
  | "Skipped";

/** A state change or health check result of a service. */
export interface ServiceEvent {
  readonly state: ServiceState;
  readonly message: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** Health of a service. */
export interface ServiceHealth {
  readonly unknown: boolean;
  readonly healthy: boolean;
  readonly message: string;
  /** Milliseconds since the Unix epoch. */
  readonly changedAt: number;
}

/** A registered service. */
export interface ServiceRecord {
  readonly id: string;
  readonly state: ServiceState;
  /** Recent events, oldest first. */
  readonly events: readonly ServiceEvent[];
  readonly health: ServiceHealth;
}

/** Options of a service's start. */
export interface StartOptions {
  /** Conditions of the start; default none. */
  readonly waitsFor?: string;
  /** Whether the node checks its health; default true. Otherwise its health stays unknown. */
  readonly isHealthChecked?: boolean;
}

/** Events stored per service. */
const MAX_EVENTS = 100;

/** Called after every change with the changed service. */
export type ServiceListener = (service: ServiceRecord) => void;

/** The services of one node. */
export class ServiceRegistry {
  readonly #now: () => number;
  readonly #services = new Map<string, ServiceRecord>();
  readonly #listeners = new Set<ServiceListener>();

  /** @param now returns milliseconds since the Unix epoch. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Sets the state of a service; registers the service when its id is new. */
  setState(id: string, state: ServiceState, message: string): void {
    const at = this.#now();
    const before = this.#services.get(id);
    const events = [...before?.events ?? [], { state, message, at }].slice(-MAX_EVENTS);
    const health = before?.health ?? { unknown: true, healthy: false, message: "", changedAt: at };
    this.#services.set(id, { id, state, events, health });
    this.#notify(id);
  }

  /** Sets the result of a health check; a changed result is an event. */
  setHealth(id: string, healthy: boolean, message = ""): void {
    const before = this.#services.get(id);
    if (before === undefined) throw new RangeError(`Unknown service "${id}"`);
    const hasChanged = before.health.unknown || before.health.healthy !== healthy;
    const at = this.#now();
    const health = {
      unknown: false,
      healthy,
      message,
      changedAt: hasChanged ? at : before.health.changedAt,
    };
    const result = healthy ? "Health check successful" : `Health check failed: ${message}`;
    const events = hasChanged
      ? [...before.events, { state: before.state, message: result, at }].slice(-MAX_EVENTS)
      : before.events;
    this.#services.set(id, { ...before, events, health });
    if (hasChanged) this.#notify(id);
  }

  /**
   * Records a start up to the pre state: Starting, Waiting, Preparing.
   *
   * @param waitsFor conditions of the start; empty for none.
   */
  markPreparing(id: string, waitsFor = ""): void {
    this.setState(id, "Starting", "Starting service");
    if (waitsFor !== "") this.setState(id, "Waiting", `Waiting for ${waitsFor}`);
    this.setState(id, "Preparing", "Running pre state");
  }

  /** Records a successful start; continues the start of a service in state Preparing. */
  markStarted(id: string, message: string, options: StartOptions = {}): void {
    const { waitsFor = "", isHealthChecked = true } = options;
    if (this.get(id)?.state !== "Preparing") this.markPreparing(id, waitsFor);
    this.setState(id, "Preparing", "Creating service runner");
    this.setState(id, "Running", message);
    if (isHealthChecked) this.setHealth(id, true);
  }

  /** Records a stop at the request of the node: Stopping, Finished. No effect unless it runs. */
  markStopped(id: string): void {
    if (this.get(id)?.state !== "Running") return;
    this.setState(id, "Stopping", `Sending SIGTERM to task ${id}`);
    this.setState(id, "Finished", "Service finished successfully");
  }

  /** Returns a service; undefined when it is not registered. */
  get(id: string): ServiceRecord | undefined {
    return this.#services.get(id);
  }

  /** Returns all services, sorted by id. */
  list(): ServiceRecord[] {
    return [...this.#services.values()].sort((a, b) => a.id < b.id ? -1 : 1);
  }

  /** Calls `listener` after each change until the returned function is called. */
  onChange(listener: ServiceListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Resolves when a service runs.
   *
   * @throws The reason of `signal` when that is aborted before.
   */
  whenRunning(id: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const isRunning = () => this.get(id)?.state === "Running";
      if (signal.aborted) return reject(signal.reason);
      if (isRunning()) return resolve();
      const end = (settle: () => void) => {
        stop();
        signal.removeEventListener("abort", abort);
        settle();
      };
      const abort = () => end(() => reject(signal.reason));
      const stop = this.onChange(() => {
        if (isRunning()) end(resolve);
      });
      signal.addEventListener("abort", abort, { once: true });
    });
  }

  #notify(id: string): void {
    const service = this.#services.get(id);
    if (service === undefined) return;
    for (const listener of this.#listeners) listener(service);
  }
}
