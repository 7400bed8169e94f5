import { columnOf } from "./lines.ts";
import type { Layout } from "./render.ts";
import type { SpanNode } from "./spans.ts";

/** How deep things stand in a document; Go's layout where it does not show. */
export function layoutOf(text: string, roots: readonly SpanNode[]): Layout {
  let step: number | undefined;
  let listStep: number | undefined;
  const look = (node: SpanNode, column: number): void => {
    if (step !== undefined && listStep !== undefined) return;
    if (node.kind === "list") return node.items.forEach((item) => look(item, column));
    if (node.kind !== "map" || node.flow) return;
    for (const { key, value } of node.entries) {
      if ((value.kind !== "map" && value.kind !== "list") || value.flow) continue;
      const inside = columnOf(text, value.start) - columnOf(text, key.start);
      if (value.kind === "map") step ??= inside > 0 ? inside : undefined;
      else listStep ??= inside;
      look(value, column + inside);
    }
  };
  for (const root of roots) look(root, 0);
  return { step: step ?? 4, listStep: listStep ?? step ?? 4 };
}
