/**
 * Reads secrets bundle files: YAML with lower-case keys, certificates and keys as base64-encoded PEM.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { nearest } from "../../output/nearest.ts";
import type { BundleOptions } from "../../pki/secrets_bundle.ts";
import { locate } from "../load/locate.ts";
import { errorOf, together } from "../patch/problems.ts";
import { isNull, type MapNode, parseYaml, type TreeNode } from "../../yaml/mod.ts";
import { fromYaml } from "../problem.ts";
import { BundleAssembler, type CheckedBundle, type Located } from "./bundle_assembler.ts";
import { type BundleField, FIELD_NAMES, isBundleField } from "./bundle_fields.ts";

/** Options of `readBundle`. */
export interface ReadOptions {
  /** File name in messages. */
  readonly name: string;
  /** Required features of the bundle. */
  readonly recipe: BundleOptions;
}

/**
 * Reads a bundle. Unknown keys are ignored, with a warning.
 *
 * @throws {OsctlError} of kind `input` with all missing keys, or with locations; never quotes values.
 */
export async function readBundle(
  text: string,
  { name, recipe }: ReadOptions,
): Promise<CheckedBundle> {
  const { documents, problems } = parseYaml(text);
  const broken = errorOf(fromYaml(problems), { name, text });
  if (broken !== undefined) throw broken;
  const [document, ...more] = documents;
  const top = document?.root;
  if (top === undefined || (top.kind === "scalar" && isNull(top))) {
    throw new OsctlError("input", `${name} is empty`, { hint: CREATE_HINT });
  }
  const reader = new BundleReader(text, name);
  reader.map(top, "");
  const { found, errors, warnings } = reader;
  if (more.length > 0) {
    warnings.push(`${name} has more than one document; only the first one is used`);
  }
  if (errors.length > 0) throw together(errors);
  const assembler = new BundleAssembler((field) => found.get(field));
  const missing = assembler.missing(recipe);
  if (missing.length > 0) {
    // A missing key may be a misspelled one.
    const unknown = warnings.map((text) => new OsctlError("input", text));
    throw together([incomplete(name, missing, found), ...unknown]);
  }
  const checked = await assembler.bundle();
  return { bundle: checked.bundle, warnings: [...warnings, ...checked.warnings] };
}

const CREATE_HINT = 'create a bundle with "osctl gen secrets"';

function incomplete(
  name: string,
  missing: readonly BundleField[],
  found: ReadonlyMap<string, Located>,
): OsctlError {
  const [only, ...more] = missing;
  const old = only === "secrets.secretboxencryptionsecret" && more.length === 0 &&
    found.has("secrets.aescbcencryptionsecret");
  return new OsctlError("input", `${name} is incomplete: missing ${missing.join(", ")}`, {
    hint: old
      ? "use the --os-version of the existing secrets, v1.2 or older"
      : "copy them from the cluster's original bundle or control plane configuration",
  });
}

/** Collects the fields of a bundle file. */
class BundleReader {
  readonly found = new Map<string, Located>();
  readonly errors: OsctlError[] = [];
  readonly warnings: string[] = [];
  readonly #text: string;
  readonly #name: string;

  constructor(text: string, name: string) {
    this.#text = text;
    this.#name = name;
  }

  map(node: TreeNode, path: string): void {
    if (node.kind === "scalar" && isNull(node)) return;
    if (node.kind !== "map") {
      const what = path === "" ? "the file" : path;
      this.#addError(`${this.#place(node.offset)}: ${what} must be a map`);
      return;
    }
    for (const { key, keyOffset, value } of node.entries) {
      const child = path === "" ? key : `${path}.${key}`;
      if (isBundleField(child)) this.#field(child, value);
      else if (FIELD_NAMES.some((name) => name.startsWith(`${child}.`))) this.map(value, child);
      else this.#unknown(node, key, path, keyOffset);
    }
  }

  #field(field: BundleField, node: TreeNode): void {
    if (node.kind === "scalar" && isNull(node)) return;
    const place = `${this.#place(node.offset)}: ${field}`;
    if (node.kind === "scalar") this.found.set(field, { text: node.text, place });
    else this.#addError(`${place} must be a string`);
  }

  #addError(message: string): void {
    this.errors.push(new OsctlError("input", message));
  }

  #unknown(parent: MapNode, key: string, path: string, offset: number): void {
    const depth = path === "" ? 0 : path.split(".").length;
    const inside = FIELD_NAMES.filter((name) => path === "" || name.startsWith(`${path}.`));
    const known = [...new Set(inside.map((name) => name.split(".")[depth]!))]
      .filter((name) => !parent.entries.some((entry) => entry.key === name));
    const meant = nearest(key.toLowerCase(), known);
    const hint = meant === undefined ? "" : `; did you mean "${meant}"`;
    this.warnings.push(`${this.#place(offset)}: unknown key "${key}" is ignored${hint}`);
  }

  #place(offset: number): string {
    const { line, column } = locate(this.#text, offset);
    return `${this.#name}:${line}:${column}`;
  }
}
