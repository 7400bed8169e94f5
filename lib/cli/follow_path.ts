/**
 * Finds the command names among flags and their values.
 *
 * @module
 */
import { REFERENCE_FLAGS, type Release } from "../distribution.ts";
import type { GroupDefinition } from "./command.ts";
import { type Chain, childNamed, endOf, flagsAt, flagsBelow, type ScopedFlag } from "./tree.ts";

/** Returns whether a flag requires a value. */
export function takesValue({ flag }: ScopedFlag): boolean {
  return flag.type !== "bool";
}

/** Returns whether a word is a flag. */
export function isFlag(word: string): boolean {
  return word.startsWith("-") && word !== "-";
}

/** Returns a lookup of flags by name or letter. */
function finder(scope: readonly ScopedFlag[]): (name: string) => ScopedFlag | undefined {
  return (name) =>
    scope.find((flag) => flag.name === name || flag.flag.short === name) ??
      flagOfReference(scope, name);
}

/** Returns the flag that talosctl calls `name`. */
export function flagOfReference(
  scope: readonly ScopedFlag[],
  name: string,
): ScopedFlag | undefined {
  if (!Object.hasOwn(REFERENCE_FLAGS, name)) return undefined;
  return scope.find((flag) => flag.name === REFERENCE_FLAGS[name]);
}

/** Returns whether a flag token consumes the next word as its value. */
function usesNext(token: string, find: (name: string) => ScopedFlag | undefined): boolean {
  if (token.startsWith("--")) {
    const flag = token.includes("=") ? undefined : find(token.slice(2));
    return flag !== undefined && takesValue(flag);
  }
  const letters = [...token.slice(1)];
  for (const [index, letter] of letters.entries()) {
    const flag = find(letter);
    if (flag === undefined) return false;
    if (takesValue(flag)) return index === letters.length - 1;
    if (letters[index + 1] === "=") return false;
  }
  return false;
}

/**
 * Returns the first word of a line that is neither a flag of the root nor its value; undefined when an
 * unknown flag or several letters in one word come before it.
 */
export function firstName(
  root: GroupDefinition,
  words: readonly string[],
  release: Release,
): string | undefined {
  const find = finder(flagsAt([root], release));
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (!isFlag(word)) return word;
    const name = word.startsWith("--") ? word.slice(2).replace(/=.*$/s, "") : word.slice(1);
    const flag = find(name) ?? (word[2] === "=" ? find(name[0]!) : undefined);
    if (flag === undefined) return undefined;
    if (usesNext(word, find)) at++;
  }
  return undefined;
}

/** Result of resolving the command names of a line. */
export interface FollowedPath<Client> {
  chain: Chain<Client>;
  /** The line without the command names. */
  rest: string[];
  /** The first word that is not a command of the group at the end of the chain. */
  unknown: string | undefined;
  /** The words after it. */
  after: string[];
}

/** Resolves the command names of a line. */
export function followPath<Client>(
  root: GroupDefinition<Client>,
  words: readonly string[],
  release: Release,
): FollowedPath<Client> {
  let chain: Chain<Client> = [root];
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const end = endOf(chain);
    const word = words[at]!;
    if (end.kind === "command" || word === "--") {
      return { chain, rest: [...rest, ...words.slice(at)], unknown: undefined, after: [] };
    }
    if (isFlag(word)) {
      rest.push(word);
      const here = finder(flagsAt(chain, release));
      // A flag of the command may precede its name. Listing the flags of all commands takes 2 ms.
      let known: ReturnType<typeof finder> | undefined;
      const below = (name: string) => {
        known ??= finder(flagsBelow(end, release).filter(takesValue));
        return known(name);
      };
      const next = words[at + 1];
      const nextIsCommand = next !== undefined && childNamed(end, next, release) !== undefined;
      const needs = usesNext(word, here) ||
        (!nextIsCommand && usesNext(word, (name) => here(name) ?? below(name)));
      if (needs && next !== undefined) rest.push(words[++at]!);
      continue;
    }
    const child = childNamed(end, word, release);
    if (child === undefined) {
      return { chain, rest, unknown: word, after: words.slice(at + 1) };
    }
    chain = [...chain, child];
  }
  return { chain, rest, unknown: undefined, after: [] };
}
