/**
 * Command lines of the dashboard: `:links worker-1 -l app=web /eth`.
 *
 * @module
 */
import { nearestMatches } from "../../output/nearest.ts";
import { OsctlError } from "../../errors.ts";
import { isExpression } from "../../targets/is_expression.ts";
import type { NodeNames } from "./types.ts";

/** A parsed command line. */
export interface BrowseCommand {
  /** A resource type, an alias or a view. */
  readonly name: string;
  /** Words after it: nodes, or arguments of a view. */
  readonly words: readonly string[];
  /** For `-n, --namespace`; empty for the default one of the type. */
  readonly namespace: string;
  /** See `parseRowFilter`. */
  readonly filter: string;
}

/** Commands whose words are paths and not filters. */
const PATH_COMMAND = /^(files|patch)\b/i;

/**
 * Parses a command line; undefined when it is empty.
 *
 * @throws {OsctlError} of kind `usage` for a flag without a value.
 */
export function parseCommandLine(line: string): BrowseCommand | undefined {
  const text = line.trim();
  const [, before = "", after = ""] = /^(.*?)(?:\s\/(.*))?$/s.exec(text) ?? [];
  const [head, pattern] = PATH_COMMAND.test(text) ? [text, ""] : [before, after];
  const [name, ...rest] = head.split(/\s+/).filter((word) => word !== "");
  if (name === undefined) return undefined;
  const words: string[] = [];
  let label = "";
  let namespace = "";
  while (rest.length > 0) {
    const word = rest.shift()!;
    if (word !== "-l" && word !== "-n") {
      words.push(word);
      continue;
    }
    const value = rest.shift();
    if (value === undefined) {
      throw new OsctlError("usage", `${word} needs a value`, {
        hint: word === "-l" ? "use a label selector, such as -l app=web" : "name a namespace",
      });
    }
    if (word === "-l") label = value;
    else namespace = value;
  }
  const filter = [...label === "" ? [] : [`-l ${label}`], ...pattern === "" ? [] : [pattern]];
  return { name, words, namespace, filter: filter.join(" ") };
}

/**
 * Reports whether a node has a name: its address, host name, or the end of that such as `worker-1`.
 */
export function isNodeNamed(node: string, hostname: string, word: string): boolean {
  const [label = ""] = hostname.split(".");
  return [node, hostname, label].includes(word) || label.endsWith(`-${word}`);
}

/** Resolves target expressions, such as `@workers`, to addresses. */
export type ResolveTargets = (words: readonly string[]) => Promise<readonly string[]>;

/**
 * Returns the nodes of names and target expressions; all without words.
 *
 * @throws {OsctlError} of kind `usage` for an unknown node, and when no node of the targets is
 *   shown.
 */
export async function findTargets(
  words: readonly string[],
  names: NodeNames,
  resolve: ResolveTargets,
): Promise<string[]> {
  if (!isExpression(words)) return findNodes(words, names);
  const resolved = new Set(await resolve(words.flatMap((word) => word.split(","))));
  const nodes = names.order.filter((node) => resolved.has(node));
  if (nodes.length > 0) return nodes;
  throw new OsctlError("usage", `no node of "${words.join(" ")}" is shown`, {
    hint: "start the dashboard with -n @all",
  });
}

/**
 * Returns the nodes of some words; all without words.
 *
 * @throws {OsctlError} of kind `usage` for an unknown node.
 */
export function findNodes(words: readonly string[], { order, nameOf }: NodeNames): string[] {
  if (words.length === 0) return [...order];
  const found = new Set<string>();
  for (const word of words.flatMap((part) => part.split(",")).filter((part) => part !== "")) {
    const matching = order.filter((node) => isNodeNamed(node, nameOf(node), word));
    if (matching.length === 0) {
      const near = nearestMatches(word, order.map(nameOf)).map((name) => `"${name}"`);
      throw new OsctlError("usage", `unknown node "${word}"`, {
        hint: near.length > 0 ? `did you mean ${near.join(" or ")}` : "see the overview (1)",
      });
    }
    for (const node of matching) found.add(node);
  }
  return order.filter((node) => found.has(node));
}
