/**
 * Reads patches of foreign files, as items of a cluster file.
 *
 * @module
 */
import { readPatch } from "../../machineconfig/patch/mod.ts";
import type { ConfigRelease } from "../../machineconfig/schema/types.ts";
import { isNull, parseYaml, type SourceNode, toData, type YamlMap } from "../../yaml/mod.ts";
import type { ForeignPatch } from "./foreign_cluster.ts";

/** Origin of a patch. */
export interface PatchPlace {
  readonly level: ForeignPatch["level"];
  /** Name in errors. */
  readonly name: string;
  readonly release: ConfigRelease;
}

/**
 * Returns the patches of a text, one for each document: `json` or `merge` items.
 *
 * @throws {OsctlError} of kind `input`, with positions in the text.
 */
export function inlinePatches(text: string, { level, name, release }: PatchPlace): ForeignPatch[] {
  const whole = readPatch(text, { name, release });
  if (whole.form === "json" && whole.operations.length === 0) return [];
  const roots = parseYaml(text).documents.map(({ root }) => root).filter((root) => !isEmpty(root));
  const items = roots.map((root): YamlMap => {
    const data = toData(root) as YamlMap;
    return whole.form === "json" ? { json: data } : { merge: data };
  });
  // All documents of a text are one patch; its deletions come first.
  return items.map((item, index) => ({
    level,
    item,
    patch: items.length === 1 ? whole : readPatch(JSON.stringify(Object.values(item)[0]), {
      name: `${name}#${index + 1}`,
      release,
    }),
  }));
}

function isEmpty(node: SourceNode): boolean {
  if (node.kind === "scalar") return isNull(node) || node.text === "";
  return node.kind === "map" && node.entries.length === 0;
}
