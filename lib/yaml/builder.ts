/**
 * Builders of lists and maps.
 *
 * @module
 */
import { fault, type YamlProblem } from "./syntax.ts";
import type { SourceEntry, SourceMap, SourceNode, WrittenEntry, WrittenNode } from "./tree.ts";

/** A finished value, with the cost of an alias to it. */
export interface Sized<T extends WrittenNode = WrittenNode> {
  readonly node: T;
  /** Number of values in it, itself included, aliases expanded. */
  readonly size: number;
  /** Number of levels in it. */
  readonly height: number;
}

/** The node that a written one stands for. */
export function resolved(node: WrittenNode): SourceNode {
  return node.kind === "alias" ? node.target : node;
}

/** Up to this many keys, a search through them is faster than an index. */
const FEW = 12;

/** Collects the entries of one map. */
export class MapBuilder {
  readonly written: WrittenEntry[] = [];
  #hasAlias = false;
  #index: Map<string, number> | undefined;
  #merge: SourceEntry | undefined;

  /** Offset of an earlier entry with the same key. */
  firstOf(key: string, isMerge: boolean): number | undefined {
    if (isMerge) return this.#merge?.keyOffset;
    if (this.written.length < FEW) {
      return this.written.find((entry) => entry.key === key && !this.#isMerge(entry))?.keyOffset;
    }
    this.#index ??= new Map(
      this.written.filter((entry) => !this.#isMerge(entry))
        .map((entry) => [entry.key, entry.keyOffset]),
    );
    return this.#index.get(key);
  }

  add(entry: WrittenEntry, isMerge: boolean): void {
    this.written.push(entry);
    if (entry.value.kind === "alias") this.#hasAlias = true;
    if (isMerge) this.#merge = { ...entry, value: resolved(entry.value) };
    else this.#index?.set(entry.key, entry.keyOffset);
  }

  #isMerge({ keyOffset }: WrittenEntry): boolean {
    return keyOffset === this.#merge?.keyOffset;
  }

  /** The entries with aliases followed and merges applied, and where the merge key is. */
  content(problems: YamlProblem[]): Pick<SourceMap, "entries" | "written" | "mergeOffset"> {
    const { written } = this;
    const merge = this.#merge;
    if (!this.#hasAlias && merge === undefined) {
      return { entries: written as SourceEntry[], written };
    }
    const own = written.filter((entry) => !this.#isMerge(entry))
      .map((entry) => ({ ...entry, value: resolved(entry.value) }));
    if (merge === undefined) return { entries: own, written };
    return { entries: merged(own, merge, problems), written, mergeOffset: merge.keyOffset };
  }
}

/** Own entries, then entries of merged maps whose keys are new. */
function merged(
  own: readonly SourceEntry[],
  { keyOffset, value }: SourceEntry,
  problems: YamlProblem[],
): SourceEntry[] {
  const entries = [...own];
  const known = new Set(entries.map((entry) => entry.key));
  for (const source of value.kind === "list" ? value.items : [value]) {
    if (source.kind !== "map") {
      problems.push(
        fault(
          keyOffset,
          `the merge key "<<" requires a map or a list of maps, not a ${source.kind}`,
        ),
      );
      continue;
    }
    for (const entry of source.entries) {
      if (known.has(entry.key)) continue;
      known.add(entry.key);
      entries.push(entry);
    }
  }
  return entries;
}
