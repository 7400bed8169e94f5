/**
 * Columns of nested blocks.
 *
 * @module
 */
import { columnOf } from "./lines.ts";
import type { SourceNode } from "./tree.ts";

/** Indentation of blocks in a text. */
export interface Layout {
  /** The column of a map in a map at `column`. */
  map(column: number): number;
  /** The column of a list in a map at `column`. */
  list(column: number): number;
  /** Whether blank lines can follow a value, which would become part of a block scalar. */
  readonly isOpen: boolean;
}

/** The layout of Go's encoder: the next multiple of 4. */
export const GO_LAYOUT: Layout = { map: nextStop, list: nextStop, isOpen: false };

/** Two spaces for every block. */
export const NARROW_LAYOUT: Layout = {
  map: (column) => column + 2,
  list: (column) => column + 2,
  isOpen: false,
};

function nextStop(column: number): number {
  return column - column % 4 + 4;
}

/** Returns the layout of a text, and 4 columns for what it does not show. */
export function layoutOf(text: string, roots: readonly SourceNode[]): Layout {
  let mapStep: number | undefined;
  let listStep: number | undefined;
  const inspect = (node: SourceNode, column: number): void => {
    if (mapStep !== undefined && listStep !== undefined) return;
    if (node.kind === "list") return node.items.forEach((item) => inspect(item, column));
    if (node.kind !== "map" || node.flow) return;
    for (const { keyOffset, value } of node.written) {
      if ((value.kind !== "map" && value.kind !== "list") || value.flow) continue;
      const step = columnOf(text, value.start) - columnOf(text, keyOffset);
      if (value.kind === "map") mapStep ??= step > 0 ? step : undefined;
      else listStep ??= step;
      inspect(value, column + step);
    }
  };
  for (const root of roots) inspect(root, 0);
  return {
    map: (column) => column + (mapStep ?? 4),
    list: (column) => column + (listStep ?? mapStep ?? 4),
    isOpen: true,
  };
}
