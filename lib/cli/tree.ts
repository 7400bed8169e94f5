/**
 * Finding one's way in the command tree: children, paths, and the flags that hold at a place.
 *
 * @module
 */
import type { Release } from "../distribution.ts";
import type { CommandDefinition, Definition, GroupDefinition } from "./command.ts";
import { type Flag, flagName, type FlagTable } from "./flags.ts";
import { existsIn, forRelease } from "./release.ts";

/** The way from the root to a definition, both included. */
export type Chain<Client = never> = readonly [
  GroupDefinition<Client>,
  ...Definition<Client>[],
];

/** The last definition of a chain. */
export function endOf<Client>(chain: Chain<Client>): Definition<Client> {
  return chain.at(-1)!;
}

/** The names below the root, joined by spaces: `cluster create`; the root's is empty. */
export function pathOf(chain: Chain): string {
  return chain.slice(1).map(({ name }) => name).join(" ");
}

/** What a person types to get there: `osctl cluster create`. */
export function typedPath(chain: Chain): string {
  return chain.map(({ name }) => name).join(" ");
}

/** The children of a group that exist in `release`. */
export function childrenOf<Client>(
  group: GroupDefinition<Client>,
  release: Release,
): Definition<Client>[] {
  return group.children.filter((child) => existsIn(child, release));
}

/** The child of that name or alias. */
export function childNamed<Client>(
  group: GroupDefinition<Client>,
  name: string,
  release: Release,
): Definition<Client> | undefined {
  const children = childrenOf(group, release);
  return children.find((child) => child.name === name) ??
    children.find(({ aliases }) => aliases.includes(name));
}

/** Every definition of the tree with the way to it, parents first, whatever the release. */
export function* walk<Client>(chain: Chain<Client>): Generator<Chain<Client>> {
  yield chain;
  const end = endOf(chain);
  if (end.kind === "group") {
    for (const child of end.children) yield* walk<Client>([...chain, child]);
  }
}

/** A flag as it holds at a place of the tree. */
export interface ScopedFlag {
  /** The camelCase key in its table. */
  key: string;
  /** The kebab-case name, without dashes. */
  name: string;
  // deno-lint-ignore no-explicit-any -- a scope mixes value types; each entry keeps its own
  flag: Flag<any>;
  /** Who declares it: the place itself, a group above, or the root. */
  origin: "own" | "group" | "global";
  /** The path of the declaring definition (see {@linkcode pathOf}). */
  declaredBy: string;
}

function entriesOf(table: FlagTable, release: Release): [key: string, flag: FlagTable[string]][] {
  return Object.entries(table).filter(([, flag]) => existsIn(flag, release));
}

/** The flags that hold at the end of `chain`: its own first, then the inherited, nearest first. */
export function flagsAt(chain: Chain, release: Release): ScopedFlag[] {
  const scope: ScopedFlag[] = [];
  const shorts = new Set<string>();
  const names = new Set<string>();
  for (let depth = chain.length - 1; depth >= 0; depth--) {
    const origin = depth === chain.length - 1 ? "own" : depth === 0 ? "global" : "group";
    const declaredBy = chain.slice(1, depth + 1).map(({ name }) => name).join(" ");
    for (const [key, declared] of entriesOf(chain[depth]!.flags, release)) {
      const name = flagName(key);
      // The nearest declaration wins, of the name and of the letter, each for itself.
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

/** Every flag declared anywhere below `group`, for lines that give flags before the command. */
export function flagsBelow(group: GroupDefinition, release: Release): ScopedFlag[] {
  return childrenOf(group, release).flatMap((child) => [
    ...flagsAt([group, child], release).filter(({ origin }) => origin === "own"),
    ...(child.kind === "group" ? flagsBelow(child, release) : []),
  ]);
}

/** A positional argument. */
export interface Positional {
  key: string;
  /** As written in usage. */
  spec: string;
  required: boolean;
  /** Takes all that is left. */
  repeated: boolean;
}

/** The positional arguments of a command, in order. */
export function positionalsOf(command: CommandDefinition): Positional[] {
  return Object.entries(command.args).map(([key, spec]) => ({
    key,
    spec,
    required: !spec.startsWith("["),
    repeated: spec.includes("..."),
  }));
}

/** The arguments as usage writes them: `<src-path> -|<local-path>`. */
export function argumentText(command: CommandDefinition, release: Release): string {
  if (command.usage !== undefined) return forRelease(command.usage, release);
  return Object.values(command.args).join(" ");
}
