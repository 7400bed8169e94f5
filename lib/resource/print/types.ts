/**
 * What printers take, and what they are.
 *
 * @module
 */
import type { Definition } from "../definitions.ts";
import type { EventKind } from "../document.ts";
import type { Resource } from "../resource.ts";

/** What is printed: a resource, and what happened to it when it is watched. */
export interface Item {
  readonly node: string;
  readonly resource: Resource;
  readonly event?: EventKind | undefined;
}

/** Takes resources and prints them. */
export interface Printer {
  /** What comes next is of this type. Called once for each type, before its resources. */
  begin(definition: Definition): void;
  /** When the result is a promise, it has to be awaited before the next one. */
  add(item: Item): Promise<void> | undefined;
  /** Nothing more of a node comes soon. */
  pause(node: string): Promise<void> | undefined;
  /** Writes what is left. Without it, the output is incomplete. */
  end(): Promise<void>;
}
