/**
 * Gates by their names.
 *
 * @module
 */
import { OsctlError } from "../../../errors.ts";
import { didYouMean } from "../../../output/nearest.ts";
import { createCommandGate } from "./command_gate.ts";
import { createHealthGate } from "./health_gate.ts";
import { createNodesReadyGate } from "./nodes_ready_gate.ts";
import { createObjectGate } from "./object_gate.ts";
import { createPodsGate } from "./pods_gate.ts";
import { PRESETS } from "./presets.ts";
import type { Gate, GateSources } from "./types.ts";

/** Names of gates without arguments. */
const SIMPLE = ["health", "etcd", "nodes-ready", "pods"];

/** All names and forms, for completion and errors. */
export const GATE_FORMS: readonly string[] = [
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
const CEL = "cel:";

/** `v1`, `v1beta2`: the API version of the core group, which has no group before it. */
const VERSION = /^v\d+((alpha|beta)\d+)?$/;
const NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;
const KIND = /^[A-Z][A-Za-z0-9]*$/;

function parseObjectGate(name: string, sources: GateSources): Gate {
  const colon = name.indexOf(":", CEL.length);
  const type = name.slice(CEL.length, colon < 0 ? undefined : colon);
  const parts = type.split("/");
  const groupParts = VERSION.test(parts[0] ?? "") ? 1 : 2;
  const apiVersion = parts.slice(0, groupParts).join("/");
  const [kind = "", namespace, ...rest] = parts.slice(groupParts);
  const isType = VERSION.test(parts[groupParts - 1] ?? "") &&
    (groupParts === 1 || NAME.test(parts[0]!)) && KIND.test(kind) && rest.length === 0 &&
    (namespace === undefined || NAME.test(namespace));
  if (!isType) {
    throw new OsctlError("usage", `invalid gate "${name}": invalid kind "${type}"`, {
      hint: "use apiVersion/kind[/namespace], such as apps/v1/Deployment/web or v1/Node",
    });
  }
  if (colon < 0) {
    throw new OsctlError("usage", `invalid gate "${name}": no expression`, {
      hint: `add one, such as ${CEL}${type}:status.phase == "Ready"`,
    });
  }
  return createObjectGate(sources, {
    name,
    apiVersion,
    kind,
    ...namespace === undefined ? {} : { namespace },
    expression: name.slice(colon + 1),
    offset: colon + 1,
    holdsWithoutObjects: false,
  });
}
