/**
 * Values of a foreign file with their places.
 *
 * @module
 */
import type { OsctlError } from "../../errors.ts";
import { type ErrorAt, isNull, type SourceNode, toData, type YamlData } from "../../yaml/mod.ts";

/** A value, or where it is absent. */
export class SourceField {
  readonly #node: SourceNode | undefined;
  readonly #errorAt: ErrorAt;
  /** Path in the file, such as `nodes[0].hostname`. */
  readonly path: string;

  constructor(node: SourceNode | undefined, errorAt: ErrorAt, path = "") {
    const isMissing = node?.kind === "scalar" && isNull(node);
    this.#node = isMissing ? undefined : node;
    this.#errorAt = errorAt;
    this.path = path;
  }

  get isPresent(): boolean {
    return this.#node !== undefined;
  }

  /** Offset of the value; 0 when it is absent. */
  get offset(): number {
    return this.#node?.offset ?? 0;
  }

  /** The value of a key. */
  at(key: string): SourceField {
    const node = this.#node;
    if (node !== undefined && node.kind !== "map") throw this.error("not a mapping");
    const entry = node?.entries.findLast((one) => one.key === key);
    return new SourceField(
      entry?.value,
      this.#errorAt,
      this.path === "" ? key : `${this.path}.${key}`,
    );
  }

  /** Keys with their offsets. */
  get keys(): readonly { readonly key: string; readonly keyOffset: number }[] {
    const node = this.#node;
    if (node === undefined) return [];
    if (node.kind !== "map") throw this.error("not a mapping");
    return node.entries;
  }

  get items(): readonly SourceField[] {
    const node = this.#node;
    if (node === undefined) return [];
    if (node.kind !== "list") throw this.error("not a list");
    return node.items.map((item, index) =>
      new SourceField(item, this.#errorAt, `${this.path}[${index}]`)
    );
  }

  /** The text of a scalar; empty when it is absent. */
  get text(): string {
    const node = this.#node;
    if (node === undefined) return "";
    if (node.kind !== "scalar") throw this.error("not a string");
    return node.text;
  }

  get texts(): readonly string[] {
    return this.items.map(({ text }) => text);
  }

  get isTrue(): boolean {
    return this.#node !== undefined && this.data === true;
  }

  get data(): YamlData | undefined {
    return this.#node && toData(this.#node);
  }

  /** Returns the text of a value that must be set. */
  required(key: string, hint?: string): string {
    const field = this.at(key);
    if (field.text !== "") return field.text;
    throw this.error(`no "${key}"`, hint);
  }

  /** Returns the error of the value, with its place. */
  error(reason: string, hint?: string): OsctlError {
    return this.#errorAt(this.offset, this.path === "" ? reason : `${this.path}: ${reason}`, hint);
  }
}
