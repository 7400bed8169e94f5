/**
 * Parses a machine configuration into plain data.
 *
 * @module
 */
import { parseSpecYaml, toData } from "../../../yaml/mod.ts";
import type { NodeFacts } from "../facts.ts";

/** Returns the documents of a configuration that are maps; none of a text that is not YAML. */
export function parseConfig(text: string): NonNullable<NodeFacts["config"]> {
  const { documents } = parseSpecYaml(text);
  return documents.flatMap(({ root }) => {
    const data = toData(root);
    const isMap = typeof data === "object" && data !== null && !Array.isArray(data);
    return isMap ? [data as NonNullable<NodeFacts["config"]>[number]] : [];
  });
}
