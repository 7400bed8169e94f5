/**
 * Everything one node knows about itself: its resources, their types, and the controllers behind
 * them.
 *
 * @module
 */
import type { Clock } from "../../platform/system.ts";
import type { Role } from "../types.ts";
import type { Controller } from "./controller.ts";
import { DEFINITIONS } from "./definitions/all.ts";
import { NAMESPACES } from "./definitions/meta.ts";
import { Registry } from "./registry.ts";
import { Runner } from "./runner.ts";
import { type ResourceKind, Store } from "./store.ts";

/** What a node's state is made of. */
export interface NodeStateParts {
  readonly clock: Clock;
  readonly controllers: readonly Controller[];
  /** Hears of errors of controllers that run of their own accord. */
  readonly report?: (error: unknown, where: string) => void;
  /** Changes kept for each kind of resource, for watches that fall behind. */
  readonly historyCapacity?: number;
}

/** The state of one node. */
export class NodeState implements Disposable {
  readonly clock: Clock;
  /** The resources. What controllers own is theirs to change. */
  readonly store: Store;
  /** The namespaces and types; more can be added. */
  readonly registry: Registry;
  readonly controllers: readonly Controller[];
  readonly #runner: Runner;

  constructor({ clock, controllers, historyCapacity, report = () => {} }: NodeStateParts) {
    this.clock = clock;
    this.controllers = controllers;
    this.store = new Store(clock, historyCapacity);
    this.registry = new Registry(this.store);
    for (const [name, description] of NAMESPACES) this.registry.addNamespace(name, description);
    for (const definition of DEFINITIONS) this.registry.addDefinition(definition);
    this.#runner = new Runner(this.store, controllers, clock, report);
  }

  /**
   * Lets a reader in and brings what it asks for up to date.
   *
   * @throws {StatusError} PermissionDenied.
   */
  open(kind: ResourceKind, roles: ReadonlySet<Role>): void {
    this.registry.checkRead(kind, roles);
    this.#runner.refresh(kind.type);
  }

  /** Keeps everything of a type up to date until the returned function is called. */
  keepFresh(type: string): () => void {
    return this.#runner.watch(type);
  }

  /** Stops the controllers. The resources stay as they are. */
  [Symbol.dispose](): void {
    this.#runner[Symbol.dispose]();
  }
}
