/**
 * The tree of a node's control groups, from the files below the mount point of cgroup v2.
 *
 * @module
 */
import { type CgroupValue, parseValue } from "./cgroup_value.ts";

/** A control group. */
export class Cgroup {
  readonly children = new Map<string, Cgroup>();
  readonly #files = new Map<string, string>();

  /** Adds a file, such as `system/apid/memory.current`. */
  add(path: string, text: string): void {
    const parts = path.split("/").filter((part) => part !== "" && part !== ".");
    const name = parts.pop();
    if (name !== undefined) this.#find(parts).#files.set(name, text);
  }

  #find([first, ...rest]: readonly string[]): Cgroup {
    if (first === undefined) return this;
    let child = this.children.get(first);
    if (child === undefined) this.children.set(first, child = new Cgroup());
    return child.#find(rest);
  }

  /** Returns the first line of a file; empty without the file. */
  line(file: string): string {
    return this.#files.get(file)?.split("\n", 1)[0] ?? "";
  }

  /** Returns the only value of a file. */
  value(file: string): CgroupValue {
    return parseValue(this.line(file));
  }

  /** Returns the values of a file, separated by spaces or line breaks. */
  values(file: string): CgroupValue[] {
    return (this.#files.get(file) ?? "").split(/\s+/).filter((text) => text !== "").map(parseValue);
  }

  /** Returns a value of a file with lines of key and value. */
  keyed(file: string, key: string): CgroupValue {
    const line = this.#lines(file).find(([name]) => name === key);
    return parseValue(line?.[1] ?? "");
  }

  /** Returns a value of a file with lines of `key name=value…`. */
  nested(file: string, key: string, name: string): CgroupValue {
    const fields = this.#lines(file).find(([first]) => first === key) ?? [];
    return parseValue(fields.find((field) => field.startsWith(`${name}=`))?.split("=")[1] ?? "");
  }

  /** Returns the keys of a file with lines of `key name=value…`, sorted; only those with values. */
  nestedKeys(file: string): string[] {
    return this.#lines(file).filter(([, field]) => field?.includes("=")).map(([key]) => key!)
      .sort();
  }

  #lines(file: string): string[][] {
    return (this.#files.get(file) ?? "").split("\n").filter((line) => line !== "")
      .map((line) => line.trim().split(/ +/));
  }
}
