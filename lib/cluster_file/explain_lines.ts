/**
 * Shows which step of rendering each line of a configuration comes from.
 *
 * @module
 */
import { type Data, isList, isMap, type Value } from "../machineconfig/data.ts";
import { encodeConfig } from "../machineconfig/encode/mod.ts";
import type { Path } from "../machineconfig/problem.ts";
import { writtenData } from "../machineconfig/patch/apply.ts";
import { isSame } from "../machineconfig/patch/strategic.ts";
import { parseYaml, placesIn, sameValue, type SourceNode } from "../yaml/mod.ts";
import type { ConfigLayer } from "./render_node.ts";

/** Widest line before a comment, columns; longer lines end with theirs. */
const WIDEST = 72;

/**
 * Returns the text of the last layer, with the origin of each value that a later step than the
 * first set as a comment at its line.
 */
export function explainedText(layers: readonly ConfigLayer[]): string {
  const { documents } = layers.at(-1)!;
  const text = encodeConfig(documents, { docs: false, examples: false });
  const lines = text.split("\n");
  const place = placesIn(text);
  const origins = new Map<number, string>();
  for (const [index, { root }] of parseYaml(text).documents.entries()) {
    const document = documents[index]!;
    const stages = layers.map(({ origin, documents }) => {
      const same = documents.find((other) => isSame(other, document));
      return { origin, data: same === undefined ? undefined : writtenData(same) };
    });
    for (const { path, offset } of leavesOf(root, [])) {
      const origin = originOf(path, stages);
      if (origin !== undefined) origins.set(place(offset).line - 1, origin);
    }
  }
  const widths = [...origins.keys()].map((line) => lines[line]!.length)
    .filter((width) => width <= WIDEST);
  const column = Math.max(0, ...widths);
  return lines.map((line, index) => {
    const origin = origins.get(index);
    return origin === undefined ? line : `${line.padEnd(column)}  # ${origin}`;
  }).join("\n");
}

/** Scalars and empty collections of a tree. */
function* leavesOf(
  node: SourceNode,
  path: Path,
): Generator<{ readonly path: Path; readonly offset: number }> {
  if (node.kind === "map" && node.entries.length > 0) {
    for (const { key, value } of node.entries) yield* leavesOf(value, [...path, key]);
  } else if (node.kind === "list" && node.items.length > 0) {
    for (const [index, item] of node.items.entries()) yield* leavesOf(item, [...path, index]);
  } else yield { path, offset: node.offset };
}

/** Returns the last step that changed a value; undefined for the first. */
function originOf(
  path: Path,
  stages: readonly { readonly origin: string; readonly data: Data | undefined }[],
): string | undefined {
  for (let index = stages.length - 1; index > 0; index--) {
    const [before, after] = [
      valueAt(stages[index - 1]!.data, path),
      valueAt(stages[index]!.data, path),
    ];
    if (!sameValue(before ?? null, after ?? null)) return stages[index]!.origin;
  }
  return undefined;
}

function valueAt(data: Value | undefined, path: Path): Value | undefined {
  let value = data;
  for (const step of path) {
    if (isList(value)) value = value[Number(step)];
    else if (isMap(value)) value = value[step];
    else return undefined;
  }
  return value;
}
