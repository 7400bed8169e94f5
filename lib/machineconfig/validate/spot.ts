/**
 * A place in a configuration: what stands there, what it is called, where it is in the text.
 *
 * @module
 */
import type { LoadedDocument } from "../load.ts";
import { isNull } from "../../yaml/scalar.ts";
import type { Path } from "../problem.ts";
import { isMap, type Value } from "../data.ts";
import type { TreeNode } from "../../yaml/tree.ts";

/** One place, present or not. */
export class Spot {
  readonly path: Path;
  /** Where its key is, or the one of the nearest place above it that has one. */
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

  /** The top of a document. */
  static top(document: LoadedDocument): Spot {
    const { tree } = document;
    return new Spot(document.data, tree, [], tree.entries[0]?.keyOffset ?? tree.offset);
  }

  /** Where the value is, or where it is missing. */
  get offset(): number {
    return this.#node?.offset ?? this.keyOffset;
  }

  /** Something is written there, right or wrong. */
  get isThere(): boolean {
    return this.#node !== undefined;
  }

  /** Something other than an empty text is written there, right or wrong. */
  get isFilled(): boolean {
    return this.isThere && this.#value !== "";
  }

  /** Something is written there that could not be read. */
  get isWrong(): boolean {
    return this.#node !== undefined && this.#value === undefined;
  }

  /** Whether this, or something on the way from here to another place, could not be read. */
  leadsThroughWrong(way: Path): boolean {
    if (this.isWrong || way.length === 0) return this.isWrong;
    const [step, ...rest] = way as [string | number, ...(string | number)[]];
    const next = typeof step === "string"
      ? this.at(step)
      : this.items.find((item) => item.path.at(-1) === step);
    return next?.leadsThroughWrong(rest) ?? false;
  }

  /** The text; empty when there is none. */
  get text(): string {
    return typeof this.#value === "string" ? this.#value : "";
  }

  /** Whether it is there and true. */
  get isTrue(): boolean {
    return this.#value === true;
  }

  /** Whether it is there and false. */
  get isFalse(): boolean {
    return this.#value === false;
  }

  /** The number; 0 when there is none. */
  get number(): number {
    return typeof this.#value === "number" || typeof this.#value === "bigint"
      ? Number(this.#value)
      : 0;
  }

  /** The value as it is. */
  get value(): Value | undefined {
    return this.#value;
  }

  /** The place of a field, or of a key of a map. */
  at(key: string): Spot {
    const entry = this.#node?.kind === "map"
      ? this.#node.entries.findLast((one) => one.key === key)
      : undefined;
    const data = this.#value;
    const value = isMap(data) && Object.hasOwn(data, key) ? data[key] : undefined;
    return new Spot(value, entry?.value, [...this.path, key], entry?.keyOffset ?? this.keyOffset);
  }

  /** The place a way of keys leads to. */
  to(...keys: readonly string[]): Spot {
    return keys.reduce<Spot>((spot, key) => spot.at(key), this);
  }

  /** The items of a list, empty ones left out. */
  get items(): Spot[] {
    const values = Array.isArray(this.#value) ? this.#value as readonly Value[] : [];
    const nodes = this.#node?.kind === "list" ? this.#node.items : [];
    const there = [...nodes.entries()]
      .filter(([, node]) =>
        node.kind !== "scalar" || !isNull(node) || values.length === nodes.length
      );
    // Wrong items are not among the values, and then nobody knows which is which.
    const all = there.length === values.length;
    return there.map(([index, node], position) =>
      new Spot(all ? values[position] : undefined, node, [...this.path, index], node.offset)
    );
  }

  /** Whether any key of a map is filled. */
  get hasFilled(): boolean {
    return this.entries.some(([, spot]) => spot.isFilled);
  }

  /** The keys of a map with their places, those with wrong values too. */
  get entries(): (readonly [key: string, spot: Spot])[] {
    if (this.#node?.kind !== "map") return [];
    return this.#node.entries.map(({ key }) => [key, this.at(key)]);
  }
}
