/**
 * The rules of Go's pflag, which users' scripts rely on: turns a command line into a canonical one
 * in which the commands come first, every flag is `--name=value`, and `--` stands before the
 * arguments.
 *
 * | written | meaning |
 * | --- | --- |
 * | `--name value`, `--name=value` | a value |
 * | `-n value`, `-nvalue`, `-n=value` | the same by letter |
 * | `-lH`, `-lHn value` | several letters; the last may take a value |
 * | `--wait`, `--wait=false` | a boolean takes a value only after `=` |
 * | `--tail -1` | what follows a flag that needs a value is its value, whatever it looks like |
 * | `--` | everything after it is an argument |
 * | `-` | an argument |
 *
 * @module
 */
import { type Release, RELEASES } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import type { GroupDefinition } from "./command.ts";
import { nearest } from "./nearest.ts";
import {
  type Chain,
  childNamed,
  childrenOf,
  endOf,
  flagsAt,
  flagsBelow,
  type ScopedFlag,
  typedPath,
} from "./tree.ts";
import { parseBool } from "./values.ts";

/** One flag as given: the definition and the text of its value. */
export interface GivenFlag extends ScopedFlag {
  text: string;
}

/** A command line, understood as far as its grammar goes; values are still text. */
export interface CanonicalLine<Client = never> {
  /** The definitions from the root to the group or command that was named. */
  chain: Chain<Client>;
  /** The flags in the order given. */
  flags: readonly GivenFlag[];
  args: readonly string[];
  /** `-h` or `--help` was given. */
  help: boolean;
  /** The first thing that is wrong. Help goes before it, unless a command is unknown. */
  error: OsctlError | undefined;
}

/** The canonical command line, without the program's name. */
export function canonicalArgv(line: CanonicalLine): string[] {
  return [
    ...line.chain.slice(1).map(({ name }) => name),
    ...line.flags.map(({ name, text }) => `--${name}=${text}`),
    "--",
    ...line.args,
  ];
}

const takesValue = ({ flag }: ScopedFlag) => flag.type !== "bool";

/** Whether the flag token `token` uses up the next word, as far as `find` knows the flags. */
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

const isFlag = (word: string) => word.startsWith("-") && word !== "-";

/** Among flags, by name or by letter. */
function finder(scope: readonly ScopedFlag[]): (name: string) => ScopedFlag | undefined {
  return (name) => scope.find((flag) => flag.name === name || flag.flag.short === name);
}

/** Follows the command names of a line; `rest` is the line without them. */
export function followPath<Client>(
  root: GroupDefinition<Client>,
  words: readonly string[],
  release: Release,
): { chain: Chain<Client>; rest: string[]; unknown: string | undefined } {
  let chain: Chain<Client> = [root];
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const end = endOf(chain);
    const word = words[at]!;
    if (end.kind === "command" || word === "--") {
      return { chain, rest: [...rest, ...words.slice(at)], unknown: undefined };
    }
    if (isFlag(word)) {
      rest.push(word);
      // A flag of the command may stand before its name, so look further down too.
      const here = finder(flagsAt(chain, release));
      const below = finder(flagsBelow(end, release).filter(takesValue));
      const next = words[at + 1];
      const nextIsCommand = next !== undefined && childNamed(end, next, release) !== undefined;
      const needs = usesNext(word, here) ||
        (!nextIsCommand && usesNext(word, (name) => here(name) ?? below(name)));
      if (needs && next !== undefined) rest.push(words[++at]!);
      continue;
    }
    const child = childNamed(end, word, release);
    if (child === undefined) {
      return { chain, rest: [...rest, ...words.slice(at + 1)], unknown: word };
    }
    chain = [...chain, child];
  }
  return { chain, rest, unknown: undefined };
}

/** A definition of the tree that exists in another release only, said as a hint. */
function otherRelease(exists: (release: Release) => boolean): string | undefined {
  const release = RELEASES.find(exists);
  return release && `interface ${release} has it, so set OSCTL_INTERFACE=${release}`;
}

/** The error for a word that names no command of a group. */
export function unknownCommand(chain: Chain, word: string, release: Release): OsctlError {
  const group = endOf(chain) as GroupDefinition;
  const names = childrenOf(group, release).filter(({ hidden }) => !hidden)
    .flatMap(({ name, aliases }) => [name, ...aliases]);
  const near = nearest(word, names);
  const hint = otherRelease((other) => childNamed(group, word, other) !== undefined) ??
    (near && `did you mean "${near}"`);
  return new OsctlError(
    "usage",
    `unknown command "${word}" for "${typedPath(chain)}"`,
    hint === undefined ? {} : { hint },
  );
}

