/**
 * Forms that rules share.
 *
 * @module
 */
import type { Facts, NodeFacts } from "../facts.ts";
import { findLine, type FoundLine, isBroken, lineEvidence, readNodes } from "../read_facts.ts";
import type { Evidence, Observation, Rule } from "../types.ts";

/** An observation of one node. */
export type NodeObservation = Omit<Observation, "node">;

/** Evaluates every node that was read by itself. */
export function onNodes(
  find: (node: NodeFacts, facts: Facts) => NodeObservation | readonly NodeObservation[] | undefined,
): Rule["find"] {
  return function* (facts) {
    for (const node of readNodes(facts)) {
      const found = find(node, facts);
      if (found === undefined) continue;
      for (const one of Array.isArray(found) ? found : [found]) yield { ...one, node };
    }
  };
}

/** As {@linkcode onNodes}, on control plane nodes. */
export function onControlPlanes(
  find: (node: NodeFacts, facts: Facts) => NodeObservation | readonly NodeObservation[] | undefined,
): Rule["find"] {
  return onNodes((node, facts) => node.type === "controlplane" ? find(node, facts) : undefined);
}

/** Sources of a log line, and when it counts. */
export interface LogPattern {
  /** Names of logs; a star at the end matches any rest. */
  readonly logs: readonly string[];
  readonly pattern: RegExp;
  /** Only lines that are at most so old, milliseconds; any age without it. */
  readonly withinMs?: number;
  /** Lines that must match; 1 by default. */
  readonly atLeast?: number;
  /** The line counts only while this service does not work: later success makes it history. */
  readonly whileBroken?: string | readonly string[];
  /** Further condition. */
  readonly when?: (node: NodeFacts, facts: Facts) => boolean;
  readonly title: string | ((match: RegExpExecArray, node: NodeFacts) => string);
  readonly values?: (match: RegExpExecArray, node: NodeFacts) => Readonly<Record<string, string>>;
  readonly evidence?: (node: NodeFacts) => readonly Evidence[];
}

/** Reports a log line of a node. */
export function onLine(options: LogPattern): Rule["find"] {
  return onNodes((node, facts) => {
    const found = lineIn(node, facts, options);
    return found && observeLine(node, found, options);
  });
}

/** Returns the line that a pattern selects. */
export function lineIn(
  node: NodeFacts,
  facts: Facts,
  { logs, pattern, withinMs, atLeast = 1, whileBroken, when }: LogPattern,
): FoundLine | undefined {
  const services = whileBroken === undefined ? [] : [whileBroken].flat();
  if (services.length > 0 && !services.some((id) => isBroken(node, id))) return undefined;
  if (when?.(node, facts) === false) return undefined;
  const found = findLine(node, logs, pattern, { withinMs });
  return found !== undefined && found.count >= atLeast ? found : undefined;
}

/** Returns the observation of a line. */
export function observeLine(
  node: NodeFacts,
  found: FoundLine,
  { title, values, evidence }: Pick<LogPattern, "title" | "values" | "evidence">,
): NodeObservation {
  return {
    title: typeof title === "string" ? title : title(found.match, node),
    since: found.since,
    evidence: [lineEvidence(node, found), ...evidence?.(node) ?? []],
    ...(values === undefined ? {} : { values: values(found.match, node) }),
  };
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
