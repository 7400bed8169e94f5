/**
 * Rules of one file.
 *
 * @module
 */
import { importsOf, isOfLibrary, withoutComments } from "./imports.ts";
import {
  FORBIDDEN,
  FOUNDATION,
  GLOBALS,
  LAYERS,
  LIBRARIES,
  LIGHT,
  MAX_MAIN_LINES,
  PROCEDURE_SYSTEM,
  PROCEDURES,
  SEPARATE,
  TLS_CLIENTS,
  UNUSABLE,
} from "./tables.ts";

function layerOf(path: string): number | undefined {
  return LAYERS.find(([prefix]) => path.startsWith(prefix))?.[1];
}

/** The folder or foundation file of the layer table that holds `path`. */
function moduleOf(path: string): string {
  return LAYERS.find(([prefix]) => path.startsWith(prefix))?.[0] ?? path;
}

/** Files of `commands/` that are no command, loaded with every command. */
const WIRING = [
  "commands/tree.ts",
  "commands/load_tree.ts",
  "commands/root.ts",
  "commands/wiring.ts",
  "commands/node_selection.ts",
];

/** Parts of a system that procedures lack, and names of flags. */
const OF_CONSOLE =
  /\b(?:isTerminal|prompts|StatusLine|\w+Flags)\b|\bflags(?=\??:|[.,;]| [=}])|"(?:stdin|stdout|stderr|terminal)" ?[|>]|\b(?:context|system)\.(?:stdin|stdout|stderr|terminal|status)\b/;

/** Types of streams and of the whole system. */
const WHOLE_SYSTEM =
  /import (?:type )?\{[^}]*\b(?:System|Input|Output|Terminal)\b[^}]*\} from "[^"]*platform\/system\.ts"/;

/** Lines of a procedure that use a flag, a stream, the terminal or prompts, and what they use. */
export function consoleUses(file: string, source: string): [line: number, what: string][] {
  if (!PROCEDURES.some((prefix) => file.startsWith(prefix)) || file === PROCEDURE_SYSTEM) return [];
  const text = withoutComments(source);
  const uses = text.split("\n").flatMap((line, index): [number, string][] => {
    const match = OF_CONSOLE.exec(line);
    return match === null ? [] : [[index + 1, match[0]]];
  });
  const whole = WHOLE_SYSTEM.exec(text);
  if (whole !== null) uses.push([lineAt(text, whole.index), "the whole system"]);
  return uses;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

/** Every violation in one file of the product. */
export function violationsOf(file: string, source: string): string[] {
  const violations: string[] = [];
  const add = (line: number, reason: string) => violations.push(`${file}:${line}: ${reason}`);
  const layer = layerOf(file);
  if (layer === undefined) {
    add(1, "is in no layer; add its folder to LAYERS");
    return violations;
  }
  const isCommand = file.startsWith("commands/") && !WIRING.includes(file) &&
    !file.endsWith("/mod.ts");
  for (const { target, line, dynamic, typeOnly, names } of importsOf(file, source)) {
    const clients = TLS_CLIENTS.find(([module]) => module === target);
    if (clients !== undefined && !typeOnly) {
      const [, others, ...files] = clients;
      const isClient = names.length === 0 || names.some((name) => !others.test(name));
      if (isClient && !files.includes(file)) {
        add(line, `imports a client of ${target}; use lib/platform/tls/connect_node.ts`);
      }
    }
    const library = LIBRARIES.find(([name]) => isOfLibrary(name, target));
    const owners = library?.slice(1) ?? [];
    if (library !== undefined && !owners.some((owner) => file.startsWith(owner))) {
      add(line, `imports ${target}; only ${owners.join(" and ")} may`);
    }
    if (UNUSABLE.test(target)) add(line, `imports ${target}, which aborts the process at GOAWAY`);
    const targetLayer = layerOf(target);
    if (targetLayer === undefined) continue;
    if (targetLayer > layer) {
      add(line, `imports ${target} from a higher layer`);
    }
    const isNeighbour = targetLayer === layer && moduleOf(target) !== moduleOf(file);
    if (isNeighbour && !FOUNDATION.some((prefix) => target.startsWith(prefix))) {
      add(line, `imports ${target} from another folder of its own layer`);
    }
    const folder = target.slice(0, target.lastIndexOf("/") + 1);
    const isInterface = target.endsWith("/mod.ts") || SEPARATE.includes(target);
    if (/^lib\/node\/./.test(folder) && !file.startsWith(folder) && !isInterface) {
      add(line, `imports ${target}; the interface of its folder is mod.ts`);
    }
    if (!isCommand) continue;
    if (!dynamic && !typeOnly && !LIGHT.test(target)) {
      add(line, `imports ${target}; a command file loads it by await import() in its handler`);
    }
    if (target.startsWith("commands/") && dynamic) {
      add(line, "command files do not import each other");
    }
  }
  for (const [line, what] of consoleUses(file, source)) {
    add(line, `uses ${what}; a procedure has options, events and ProcedureSystem only`);
  }
  const text = withoutComments(source);
  const lines = text.split("\n");
  lines.forEach((text, index) => {
    for (const [pattern, ...files] of GLOBALS) {
      const match = pattern.exec(text);
      if (match && !files.includes(file)) {
        add(index + 1, `uses ${match[0]}; only ${files.join(" and ")} may`);
      }
    }
    const match = FORBIDDEN.exec(text);
    if (match) add(index + 1, `uses ${match[0]}, a global of the process`);
  });
  if (file === "main.ts" && lines.length > MAX_MAIN_LINES + 1) {
    add(lines.length, `has more than ${MAX_MAIN_LINES} lines`);
  }
  return violations;
}
