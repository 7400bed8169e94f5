/**
 * Runs controllers when it matters: their outputs are brought up to date when somebody asks for
 * them, and kept so while somebody watches. Nothing runs for nobody.
 *
 * @module
 */
import type { Clock } from "../../platform/system.ts";
import type { Controller, Seen, View } from "./controller.ts";
import type { Resource } from "./resource.ts";
import type { Store } from "./store.ts";

/** A controller and how far it has come. */
interface Worker {
  readonly controller: Controller;
  /** Changes of its inputs it has seen; undefined before the first run. */
  seen: number | undefined;
  /** When that was, milliseconds since the Unix epoch. */
  ranAt: number;
  /** The source has said that it changed. */
  dirty: boolean;
  /** Watches that need it. */
  watches: number;
  stopTimer: (() => void) | undefined;
  stopListening: (() => void) | undefined;
}

/** How old what others are made from may be when somebody asks, milliseconds. */
const INPUT_AGE_MS = 1000;

/** The controllers of one node. */
export class Runner implements Disposable {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #report: (error: unknown, where: string) => void;
  /** Those whose outputs others read come first. */
  readonly #workers: readonly Worker[];
  readonly #view: View;

  /** @throws {RangeError} when controllers wait for each other in a circle. */
  constructor(
    store: Store,
    controllers: readonly Controller[],
    clock: Clock,
    report: (error: unknown, where: string) => void,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#report = report;
    this.#workers = ordered(controllers).map((controller) => ({
      controller,
      seen: undefined,
      ranAt: -Infinity,
      dirty: false,
      watches: 0,
      stopTimer: undefined,
      stopListening: undefined,
    }));
    this.#view = {
      find: (definition, id) => {
        const { namespace, type } = definition;
        return seen(this.#store.collection({ namespace, type }).find(id));
      },
      list: (definition, namespace = definition.namespace) =>
        this.#store.list({ namespace, type: definition.type }).map((one) => seen(one)!),
    };
    for (const worker of this.#workers) this.#listen(worker);
  }

  /** Brings everything of a type up to date; what it is made from may be a second old. */
  refresh(type: string): void {
    for (const worker of this.#needed(type)) {
      if (this.#isStale(worker) || this.#isOld(worker, type)) this.#run(worker);
    }
  }

  /** Keeps everything of a type up to date until the returned function is called. */
  watch(type: string): () => void {
    const needed = this.#needed(type);
    for (const worker of needed) {
      worker.watches += 1;
      if (worker.watches === 1) this.#schedule(worker);
    }
    let watching = true;
    return () => {
      if (!watching) return;
      watching = false;
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
      worker.dirty = true;
      this.#attempt(worker);
    });
  }

  #schedule(worker: Worker): void {
    const { refresh } = worker.controller;
    if (refresh.kind !== "poll") return;
    worker.stopTimer = this.#clock.after(refresh.everyMs, () => {
      this.#schedule(worker);
      this.#attempt(worker);
    });
  }

  /** Runs one of its own accord, then those that somebody watches and whose inputs changed by it. */
  #attempt(worker: Worker): void {
    try {
      this.#run(worker);
      for (const other of this.#workers) {
        if (other.watches > 0 && this.#isStale(other)) this.#run(other);
      }
    } catch (error) {
      this.#report(error, worker.controller.name);
    }
  }

  /** The controllers that write a type, after all those whose outputs they read. */
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

  /** Whether a controller that polls has to do so for somebody who asks for a type. */
  #isOld({ controller, ranAt }: Worker, type: string): boolean {
    if (controller.refresh.kind !== "poll") return false;
    const asked = controller.outputs.some(({ definition }) => definition.type === type);
    return asked || this.#clock.now() - ranAt >= INPUT_AGE_MS;
  }

  #isStale(worker: Worker): boolean {
    return worker.dirty || worker.seen !== this.#inputChanges(worker);
  }

  #inputChanges({ controller }: Worker): number {
    return controller.inputs.reduce(
      (sum, { definition, namespace = definition.namespace }) =>
        sum + this.#store.collection({ namespace, type: definition.type }).history.position,
      0,
    );
  }

  #run(worker: Worker): void {
    const { controller } = worker;
    worker.seen = this.#inputChanges(worker);
    worker.ranAt = this.#clock.now();
    worker.dirty = false;
    const kept = new Set<string>();
    for (const resource of controller.run(this.#view)) {
      this.#store.put(resource, controller.name);
      kept.add(key(resource.namespace, resource.type, resource.id));
    }
    this.#sweep(controller, kept);
  }

  /** Destroys what the controller wrote before and wants no more. */
  #sweep(controller: Controller, kept: ReadonlySet<string>): void {
    for (const { definition, namespace = definition.namespace } of controller.outputs) {
      for (const { metadata } of this.#store.list({ namespace, type: definition.type })) {
        const { id, owner, finalizers } = metadata;
        if (owner !== controller.name || kept.has(key(namespace, definition.type, id))) continue;
        if (finalizers.length === 0) this.#store.destroy(metadata, owner);
      }
    }
  }
}

function key(namespace: string, type: string, id: string): string {
  return `${namespace}\0${type}\0${id}`;
}

function seen<S>(resource: Resource | undefined): Seen<S> | undefined {
  if (resource?.spec === undefined) return undefined;
  const { id, version = 0 } = resource.metadata;
  return { id, version, spec: resource.spec.value as S };
}

/** Controllers such that each comes after all that write what it reads. */
function ordered(controllers: readonly Controller[]): Controller[] {
  const done: Controller[] = [];
  let left = [...controllers];
  while (left.length > 0) {
    const blocked = (one: Controller) => left.some((other) => other !== one && feeds(other, one));
    const ready = left.filter((controller) => !blocked(controller));
    if (ready.length === 0) {
      throw new RangeError(`Controllers in a circle: ${left.map(({ name }) => name).join(", ")}`);
    }
    done.push(...ready);
    left = left.filter((controller) => !ready.includes(controller));
  }
  return done;
}

function feeds(writer: Controller, reader: Controller): boolean {
  return writer.outputs.some(({ definition: { type } }) =>
    reader.inputs.some(({ definition }) => definition.type === type)
  );
}
