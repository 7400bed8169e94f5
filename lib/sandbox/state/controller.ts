/**
 * The controller interface. Controllers fill the store. Their declared inputs and outputs determine
 * when they run, and the dependency graph.
 *
 * @module
 */
import type { Definition } from "./definitions/definition.ts";
import type { Pointer, Spec } from "./resource.ts";

/** A resource type that a controller reads. */
export interface Input {
  readonly definition: Definition<never>;
  /** Default: namespace of the definition. */
  readonly namespace?: string;
  /** Limits the input to one resource. */
  readonly id?: string;
  /** Controllers put finalizers on strong inputs; the sandbox has none. */
  readonly kind: "strong" | "weak";
}

/** A resource type that a controller writes. */
export interface Output {
  readonly definition: Definition<never>;
  /** Default: namespace of the definition. */
  readonly namespace?: string;
  /** No other controller writes an exclusive output. */
  readonly kind: "exclusive" | "shared";
}

/** The desired state of a resource. */
export interface DesiredResource extends Pointer {
  readonly spec: Spec;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A resource with a typed spec. */
export interface TypedResource<S> {
  readonly id: string;
  readonly version: number;
  /** Milliseconds since the Unix epoch. */
  readonly created: number;
  readonly spec: S;
}

/** Read access to the store for controllers. */
export interface View {
  /** Returns a resource; undefined when it does not exist. */
  find<S>(definition: Definition<S>, id: string): TypedResource<S> | undefined;
  /** Returns all resources of a type, sorted by id. */
  list<S>(definition: Definition<S>, namespace?: string): TypedResource<S>[];
}

/** Triggers of a controller, in addition to changes of its inputs. */
export type Refresh =
  /** Once, before the first read. */
  | { readonly kind: "once" }
  /** On every read, and at an interval while a client watches. */
  | { readonly kind: "poll"; readonly everyMs: number }
  /** When its source calls `changed`; the returned function removes the listener. */
  | { readonly kind: "push"; listen(changed: () => void): () => void };

/** Writes resources derived from its inputs and from the machine. */
export interface Controller {
  /** Name as on Talos nodes, for example `network.LinkStatusController`. */
  readonly name: string;
  readonly inputs: readonly Input[];
  readonly outputs: readonly Output[];
  readonly refresh: Refresh;
  /** Owner of its resources; default its name. Empty for those that no controller owns on nodes. */
  readonly owner?: string;
  /** Returns the desired resources. Resources of earlier runs that are missing are destroyed. */
  run(view: View): readonly DesiredResource[];
}

/** Creates a desired resource; the default namespace comes from the definition. */
export function desired<S>(
  definition: Definition<S>,
  id: string,
  spec: S,
  options: { readonly namespace?: string; readonly labels?: Readonly<Record<string, string>> } = {},
): DesiredResource {
  const { namespace = definition.namespace, labels = {} } = options;
  return { namespace, type: definition.type, id, spec: definition.spec(spec), labels };
}
