/**
 * Merges included files: a later file wins, maps are merged, lists are appended.
 *
 * @module
 */
import type { SourceEntry, SourceNode } from "../yaml/mod.ts";

/** Returns `base` with the values of `more`. */
export function mergeTrees(base: SourceNode, more: SourceNode): SourceNode {
  if (base.kind === "list" && more.kind === "list") {
    return { ...more, items: [...base.items, ...more.items] };
  }
  if (base.kind !== "map" || more.kind !== "map") return more;
  const later = new Map(more.entries.map((entry) => [entry.key, entry]));
  const entries = base.entries.map((entry): SourceEntry => {
    const other = later.get(entry.key);
    if (other === undefined) return entry;
    later.delete(entry.key);
    return { ...other, value: mergeTrees(entry.value, other.value) };
  });
  return { ...more, entries: [...entries, ...later.values()] };
}
