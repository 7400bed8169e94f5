/**
 * A cursor into a configuration: value, field path and position in the text.
 *
 * @module
 */
import type { LoadedDocument } from "../load.ts";
import { isNull } from "../../yaml/scalar.ts";
import type { Path } from "../problem.ts";
import { isMap, type Value } from "../data.ts";
import type { TreeNode } from "../../yaml/tree.ts";

/** A field path of a document, with or without a value. */
export class Cursor {
  readonly path: Path;
  /** Offset of its key, or of the nearest ancestor with a key. */
  readonly keyOffset: number;
  readonly #value: Value | undefined;
  readonly #node: TreeNode | undefined;

  constructor(
    value: Value | undefined,
    node: TreeNode | undefined,
    path: Path,
    keyOffset: number,
  ) {
    this.#value = value;
    this.#node = node?.kind === "scalar" && isNull(node) ? undefined : node;
    this.path = path;
    this.keyOffset = keyOffset;
  }

  /** Returns the root of a document. */
  static root(document: LoadedDocument): Cursor {
    const { tree } = document;
    return new Cursor(document.data, tree, [], tree.entries[0]?.keyOffset ?? tree.offset);
  }

  /** Offset of the value, or of the place where it is missing. */
  get offset(): number {
    return this.#node?.offset ?? this.keyOffset;
  }

  /** Whether a value is present, valid or not. */
  get isPresent(): boolean {
    return this.#node !== undefined;
  }

  /** Whether a value other than an empty string is present, valid or not. */
  get isNonEmpty(): boolean {
    return this.isPresent && this.#value !== "";
  }

  /** Whether the value could not be decoded. */
  get isInvalid(): boolean {
    return this.#node !== undefined && this.#value === undefined;
  }

  /** Reports whether this value, or one along a path below it, could not be decoded. */
  isInvalidAlong(path: Path): boolean {
    if (this.isInvalid || path.length === 0) return this.isInvalid;
    const [step, ...rest] = path as [string | number, ...(string | number)[]];
    const next = typeof step === "string"
      ? this.at(step)
      : this.items.find((item) => item.path.at(-1) === step);
    return next?.isInvalidAlong(rest) ?? false;
  }

  /** The string, or an empty one. */
  get text(): string {
    return typeof this.#value === "string" ? this.#value : "";
  }

  /** Whether the value is true. */
  get isTrue(): boolean {
    return this.#value === true;
  }

  /** Whether the value is false. */
  get isFalse(): boolean {
    return this.#value === false;
  }

  /** The number, or 0. */
  get number(): number {
    return typeof this.#value === "number" || typeof this.#value === "bigint"
      ? Number(this.#value)
      : 0;
  }

  /** The decoded value, or undefined when absent or invalid. */
  get value(): Value | undefined {
    return this.#value;
  }

  /** Returns the cursor of a field or map key. */
  at(key: string): Cursor {
    const entry = this.#node?.kind === "map"
      ? this.#node.entries.findLast((one) => one.key === key)
      : undefined;
    const data = this.#value;
    const value = isMap(data) && Object.hasOwn(data, key) ? data[key] : undefined;
    return new Cursor(value, entry?.value, [...this.path, key], entry?.keyOffset ?? this.keyOffset);
  }

  /** Returns the cursor at a path of keys. */
  atPath(...keys: readonly string[]): Cursor {
    return keys.reduce<Cursor>((cursor, key) => cursor.at(key), this);
  }

  /** Cursors of list items, without null items. */
  get items(): Cursor[] {
    const values = Array.isArray(this.#value) ? this.#value as readonly Value[] : [];
    const nodes = this.#node?.kind === "list" ? this.#node.items : [];
    const present = [...nodes.entries()]
      .filter(([, node]) =>
        node.kind !== "scalar" || !isNull(node) || values.length === nodes.length
      );
    // Invalid items are not decoded; the remaining values cannot be assigned to nodes.
    const isComplete = present.length === values.length;
    return present.map(([index, node], position) =>
      new Cursor(
        isComplete ? values[position] : undefined,
        node,
        [...this.path, index],
        node.offset,
      )
    );
  }

  /** Whether any key of a map has a non-empty value. */
  get hasNonEmpty(): boolean {
    return this.entries.some(([, cursor]) => cursor.isNonEmpty);
  }

  /** Keys of a map with their cursors, including invalid values. */
  get entries(): (readonly [key: string, cursor: Cursor])[] {
    if (this.#node?.kind !== "map") return [];
    return this.#node.entries.map(({ key }) => [key, this.at(key)]);
  }
}
