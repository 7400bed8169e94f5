/**
 * What fills the store. A controller says what it reads and what it writes; from that follow when
 * it runs and the picture of what depends on what.
 *
 * @module
 */
import type { Definition } from "./definitions/definition.ts";
import type { Pointer, Spec } from "./resource.ts";

/** A type that a controller reads. */
export interface Input {
  readonly definition: Definition<never>;
  /** The definition's own when left out. */
  readonly namespace?: string;
  /** Only this one, when given. */
  readonly id?: string;
  /** Strong inputs wait for the controller before they go; none of the sandbox's does so far. */
  readonly kind: "strong" | "weak";
}

/** A type that a controller writes. */
export interface Output {
  readonly definition: Definition<never>;
  /** The definition's own when left out. */
  readonly namespace?: string;
  /** Whether no other controller writes the type. */
  readonly kind: "exclusive" | "shared";
}

/** A resource as a controller wants it. */
export interface Wanted extends Pointer {
  readonly spec: Spec;
  readonly labels: Readonly<Record<string, string>>;
}

/** A resource as a controller reads it. */
export interface Seen<S> {
  readonly id: string;
  readonly version: number;
  readonly spec: S;
}

/** What a controller can read. */
export interface View {
  /** The resource, or undefined. */
  find<S>(definition: Definition<S>, id: string): Seen<S> | undefined;
  /** Every resource of a type, by id. */
  list<S>(definition: Definition<S>, namespace?: string): Seen<S>[];
}

/** When a controller runs beside the changes of its inputs. */
export type Refresh =
  /** Never again: what it writes stays as it is. */
  | { readonly kind: "once" }
  /** Whenever somebody asks, and every so many milliseconds while somebody watches. */
  | { readonly kind: "poll"; readonly everyMs: number }
  /** Whenever the source says that it has changed; the returned function stops listening. */
  | { readonly kind: "push"; listen(changed: () => void): () => void };

/** Writes resources. */
export interface Controller {
  /** As nodes call theirs, for example `network.LinkStatusController`. */
  readonly name: string;
  readonly inputs: readonly Input[];
  readonly outputs: readonly Output[];
  readonly refresh: Refresh;
  /** Everything it wants to exist. What it wrote before and wants no more is destroyed. */
  run(view: View): readonly Wanted[];
}

/** A wanted resource, in the namespace of its definition unless another one is given. */
export function wanted<S>(
  definition: Definition<S>,
  id: string,
  spec: S,
  more: { readonly namespace?: string; readonly labels?: Readonly<Record<string, string>> } = {},
): Wanted {
  const { namespace = definition.namespace, labels = {} } = more;
  return { namespace, type: definition.type, id, spec: definition.spec(spec), labels };
}
