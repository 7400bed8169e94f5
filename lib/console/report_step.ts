/**
 * Steps of nodes on stderr, a line each.
 *
 * @module
 */
import { oneLine } from "../output/text.ts";
import type { System } from "../platform/system.ts";

/** Returns a function that writes `"<node>": <text>`. */
export function reportStep(
  { stderr }: Pick<System, "stderr">,
): (node: string, text: string) => Promise<void> {
  return (node, text) => stderr.write(`${JSON.stringify(node)}: ${oneLine(text)}\n`);
}
