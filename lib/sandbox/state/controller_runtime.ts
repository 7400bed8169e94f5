/**
 * Runs controllers on demand: before a client reads their outputs, and repeatedly while a client
 * watches them. No controller runs while no client reads or watches.
 *
 * @module
 */
import type { Clock } from "../../platform/system.ts";
import type { Controller, TypedResource, View } from "./controller.ts";
import type { Resource } from "./resource.ts";
import type { Store } from "./store.ts";

/** A controller with its runtime state. */
interface Worker {
  readonly controller: Controller;
  /** Number of input changes at the last run; undefined before the first run. */
  inputChanges: number | undefined;
  /** Time of the last run, milliseconds since the Unix epoch. */
  ranAt: number;
  /** Whether its source has reported a change since the last run. */
  isDirty: boolean;
  /** Number of watches that need its output. */
  watches: number;
  stopTimer: (() => void) | undefined;
  stopListening: (() => void) | undefined;
}

/** Maximum age of polled inputs on a read, milliseconds. */
const MAX_INPUT_AGE_MS = 1000;

/** The controller runtime of one node. */
export class ControllerRuntime implements Disposable {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #report: (error: unknown, where: string) => void;
  /** Sorted by dependency: writers before readers. */
  readonly #workers: readonly Worker[];
  readonly #view: View;

