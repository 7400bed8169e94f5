/**
 * The namespaces and resource types of a node, which are resources themselves.
 *
 * @module
 */
import { permissionDeniedError } from "../status_errors.ts";
import type { Role } from "../types.ts";
import { type Definition, definitionId } from "./definitions/definition.ts";
import { META, NAMESPACE, RESOURCE_DEFINITION, toDefinitionValue } from "./definitions/meta.ts";
import type { ResourceKind, Store } from "./store.ts";

/** Owner of definitions and namespaces. */
const OWNER = "meta";

/** The type registry of one node. */
export class TypeRegistry {
  readonly #store: Store;
  readonly #definitions = new Map<string, Definition<never>>();
  readonly #namespaces = new Set<string>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Adds a namespace. */
  addNamespace(name: string, description: string): void {
    const spec = NAMESPACE.spec({ description });
    this.#store.put({ namespace: META, type: NAMESPACE.type, id: name, spec }, OWNER);
    this.#namespaces.add(name);
  }

  /** Adds a resource type. */
  addDefinition(definition: Definition<never>): void {
    const spec = RESOURCE_DEFINITION.spec(toDefinitionValue(definition));
    const id = definitionId(definition.type);
    this.#store.put({ namespace: META, type: RESOURCE_DEFINITION.type, id, spec }, OWNER);
    this.#definitions.set(id, definition);
  }

  /**
   * Checks read access.
   *
   * @throws {StatusError} PermissionDenied for an unknown type or namespace, and for a sensitive type
   *   without role `os:admin`.
   */
  checkRead({ namespace, type }: ResourceKind, roles: ReadonlySet<Role>): void {
    const definition = this.#definitions.get(definitionId(type));
    if (definition === undefined) {
      throw permissionDeniedError(`resource type "${type}" is not supported`);
    }
    if (definition.sensitive && !roles.has("os:admin")) {
      throw permissionDeniedError("not authorized");
    }
    if (!this.#namespaces.has(namespace)) {
      throw permissionDeniedError(`namespace "${namespace}" is not supported`);
    }
  }
}
