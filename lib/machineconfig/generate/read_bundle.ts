/**
 * Reads the files of secrets bundles: YAML with all keys in lower case, certificates and keys as PEM
 * texts in base64.
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
import { Assembler, type CheckedBundle, type Located } from "./assemble.ts";
import { type BundleField, FIELD_NAMES, isBundleField } from "./bundle_fields.ts";

/** How a file is read. */
export interface ReadOptions {
  /** What the file is called in messages. */
  readonly name: string;
  /** What the configurations to be made need. */
  readonly recipe: BundleOptions;
}

/**
 * Reads a bundle. Unknown keys are ignored, with a warning.
 *
 * @throws {OsctlError} of kind `input` that names every missing key, or that names the place and
 * never quotes the text.
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
    throw new OsctlError("input", `${name} is empty`, { hint: MAKE });
  }
  const reader = new Reader(text, name);
  reader.map(top, "");
  const { found, complaints, warnings } = reader;
  if (more.length > 0) warnings.push(`${name} has more than one document; the first one counts`);
  if (complaints.length > 0) throw together(complaints);
  const assembler = new Assembler((field) => found.get(field));
  const missing = assembler.missing(recipe);
  if (missing.length > 0) {
    // A key that is missing may be one that is misspelt.
    const unknown = warnings.map((text) => new OsctlError("input", text));
    throw together([incomplete(name, missing, found), ...unknown]);
  }
  const checked = await assembler.bundle();
  return { bundle: checked.bundle, warnings: [...warnings, ...checked.warnings] };
}

const MAKE = 'make a bundle with "osctl gen secrets"';

function incomplete(
  name: string,
  missing: readonly BundleField[],
  found: ReadonlyMap<string, Located>,
): OsctlError {
  const [only, ...more] = missing;
  const old = only === "secrets.secretboxencryptionsecret" && more.length === 0 &&
    found.has("secrets.aescbcencryptionsecret");
  return new OsctlError("input", `${name} is incomplete: ${missing.join(", ")} missing`, {
    hint: old
      ? "choose the version the secrets were made for with --os-version, v1.2 or older"
      : "take them from the bundle or the control plane configuration the cluster was made with",
  });
}

/** Finds the fields. */
class Reader {
  readonly found = new Map<string, Located>();
  readonly complaints: OsctlError[] = [];
  readonly warnings: string[] = [];
  readonly #text: string;
  readonly #name: string;

  constructor(text: string, name: string) {
    this.#text = text;
    this.#name = name;
  }

  map(node: TreeNode, way: string): void {
    if (node.kind === "scalar" && isNull(node)) return;
    if (node.kind !== "map") {
      const what = way === "" ? "the file" : way;
      this.#wrong(`${this.#place(node.offset)}: ${what} must be a map`);
      return;
    }
    for (const { key, keyOffset, value } of node.entries) {
      const child = way === "" ? key : `${way}.${key}`;
      if (isBundleField(child)) this.#field(child, value);
      else if (FIELD_NAMES.some((name) => name.startsWith(`${child}.`))) this.map(value, child);
      else this.#unknown(node, key, way, keyOffset);
    }
  }

  #field(field: BundleField, node: TreeNode): void {
    if (node.kind === "scalar" && isNull(node)) return;
    const place = `${this.#place(node.offset)}: ${field}`;
    if (node.kind === "scalar") this.found.set(field, { text: node.text, place });
    else this.#wrong(`${place} must be a text`);
  }

  #wrong(message: string): void {
    this.complaints.push(new OsctlError("input", message));
  }

  #unknown(parent: MapNode, key: string, way: string, offset: number): void {
    const depth = way === "" ? 0 : way.split(".").length;
    const inside = FIELD_NAMES.filter((name) => way === "" || name.startsWith(`${way}.`));
    const known = [...new Set(inside.map((name) => name.split(".")[depth]!))]
      .filter((name) => !parent.entries.some((entry) => entry.key === name));
    const meant = nearest(key.toLowerCase(), known);
    const hint = meant === undefined ? "" : `; did you mean "${meant}"`;
    this.warnings.push(`${this.#place(offset)}: the unknown key "${key}" is ignored${hint}`);
  }

  #place(offset: number): string {
    const { line, column } = locate(this.#text, offset);
    return `${this.#name}:${line}:${column}`;
  }
}