function unknownFlag(
  chain: Chain,
  written: string,
  scope: readonly ScopedFlag[],
): OsctlError {
  const name = written.replace(/^--?/, "");
  const shown = scope.filter(({ flag }) => !flag.hidden).map((flag) => flag.name);
  const near = written.startsWith("--") ? nearest(name, [...shown, "help"]) : undefined;
  const other = otherRelease((known) => finder(flagsAt(chain, known))(name) !== undefined);
  const hint = other ??
    (near
      ? `did you mean "--${near}"`
      : !written.startsWith("--") && shown.includes(name)
      ? `did you mean "--${name}"`
      : undefined);
  return new OsctlError(
    "usage",
    `unknown flag "${written}" for "${typedPath(chain)}"`,
    hint === undefined ? {} : { hint },
  );
}

/** Reads the flags and arguments of a line whose commands are known and taken out. */
class FlagReader {
  readonly flags: GivenFlag[] = [];
  readonly args: string[] = [];
  help = false;
  error: OsctlError | undefined;
  readonly #chain: Chain;
  readonly #words: string[];
  readonly #scope: readonly ScopedFlag[];

  constructor(chain: Chain, words: readonly string[], release: Release) {
    this.#chain = chain;
    this.#words = [...words];
    this.#scope = flagsAt(chain, release);
  }

  read(): void {
    while (this.#words.length > 0) {
      const word = this.#words.shift()!;
      if (word === "--") {
        this.args.push(...this.#words.splice(0));
      } else if (!isFlag(word)) {
        this.args.push(word);
      } else if (word.startsWith("--")) {
        this.#long(word);
      } else {
        this.#letters(word);
      }
    }
  }

  #fail(error: OsctlError): void {
    this.error ??= error;
  }

  #unknown(written: string): void {
    this.#fail(unknownFlag(this.#chain, written, this.#scope));
  }

  #long(word: string): void {
    const [, name, text] = /^--([^=]*)(?:=(.*))?$/s.exec(word)!;
    const flag = this.#scope.find((known) => known.name === name);
    if (flag) return this.#give(flag, `--${name}`, text);
    if (name === "help") return this.#giveHelp(text);
    if (name === "" || name!.startsWith("-")) {
      return this.#fail(
        new OsctlError("usage", `"${word}" is no flag`, {
          hint: `put "--" before arguments that start with a dash`,
        }),
      );
    }
    this.#unknown(`--${name}`);
  }

  #letters(word: string): void {
    const letters = [...word.slice(1)];
    while (letters.length > 0) {
      const letter = letters.shift()!;
      const rest = letters.join("");
      const text = rest.startsWith("=") ? rest.slice(1) : undefined;
      const flag = this.#scope.find((known) => known.flag.short === letter);
      if (!flag && letter !== "h") return this.#unknown(`-${letter}`);
      if (!flag) this.#giveHelp(text);
      else if (text !== undefined) this.#give(flag, `-${letter}`, text);
      else if (!takesValue(flag)) this.#give(flag, `-${letter}`, undefined);
      else return this.#give(flag, `-${letter}`, rest || undefined);
      if (text !== undefined) return;
    }
  }

  #giveHelp(text: string | undefined): void {
    if (text === undefined || parseBool(text) !== false) this.help = true;
  }

  #give(flag: ScopedFlag, written: string, text: string | undefined): void {
    const value = text ?? (takesValue(flag) ? this.#words.shift() : "true");
    if (value !== undefined) {
      this.flags.push({ ...flag, text: value });
      return;
    }
    this.#fail(
      new OsctlError("usage", `flag "${written}" needs a value`, {
        hint: `give one: --${flag.name} <${flag.flag.placeholder ?? flag.flag.type}>`,
      }),
    );
  }
}

/** Brings a command line (without the program's name) into canonical form. Never throws. */
export function canonicalize<Client>(
  root: GroupDefinition<Client>,
  words: readonly string[],
  release: Release,
): CanonicalLine<Client> {
  const { chain, rest, unknown } = followPath(root, words, release);
  if (unknown !== undefined) {
    const error = unknownCommand(chain, unknown, release);
    return { chain, flags: [], args: [], help: false, error };
  }
  const reader = new FlagReader(chain, rest, release);
  reader.read();
  return {
    chain,
    flags: reader.flags,
    args: reader.args,
    help: reader.help,
    error: reader.error,
  };
}
