/**
 * Navigation of the command tree: children, paths, flags in scope.
 *
 * @module
 */
import type { Release } from "../distribution.ts";
import type { CommandDefinition, Definition, GroupDefinition } from "./command.ts";
import { type Flag, flagName, type FlagTable } from "./flags.ts";
import { existsIn, forRelease } from "./release.ts";

/** A path from the root to a definition, both included. */
export type Chain<Client = never> = readonly [
  GroupDefinition<Client>,
  ...Definition<Client>[],
];

/** Returns the last definition of a chain. */
export function endOf<Client>(chain: Chain<Client>): Definition<Client> {
  return chain.at(-1)!;
}

/** Returns the names below the root, joined by spaces: `cluster create`; empty for the root. */
export function pathOf(chain: Chain): string {
  return chain.slice(1).map(({ name }) => name).join(" ");
}

/** Returns the full command path: `osctl cluster create`. */
export function typedPath(chain: Chain): string {
  return chain.map(({ name }) => name).join(" ");
}

/** Returns the keys of the global flags that take effect for a command; all when undefined. */
export function globalsOf(chain: Chain): readonly string[] | undefined {
  const globals = chain.findLast(({ globals }) => globals !== undefined)?.globals;
  return globals === "all" ? undefined : globals;
}

/** Returns the children of a group that exist in `release`. */
export function childrenOf<Client>(
  group: GroupDefinition<Client>,
  release: Release,
): Definition<Client>[] {
  return group.children.filter((child) => existsIn(child, release));
}

/** Returns the child with that name or alias. */
export function childNamed<Client>(
  group: GroupDefinition<Client>,
  name: string,
  release: Release,
): Definition<Client> | undefined {
  const children = childrenOf(group, release);
  return children.find((child) => child.name === name) ??
    children.find(({ aliases }) => aliases.includes(name));
}

/** Yields a path to every definition, parents first, of all releases. */
export function* walk<Client>(chain: Chain<Client>): Generator<Chain<Client>> {
  yield chain;
  const end = endOf(chain);
  if (end.kind === "group") {
    for (const child of end.children) yield* walk<Client>([...chain, child]);
  }
}

/** A flag in the scope of a definition. */
export interface ScopedFlag {
  /** The camelCase key in its table. */
  key: string;
  /** The kebab-case name, without dashes. */
  name: string;
  // deno-lint-ignore no-explicit-any -- a scope mixes value types; each entry keeps its own
  flag: Flag<any>;
  /** Declared by the definition itself, a group above, or the root. */
  origin: "own" | "group" | "global";
  /** The path of the declaring definition (see {@linkcode pathOf}). */
  declaredBy: string;
}

function entriesOf(table: FlagTable, release: Release): [key: string, flag: FlagTable[string]][] {
  return Object.entries(table).filter(([, flag]) => existsIn(flag, release));
}

/** Returns the flags in scope at the end of `chain`: its own, then inherited ones, nearest first. */
export function flagsAt(chain: Chain, release: Release): ScopedFlag[] {
  const scope: ScopedFlag[] = [];
  const shorts = new Set<string>();
  const names = new Set<string>();
  for (let depth = chain.length - 1; depth >= 0; depth--) {
    const origin = depth === chain.length - 1 ? "own" : depth === 0 ? "global" : "group";
    const declaredBy = chain.slice(1, depth + 1).map(({ name }) => name).join(" ");
    for (const [key, declared] of entriesOf(chain[depth]!.flags, release)) {
      const name = flagName(key);
      // The nearest declaration wins, separately for name and letter.
      if (names.has(name)) continue;
      const { short, ...rest } = declared;
      const flag = short === undefined || shorts.has(short) ? rest : declared;
      if (short !== undefined) shorts.add(short);
      names.add(name);
      scope.push({ key, name, flag, origin, declaredBy });
    }
  }
  return scope;
}

/** Returns all flags declared below `group`, for lines with flags before the command. */
export function flagsBelow(group: GroupDefinition, release: Release): ScopedFlag[] {
  return childrenOf(group, release).flatMap((child) => [
    ...flagsAt([group, child], release).filter(({ origin }) => origin === "own"),
    ...(child.kind === "group" ? flagsBelow(child, release) : []),
  ]);
}

/** A positional argument. */
export interface Positional {
  key: string;
  /** In usage notation. */
  spec: string;
  required: boolean;
  /** Takes all remaining words. */
  repeated: boolean;
}

/** Returns the positional arguments of a command, in order. */
export function positionalsOf(command: CommandDefinition): Positional[] {
  return Object.entries(command.args).map(([key, spec]) => ({
    key,
    spec,
    required: !spec.startsWith("["),
    repeated: spec.includes("..."),
  }));
}

/** Returns the arguments in usage notation: `<src-path> -|<local-path>`. */
export function argumentText(command: CommandDefinition, release: Release): string {
  if (command.usage !== undefined) return forRelease(command.usage, release);
  return Object.values(command.args).join(" ");
}
