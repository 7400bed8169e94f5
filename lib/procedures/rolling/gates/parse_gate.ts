/**
 * Gates by their names.
 *
 * @module
 */
import { OsctlError } from "../../../errors.ts";
import { didYouMean } from "../../../output/nearest.ts";
import { createCommandGate } from "./command_gate.ts";
import { CEL, splitObjectGate } from "./gate_kind.ts";
import { createHealthGate } from "./health_gate.ts";
import { createNodesReadyGate } from "./nodes_ready_gate.ts";
import { createObjectGate } from "./object_gate.ts";
import { createPodsGate } from "./pods_gate.ts";
import { PRESETS } from "./presets.ts";
import type { Gate, GateSources } from "./types.ts";

/** Names of gates without arguments. */
const SIMPLE = ["health", "etcd", "nodes-ready", "pods"];

/** All names and forms, for completion and errors. */
const GATE_FORMS: readonly string[] = [
  ...SIMPLE,
  ...Object.keys(PRESETS),
  "cel:<apiVersion/kind[/namespace]>:<expression>",
  "command:<program arguments>",
];

/**
 * Creates the gate of a name.
 *
 * @throws {OsctlError} of kind `usage` with the position of an error in an expression.
 */
export function parseGate(name: string, sources: GateSources): Gate {
  switch (name) {
    case "health":
      return createHealthGate(sources);
    case "etcd":
      return { name, begin: () => (signal) => sources.checkEtcd(signal) };
    case "nodes-ready":
      return createNodesReadyGate(sources);
    case "pods":
      return createPodsGate(sources);
  }
  if (Object.hasOwn(PRESETS, name)) {
    return createObjectGate(sources, { ...PRESETS[name]!, name, offset: 0 });
  }
  if (name.startsWith(COMMAND)) {
    const line = name.slice(COMMAND.length);
    return createCommandGate(sources, { name, line, offset: COMMAND.length });
  }
  if (name.startsWith(CEL)) return parseObjectGate(name, sources);
  const known = [...SIMPLE, ...Object.keys(PRESETS)];
  throw new OsctlError("usage", `unknown gate "${name}"`, {
    hint: didYouMean(name, known) ?? `use one of ${GATE_FORMS.join(", ")}`,
  });
}

const COMMAND = "command:";

function parseObjectGate(name: string, sources: GateSources): Gate {
  const { objects, expression, offset } = splitObjectGate(name);
  return createObjectGate(sources, {
    name,
    ...objects,
    expression,
    offset,
    holdsWithoutObjects: false,
  });
}
