/**
 * The state of a node: its resources, their types, and the controllers that write them.
 *
 * @module
 */
import type { Clock } from "../../platform/system.ts";
import type { Role } from "../types.ts";
import { DOMAIN } from "../../distribution.ts";
import { hasResourceType } from "../../os_versions/mod.ts";
import type { Controller } from "./controller.ts";
import type { Definition } from "./definitions/definition.ts";
import { DEFINITIONS } from "./definitions/all.ts";
import { NAMESPACES } from "./definitions/meta.ts";
import { TypeRegistry } from "./type_registry.ts";
import { ControllerRuntime } from "./controller_runtime.ts";
import { type ResourceKind, Store } from "./store.ts";

/** Options of a node's state. */
export interface NodeStateOptions {
  readonly clock: Clock;
  readonly controllers: readonly Controller[];
  /** Version of the node: later resource types are absent. All types without a version. */
  readonly version?: string;
  /** Called with errors of controllers that run by timer or push. */
  readonly report?: (error: unknown, where: string) => void;
  /** Number of changes stored per collection, for lagging watches. */
  readonly historyCapacity?: number;
}

/** The state of one node. */
export class NodeState implements Disposable {
  readonly clock: Clock;
  /** The resources. Only its owner may change a resource of a controller. */
  readonly store: Store;
  /** The namespaces and resource types. */
  readonly registry: TypeRegistry;
  readonly controllers: readonly Controller[];
  readonly #runtime: ControllerRuntime;

  constructor(options: NodeStateOptions) {
    const { clock, version = "", historyCapacity, report = () => {} } = options;
    this.clock = clock;
    const exists = ({ type }: Definition<never>) =>
      hasResourceType(type.slice(0, -DOMAIN.length - 1), version);
    const controllers = options.controllers.filter(({ outputs }) =>
      outputs.every(({ definition }) => exists(definition))
    );
    this.controllers = controllers;
    this.store = new Store(clock, historyCapacity);
    this.registry = new TypeRegistry(this.store);
    for (const [name, description] of NAMESPACES) this.registry.addNamespace(name, description);
    for (const definition of DEFINITIONS) {
      if (exists(definition)) this.registry.addDefinition(definition);
    }
    this.#runtime = new ControllerRuntime(this.store, controllers, clock, report);
  }

  /**
   * Checks read access and updates the resources of a type.
   *
   * @param maxInputAgeMs age of polled inputs, milliseconds; default 1000.
   * @throws {StatusError} PermissionDenied.
   */
  open(kind: ResourceKind, roles: ReadonlySet<Role>, maxInputAgeMs?: number): void {
    this.registry.checkRead(kind, roles);
    this.#runtime.refresh(kind.type, maxInputAgeMs);
  }

  /** Keeps the resources of a type up to date until the returned function is called. */
  keepUpdated(type: string): () => void {
    return this.#runtime.watch(type);
  }

  /** Stops the controllers. Keeps the resources. */
  [Symbol.dispose](): void {
    this.#runtime[Symbol.dispose]();
  }
}
