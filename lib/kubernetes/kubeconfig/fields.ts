/**
 * Typed access to the fields of a kubeconfig entry.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { decodeBase64 } from "../../osconfig/base64.ts";
import { isList, isMap, own, type YamlMap } from "../../yaml/mod.ts";

/** Fields of one entry. Errors name the field, and never its value. */
export class Fields {
  readonly #map: YamlMap;
  readonly #what: string;

  /** @param what The entry in errors, such as `cluster "c"`. */
  constructor(map: YamlMap, what: string) {
    this.#map = map;
    this.#what = what;
  }

  /** The entry in errors. */
  get what(): string {
    return this.#what;
  }

  /** A string; undefined when absent or empty. */
  text(key: string): string | undefined {
    const value = own(this.#map, key) ?? "";
    if (typeof value !== "string") throw this.#mismatch(key, "must be a string");
    return value === "" ? undefined : value;
  }

  /** A boolean; false when absent. */
  flag(key: string): boolean {
    const value = own(this.#map, key) ?? false;
    if (typeof value !== "boolean") throw this.#mismatch(key, "must be true or false");
    return value;
  }

  /** A map; undefined when absent. */
  map(key: string): YamlMap | undefined {
    const value = own(this.#map, key) ?? undefined;
    if (value !== undefined && !isMap(value)) throw this.#mismatch(key, "must be a map");
    return value;
  }

  /** A list of maps; empty when absent. */
  maps(key: string): readonly YamlMap[] {
    const value = own(this.#map, key) ?? [];
    if (!isList(value) || !value.every(isMap)) throw this.#mismatch(key, "must be a list of maps");
    return value;
  }

  /** A list of strings; empty when absent. */
  texts(key: string): readonly string[] {
    const value = own(this.#map, key) ?? [];
    if (!isList(value) || !value.every((item) => typeof item === "string")) {
      throw this.#mismatch(key, "must be a list of strings");
    }
    return value;
  }

  /** UTF-8 text in base64; undefined when absent or empty. */
  base64(key: string): string | undefined {
    const text = this.text(key);
    if (text === undefined) return undefined;
    const bytes = decodeBase64(text);
    if (bytes === undefined) throw this.#mismatch(key, "is not base64");
    return new TextDecoder().decode(bytes);
  }

  #mismatch(key: string, reason: string): OsctlError {
    return new OsctlError("input", `"${key}" of ${this.#what} ${reason}`);
  }
}
