/**
 * Parses command lines by the rules of Go's pflag, on which users' scripts rely.
 *
 * | written | meaning |
 * | --- | --- |
 * | `--name value`, `--name=value` | a value |
 * | `-n value`, `-nvalue`, `-n=value` | the same by letter |
 * | `-lH`, `-lHn value` | several letters; the last may take a value |
 * | `--wait`, `--wait=false` | a boolean takes a value only after `=` |
 * | `--tail -1` | the word after a flag that requires a value is its value |
 * | `--` | everything after it is an argument |
 * | `-` | an argument |
 *
 * @module
 */
import type { Release } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import type { GroupDefinition } from "./command.ts";
import { flagOfReference, followPath, isFlag, takesValue } from "./follow_path.ts";
import { HELP_TOPICS, type HelpTopic } from "./help_topics.ts";
import { type Chain, flagsAt, type ScopedFlag } from "./tree.ts";
import { unknownCommand, unknownFlag } from "./unknown.ts";
import { parseBool } from "./values.ts";

/** A flag on the command line: the definition and the text of its value. */
export interface GivenFlag extends ScopedFlag {
  text: string;
}

/** A parsed command line; values are unparsed texts. */
export interface CanonicalLine<Client = never> {
  /** The definitions from the root to the named group or command. */
  chain: Chain<Client>;
  /** The flags, in order. */
  flags: readonly GivenFlag[];
  args: readonly string[];
  /** `-h` or `--help` is set. */
  help: boolean;
  /** `--version` is set, without a command. */
  version: boolean;
  /** The first error. Help takes precedence, except over an unknown command. */
  error: OsctlError | undefined;
  /** The topic of `osctl help <topic>`. */
  topic?: HelpTopic;
}

/** Parses the flags and arguments of a line without its command names. */
class FlagReader {
  readonly flags: GivenFlag[] = [];
  readonly args: string[] = [];
  help = false;
  version = false;
  error: OsctlError | undefined;
  readonly #chain: Chain;
  readonly #words: string[];
  readonly #release: Release;
  readonly #scope: readonly ScopedFlag[];

  constructor(chain: Chain, words: readonly string[], release: Release) {
    this.#chain = chain;
    this.#words = [...words];
    this.#release = release;
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

  #unknown(written: string, word: string): void {
    this.#fail(unknownFlag(this.#chain, written, word, this.#release));
  }

  #long(word: string): void {
    const [, name, text] = /^--([^=]*)(?:=(.*))?$/s.exec(word)!;
    const flag = this.#scope.find((known) => known.name === name) ??
      flagOfReference(this.#scope, name!);
    if (flag) return this.#give(flag, `--${name}`, text);
    if (name === "help") return this.#giveHelp(text);
    if (name === "version" && this.#chain.length === 1) {
      if (text === undefined || parseBool(text) !== false) this.version = true;
      return;
    }
    if (name === "" || name!.startsWith("-")) {
      return this.#fail(
        new OsctlError("usage", `"${word}" is not a valid flag`, {
          hint: `put "--" before arguments that start with a dash`,
        }),
      );
    }
    this.#unknown(`--${name}`, word);
  }

  #letters(word: string): void {
    const letters = [...word.slice(1)];
    while (letters.length > 0) {
      const letter = letters.shift()!;
      const rest = letters.join("");
      const text = rest.startsWith("=") ? rest.slice(1) : undefined;
      const flag = this.#scope.find((known) => known.flag.short === letter);
      if (!flag && letter !== "h") return this.#unknown(`-${letter}`, word);
      if (!flag) this.#giveHelp(text);
      else if (text !== undefined) this.#give(flag, `-${letter}`, text);
      else if (!takesValue(flag)) this.#give(flag, `-${letter}`, undefined);
      else return this.#giveRest(flag, word, rest);
      if (text !== undefined) return;
    }
  }

  /** Gives the rest of a word of letters to its last flag. */
  #giveRest(flag: ScopedFlag, word: string, rest: string): void {
    const letter = flag.flag.short!;
    const isSwitch = (short: string) =>
      this.#scope.some((known) => known.flag.short === short && !takesValue(known));
    // `netstat -tlnp`: a node `p` is unlikely, another switch is not.
    const isAmbiguous = flag.key === "nodes" && word.indexOf(letter) > 1 && rest !== "" &&
      [...rest].every(isSwitch);
    if (flag.key === "nodes" && word.length > 2 && rest === "" && this.#words.length === 0) {
      return this.#fail(
        new OsctlError("usage", `flag "-${letter}" in "${word}" requires a node`, {
          hint: `use ${word.replace(letter, "")}, and -${letter} <node> for a node`,
        }),
      );
    }
    if (!isAmbiguous) return this.#give(flag, `-${letter}`, rest || undefined);
    this.#fail(
      new OsctlError("usage", `"${word}" sets the node "${rest}": -${letter} takes a value`, {
        hint: `use ${word.replace(letter, "")}, and -${letter} <node> for a node`,
      }),
    );
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
      new OsctlError("usage", `flag "${written}" requires a value`, {
        hint: `use --${flag.name} <${flag.flag.placeholder ?? flag.flag.type}>`,
      }),
    );
  }
}

/** Parses `osctl help cluster create` and `osctl cluster help create`. */
function helpLine<Client>(
  root: GroupDefinition<Client>,
  to: Chain<Client>,
  words: readonly string[],
  release: Release,
): CanonicalLine<Client> {
  const names = to.slice(1).map(({ name }) => name);
  const topic = HELP_TOPICS.find((known) => known === words[0]);
  if (names.length === 0 && words.length === 1 && topic !== undefined) {
    return { chain: to, flags: [], args: [], help: true, error: undefined, version: false, topic };
  }
  const line = canonicalize(root, [...names, ...words], release);
  const argument = line.args[0];
  const error = argument === undefined ? line.error : unknownCommand(line.chain, argument, release);
  return { ...line, help: error === undefined, error };
}

/** Parses a command line (without the program's name). Never throws. */
export function canonicalize<Client>(
  root: GroupDefinition<Client>,
  words: readonly string[],
  release: Release,
): CanonicalLine<Client> {
  const { chain, rest, unknown, after } = followPath(root, words, release);
  if (unknown === "help") return helpLine(root, chain, after, release);
  if (unknown !== undefined) {
    const error = unknownCommand(chain, unknown, release);
    return { chain, flags: [], args: [], help: false, version: false, error };
  }
  const reader = new FlagReader(chain, rest, release);
  reader.read();
  return {
    chain,
    flags: reader.flags,
    args: reader.args,
    help: reader.help,
    version: reader.version,
    error: reader.error,
  };
}
