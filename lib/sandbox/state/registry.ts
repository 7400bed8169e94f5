/**
 * Which namespaces and resource types a node has. Both are resources themselves.
 *
 * @module
 */
import { StatusCode, StatusError } from "../../rpc/status.ts";
import type { Role } from "../types.ts";
import { type Definition, definitionId } from "./definitions/definition.ts";
import { definitionValue, META, NAMESPACE, RESOURCE_DEFINITION } from "./definitions/meta.ts";
import type { ResourceKind, Store } from "./store.ts";

/** Who owns definitions and namespaces. */
const OWNER = "meta";

/** The namespaces and types of one node. */
export class Registry {
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
    const spec = RESOURCE_DEFINITION.spec(definitionValue(definition));
    const id = definitionId(definition.type);
    this.#store.put({ namespace: META, type: RESOURCE_DEFINITION.type, id, spec }, OWNER);
    this.#definitions.set(id, definition);
  }

  /**
   * Lets a reader pass.
   *
   * @throws {StatusError} PermissionDenied for a type or namespace that does not exist, and for a
   *   sensitive type unless the reader is an administrator.
   */
  checkRead({ namespace, type }: ResourceKind, roles: ReadonlySet<Role>): void {
    const definition = this.#definitions.get(definitionId(type));
    if (definition === undefined) throw denied(`resource type "${type}" is not supported`);
    if (definition.sensitive && !roles.has("os:admin")) throw denied("not authorized");
    if (!this.#namespaces.has(namespace)) throw denied(`namespace "${namespace}" is not supported`);
  }
}

function denied(reason: string): StatusError {
  return new StatusError(StatusCode.permissionDenied, reason);
}
