/**
 * The interface of printers.
 *
 * @module
 */
import type { Definition } from "../definitions.ts";
import type { EventKind } from "../document.ts";
import type { Resource } from "../resource.ts";

/** A resource to print, with its event in a watch. */
export interface Item {
  readonly node: string;
  readonly resource: Resource;
  readonly event?: EventKind | undefined;
}

/** A printer of resources. */
export interface Printer {
  /** Starts a type. Called before its resources. */
  begin(definition: Definition): void;
  /** Prints a resource. Must be awaited before the next one. */
  add(item: Item): Promise<void>;
  /** Flushes buffered resources of a node. */
  pause(node: string): Promise<void> | undefined;
  /** Completes the output and flushes it. */
  end(): Promise<void>;
}
