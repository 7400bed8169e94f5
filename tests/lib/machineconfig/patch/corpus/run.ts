/** Runs cases of the corpus and returns their changes. */
import type { Data, Value } from "../../../../../lib/machineconfig/data.ts";
import { decodeMachineConfig } from "../../../../../lib/machineconfig/load/mod.ts";
import { parseYaml, toData } from "../../../../../lib/yaml/mod.ts";
import { writtenData } from "../../../../../lib/machineconfig/patch/apply.ts";
import { patchText, readPatch } from "../../../../../lib/machineconfig/patch/mod.ts";
import { pathText } from "../../../../../lib/machineconfig/problem.ts";
import type { ConfigRelease } from "../../../../../lib/machineconfig/schema/types.ts";
import { CONFIG } from "./config.ts";
import type { Case } from "./case.ts";

/** Returns the text after the patches of a case. */
export function patched({ config = CONFIG, patches, release = "v1.8" }: Case): string {
  const read = patches.map((text, index) =>
    readPatch(text, { name: `--patch #${index + 1}`, release })
  );
  return patchText({ text: config, name: "node.yaml", release }, read);
}

/** Returns the values of a text by path, as decoded by nodes; undecoded for an invalid text. */
export function valuesOf(text: string, release: ConfigRelease = "v1.8"): Map<string, Value> {
  const values = new Map<string, Value>();
  const { documents, problems } = decodeMachineConfig(text, { release });
  if (problems.length > 0) {
    for (const { root } of parseYaml(text).documents) collect(toData(root), [], "", values);
  } else {
    for (const document of documents) {
      const { kind, ...data } = writtenData(document) as Data & { kind?: string };
      const name = document.type.named ? `/${String(data["name"])}` : "";
      collect(data, [], kind === undefined ? "" : `${kind}${name}.`, values);
    }
  }
  return values;
}

function collect(
  value: Value,
  path: readonly (string | number)[],
  prefix: string,
  values: Map<string, Value>,
): void {
  const isEmpty = typeof value !== "object" || value === null || Object.keys(value).length === 0;
  if (isEmpty) {
    values.set(prefix + pathText(path), value);
    return;
  }
  for (const [name, item] of Object.entries(value)) {
    collect(item, [...path, Array.isArray(value) ? Number(name) : name], prefix, values);
  }
}

/** Returns the undecoded values of a text by path, prefixed with the index of the document. */
export function plainValuesOf(text: string): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const [index, { root }] of parseYaml(text).documents.entries()) {
    collect(toData(root), [], `${index}:`, values);
  }
  return values;
}

/** Returns the values that differ between two texts, by path. */
export function changesBetween(
  before: string,
  after: string,
  release?: ConfigRelease,
): Record<string, Value | undefined> {
  return differences(valuesOf(before, release), valuesOf(after, release));
}

/** Returns the values that differ between two maps. */
export function differences(
  old: ReadonlyMap<string, Value>,
  next: ReadonlyMap<string, Value>,
): Record<string, Value | undefined> {
  const changes: Record<string, Value | undefined> = {};
  for (const path of new Set([...old.keys(), ...next.keys()])) {
    const [one, other] = [old.get(path), next.get(path)];
    const isSame = old.has(path) === next.has(path) &&
      JSON.stringify(one) === JSON.stringify(other);
    if (!isSame) changes[path] = other;
  }
  return changes;
}
