/**
 * The record of a node's own services: their states, health and the events that led there. The
 * node's server writes it, `ServiceList` and everything else about services reads it.
 *
 * @module
 */

/** States of a service, spelled as nodes spell them. */
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

/** One step in the life of a service. */
export interface ServiceStep {
  readonly state: ServiceState;
  readonly message: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** What is known about the health of a service. */
export interface ServiceHealth {
  readonly unknown: boolean;
  readonly healthy: boolean;
  readonly message: string;
  /** Milliseconds since the Unix epoch. */
  readonly changedAt: number;
}

/** One service. */
export interface ServiceRecord {
  readonly id: string;
  readonly state: ServiceState;
  /** The last steps, oldest first. */
  readonly steps: readonly ServiceStep[];
  readonly health: ServiceHealth;
}

/** Steps kept for each service. */
const STEPS_KEPT = 100;

/** Told about every change: the service as it is afterwards. */
export type ServiceListener = (service: ServiceRecord) => void;

/** The services of one node. */
export class ServiceRegistry {
  readonly #now: () => number;
  readonly #services = new Map<string, ServiceRecord>();
  readonly #listeners = new Set<ServiceListener>();

  /** @param now milliseconds since the Unix epoch. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Notes that a service (a new one, if its id is unknown) entered a state, and why. */
  enter(id: string, state: ServiceState, message: string): void {
    const at = this.#now();
    const before = this.#services.get(id);
    const steps = [...before?.steps ?? [], { state, message, at }].slice(-STEPS_KEPT);
    const health = before?.health ?? { unknown: true, healthy: false, message: "", changedAt: at };
    this.#put({ id, state, steps, health });
  }

  /** Notes the outcome of a health check; the first good one is a step of its own. */
  check(id: string, healthy: boolean, message = ""): void {
    const before = this.#services.get(id);
    if (before === undefined) throw new RangeError(`Unknown service "${id}"`);
    const changed = before.health.unknown || before.health.healthy !== healthy;
    const at = this.#now();
    const health = {
      unknown: false,
      healthy,
      message,
      changedAt: changed ? at : before.health.changedAt,
    };
    const outcome = healthy ? "Health check successful" : `Health check failed: ${message}`;
    const steps = changed
      ? [...before.steps, { state: before.state, message: outcome, at }].slice(-STEPS_KEPT)
      : before.steps;
    this.#services.set(id, { ...before, steps, health });
    if (changed) this.#tell(id);
  }

  /** Notes that a service came up and answers: the steps of a regular start. */
  started(id: string, message: string): void {
    this.enter(id, "Starting", "Starting service");
    this.enter(id, "Running", message);
    this.check(id, true);
  }

  /** One service, if it is known. */
  get(id: string): ServiceRecord | undefined {
    return this.#services.get(id);
  }

  /** Every service, by id. */
  list(): ServiceRecord[] {
    return [...this.#services.values()].sort((a, b) => a.id < b.id ? -1 : 1);
  }

  /** Calls `listener` after each change; the returned function stops that. */
  onChange(listener: ServiceListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #put(service: ServiceRecord): void {
    this.#services.set(service.id, service);
    this.#tell(service.id);
  }

  #tell(id: string): void {
    const service = this.#services.get(id);
    if (service === undefined) return;
    for (const listener of this.#listeners) listener(service);
  }
}
