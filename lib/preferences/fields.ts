/**
 * Reads values of a YAML document, and reports the place of invalid ones.
 *
 * @module
 */
import type { OsctlError } from "../errors.ts";
import { didYouMean } from "../output/nearest.ts";
import { resolveScalar, type SourceEntry, type SourceMap, type SourceNode } from "../yaml/mod.ts";

/** Creates an error about an offset. */
export type ErrorAtOffset = (offset: number, reason: string, hint?: string) => OsctlError;

/** Converts nodes, and rejects unknown keys and values of other types. */
export class FieldReader {
  readonly errorAt: ErrorAtOffset;

  constructor(errorAt: ErrorAtOffset) {
    this.errorAt = errorAt;
  }

  oneOf<const V extends string>(
    node: SourceNode | undefined,
    field: string,
    values: readonly V[],
  ): V | undefined {
    const text = this.text(node, field);
    if (text === undefined) return undefined;
    const value = values.find((one) => one === text);
    if (value !== undefined) return value;
    throw this.errorAt(
      node!.offset,
      `invalid value "${text}" for "${field}"`,
      `use ${values.join(", ")}`,
    );
  }

  /** Words of a list, or of a text separated by spaces. */
  words(node: SourceNode | undefined, field: string): readonly string[] | undefined {
    const words = node?.kind === "list"
      ? this.list(node, field)
      : this.text(node, field)?.split(/\s+/).filter((word) => word !== "");
    return words?.length === 0 ? undefined : words;
  }

  list(node: SourceNode, field: string): readonly string[] {
    if (node.kind !== "list") throw this.errorAt(node.offset, `"${field}" is not a list`);
    return node.items.map((item) => {
      const text = this.text(item, field);
      if (text === undefined) throw this.errorAt(item.offset, `"${field}" has an empty item`);
      return text;
    });
  }

  text(node: SourceNode | undefined, field: string): string | undefined {
    if (node === undefined) return undefined;
    if (node.kind !== "scalar") throw this.errorAt(node.offset, `"${field}" is not a text`);
    return resolveScalar(node) === null || node.text === "" ? undefined : node.text;
  }

  entries<T>(
    node: SourceNode | undefined,
    field: string,
    convert: (entry: SourceEntry) => T,
  ): ReadonlyMap<string, T> {
    const entries = this.map(node, `"${field}"`)?.entries ?? [];
    return new Map(entries.map((entry) => [entry.key, convert(entry)]));
  }

  map(node: SourceNode | undefined, field: string): SourceMap | undefined {
    if (node === undefined || node.kind === "scalar" && resolveScalar(node) === null) {
      return undefined;
    }
    if (node.kind === "map") return node;
    throw this.errorAt(node.offset, `${field} must have keys`);
  }

  requireKeys(map: SourceMap | undefined, known: readonly string[]): void {
    const unknown = map?.entries.find(({ key }) => !known.includes(key));
    if (unknown === undefined) return;
    const hint = didYouMean(unknown.key, known) ?? `keys: ${known.join(", ")}`;
    throw this.errorAt(unknown.keyOffset, `unknown key "${unknown.key}"`, hint);
  }
}

/** Returns the value of a key. */
export function valueOf(map: SourceMap | undefined, key: string): SourceNode | undefined {
  return map?.entries.find((one) => one.key === key)?.value;
}

/** Returns an object with the value, or an empty one. */
export function defined<K extends string, T>(key: K, value: T | undefined): { [Key in K]?: T } {
  return (value === undefined ? {} : { [key]: value }) as { [Key in K]?: T };
}