  /** @throws {RangeError} When the dependencies of controllers form a cycle. */
  constructor(
    store: Store,
    controllers: readonly Controller[],
    clock: Clock,
    report: (error: unknown, where: string) => void,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#report = report;
    this.#workers = sortByDependency(controllers).map((controller) => ({
      controller,
      inputChanges: undefined,
      ranAt: -Infinity,
      isDirty: false,
      watches: 0,
      stopTimer: undefined,
      stopListening: undefined,
    }));
    this.#view = {
      find: (definition, id) => {
        const { namespace, type } = definition;
        return toTypedResource(this.#store.collection({ namespace, type }).find(id));
      },
      list: (definition, namespace = definition.namespace) =>
        this.#store.list({ namespace, type: definition.type }).map((resource) =>
          toTypedResource(resource)!
        ),
    };
    for (const worker of this.#workers) this.#listen(worker);
  }

  /** Updates all resources of a type. Polled inputs may be up to `maxAgeMs` milliseconds old. */
  refresh(type: string, maxAgeMs = MAX_INPUT_AGE_MS): void {
    for (const worker of this.#needed(type)) {
      if (this.#isStale(worker) || this.#isPollDue(worker, type, maxAgeMs)) this.#run(worker);
    }
  }

  /** Keeps all resources of a type up to date until the returned function is called. */
  watch(type: string): () => void {
    const needed = this.#needed(type);
    for (const worker of needed) {
      worker.watches += 1;
      if (worker.watches === 1) this.#schedule(worker);
    }
    let isWatching = true;
    return () => {
      if (!isWatching) return;
      isWatching = false;
      for (const worker of needed) {
        worker.watches -= 1;
        if (worker.watches > 0) continue;
        worker.stopTimer?.();
        worker.stopTimer = undefined;
      }
    };
  }

  [Symbol.dispose](): void {
    for (const worker of this.#workers) {
      worker.stopTimer?.();
      worker.stopListening?.();
    }
  }

  #listen(worker: Worker): void {
    const { refresh } = worker.controller;
    if (refresh.kind !== "push") return;
    worker.stopListening = refresh.listen(() => {
      worker.isDirty = true;
      this.#runTriggered(worker);
    });
  }

  #schedule(worker: Worker): void {
    const { refresh } = worker.controller;
    if (refresh.kind !== "poll") return;
    worker.stopTimer = this.#clock.after(refresh.everyMs, () => {
      this.#schedule(worker);
      this.#runTriggered(worker);
    });
  }

  /** Runs a controller by timer or push, then watched controllers whose inputs have changed. */
  #runTriggered(worker: Worker): void {
    try {
      this.#run(worker);
      for (const other of this.#workers) {
        if (other.watches > 0 && this.#isStale(other)) this.#run(other);
      }
    } catch (error) {
      this.#report(error, worker.controller.name);
    }
  }

  /** Returns the controllers that write a type, after those that write their inputs. */
  #needed(type: string): Worker[] {
    const needed = new Set<Worker>();
    const types = new Set([type]);
    for (const worker of this.#workers.toReversed()) {
      const { inputs, outputs } = worker.controller;
      if (!outputs.some(({ definition }) => types.has(definition.type))) continue;
      needed.add(worker);
      for (const { definition } of inputs) types.add(definition.type);
    }
    return this.#workers.filter((worker) => needed.has(worker));
  }

  /** Reports whether a polling controller must run before a read of `type`. */
  #isPollDue({ controller, ranAt }: Worker, type: string, maxAgeMs: number): boolean {
    if (controller.refresh.kind !== "poll") return false;
    const writesType = controller.outputs.some(({ definition }) => definition.type === type);
    return writesType || this.#clock.now() - ranAt >= maxAgeMs;
  }

  #isStale(worker: Worker): boolean {
    return worker.isDirty || worker.inputChanges !== this.#countInputChanges(worker);
  }

  #countInputChanges({ controller }: Worker): number {
    return controller.inputs.reduce(
      (sum, { definition, namespace = definition.namespace }) =>
        sum + this.#store.collection({ namespace, type: definition.type }).history.position,
      0,
    );
  }

  #run(worker: Worker): void {
    const { controller } = worker;
    const inputChanges = this.#countInputChanges(worker);
    // Until it has succeeded, the next read runs it again: its resources are missing.
    worker.inputChanges = undefined;
    worker.ranAt = this.#clock.now();
    worker.isDirty = false;
    const { name, owner = name } = controller;
    const written = new Set<string>();
    for (const resource of controller.run(this.#view)) {
      this.#store.put(resource, owner);
      written.add(key(resource.namespace, resource.type, resource.id));
    }
    this.#destroyObsolete(controller, owner, written);
    worker.inputChanges = inputChanges;
  }

  /** Destroys resources of earlier runs that are no longer desired. */
  #destroyObsolete(controller: Controller, owner: string, written: ReadonlySet<string>): void {
    for (const { definition, namespace = definition.namespace } of controller.outputs) {
      for (const { metadata } of this.#store.list({ namespace, type: definition.type })) {
        const { id, finalizers } = metadata;
        if (metadata.owner !== owner || written.has(key(namespace, definition.type, id))) continue;
        if (finalizers.length === 0) this.#store.destroy(metadata, owner);
      }
    }
  }
}

function key(namespace: string, type: string, id: string): string {
  return `${namespace}\0${type}\0${id}`;
}

function toTypedResource<S>(resource: Resource | undefined): TypedResource<S> | undefined {
  if (resource?.spec === undefined) return undefined;
  const { id, version = 0, created } = resource.metadata;
  return { id, version, created, spec: resource.spec.value as S };
}

/** Sorts controllers topologically: writers of a type before its readers. */
function sortByDependency(controllers: readonly Controller[]): Controller[] {
  const sorted: Controller[] = [];
  let left = [...controllers];
  while (left.length > 0) {
    const isBlocked = (controller: Controller) =>
      left.some((other) => other !== controller && writesInputOf(other, controller));
    const ready = left.filter((controller) => !isBlocked(controller));
    if (ready.length === 0) {
      throw new RangeError(
        `Controller dependency cycle: ${left.map(({ name }) => name).join(", ")}`,
      );
    }
    sorted.push(...ready);
    left = left.filter((controller) => !ready.includes(controller));
  }
  return sorted;
}

function writesInputOf(writer: Controller, reader: Controller): boolean {
  return writer.outputs.some(({ definition: { type } }) =>
    reader.inputs.some(({ definition }) => definition.type === type)
  );
}
