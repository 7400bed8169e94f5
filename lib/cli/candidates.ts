/**
 * Candidates at the end of an unfinished command line.
 *
 * @module
 */
import type { Release } from "../distribution.ts";
import type { ArgumentCompleter, Definition, GroupDefinition } from "./command.ts";
import type { Flag } from "./flags.ts";
import { followPath, isFlag, takesValue } from "./follow_path.ts";
import { describeTopic, HELP_TOPICS } from "./help_topics.ts";
import { type Chain, childrenOf, endOf, flagsAt, positionalsOf, type ScopedFlag } from "./tree.ts";

/** A candidate and its description. */
export interface Candidate {
  value: string;
  meaning: string;
}

/** The kind of word being typed. */
export type Wanted =
  /** One of a set of words. */
  | { kind: "words"; candidates: Candidate[] }
  /** A value; `before` is the part of the word before it. */
  | { kind: "value"; completer: ArgumentCompleter; before: string; prefix: string; taken: string[] }
  | { kind: "nothing" };

/** A parsed unfinished line. */
export interface Unfinished<Client> {
  chain: Chain<Client>;
  wanted: Wanted;
  /** The flags given so far. */
  given: readonly { flag: ScopedFlag; text: string }[];
  /** The arguments given so far. */
  args: readonly string[];
}

const nothing: Wanted = { kind: "nothing" };

/** Splits the words before the unfinished one into flags and arguments. */
class Sorted {
  readonly given: { flag: ScopedFlag; text: string }[] = [];
  readonly args: string[] = [];
  /** The flag that takes the next word as its value. */
  waiting: ScopedFlag | undefined;
  ended = false;
  readonly #scope: readonly ScopedFlag[];

  constructor(scope: readonly ScopedFlag[], words: readonly string[]) {
    this.#scope = scope;
    for (const word of words) this.#sort(word);
  }

  #sort(word: string): void {
    if (this.waiting) {
      this.given.push({ flag: this.waiting, text: word });
      this.waiting = undefined;
    } else if (this.ended || !isFlag(word)) {
      this.args.push(word);
    } else if (word === "--") {
      this.ended = true;
    } else {
      const { flag, text } = this.open(word);
      if (flag && text === undefined && takesValue(flag)) this.waiting = flag;
      else if (flag) this.given.push({ flag, text: text ?? "true" });
    }
  }

  /** Returns the last flag of a word, its value if present, and the text before the value. */
  open(word: string): { flag?: ScopedFlag | undefined; text?: string; before: string } {
    if (word.startsWith("--")) {
      const equals = word.indexOf("=");
      const name = word.slice(2, equals < 0 ? undefined : equals);
      const flag = this.#scope.find((known) => known.name === name);
      const before = word.slice(0, equals + 1);
      return equals < 0 ? { flag, before: word } : { flag, text: word.slice(equals + 1), before };
    }
    let flag: ScopedFlag | undefined;
    for (let at = 1; at < word.length; at++) {
      if (word[at] === "=") {
        return { flag, text: word.slice(at + 1), before: word.slice(0, at + 1) };
      }
      if (flag && takesValue(flag)) {
        return { flag, text: word.slice(at), before: word.slice(0, at) };
      }
      flag = this.#scope.find(({ flag: { short } }) => short === word[at]);
      if (!flag) break;
    }
    return { flag, before: word };
  }
}

/** Returns the values of an enumerated flag; those with a parameter after the others. */
function enumerated<T>({ values, extraValues = [] }: Flag<T>, text: string) {
  if (values === undefined) return undefined;
  const whole = [...values, ...extraValues.filter((value) => !value.endsWith("="))];
  const isPrefix = text !== "" && whole.some((value) => value.startsWith(text));
  return isPrefix ? whole : [...new Set([...whole, ...extraValues])];
}

/** Prefix of an output format with a list of fields. */
const FIELDS = "json=";

function flagValue({ flag }: ScopedFlag, text: string, before: string): Wanted {
  if (text.startsWith(FIELDS) && flag.extraValues?.includes(FIELDS)) {
    return listItem("field", text.slice(FIELDS.length), before + FIELDS);
  }
  const completer = enumerated(flag, text) ?? flag.complete ??
    (flag.type === "bool" ? ["true", "false"] : []);
  if (flag.type !== "strings") {
    return { kind: "value", completer, before, prefix: text, taken: [] };
  }
  return listItem(completer, text, before);
}

/** Returns the last item of a list that is separated by commas. */
function listItem(completer: ArgumentCompleter, text: string, before: string): Wanted {
  const taken = text.split(",").slice(0, -1);
  const start = taken.map((item) => `${item},`).join("");
  const prefix = text.slice(start.length);
  return { kind: "value", completer, before: before + start, prefix, taken };
}

function flagNames(scope: readonly ScopedFlag[], sorted: Sorted, word: string): Wanted {
  const repeatable = ({ flag: { type } }: ScopedFlag) =>
    type === "strings" || type === "stringArray";
  const given = new Set(sorted.given.map(({ flag }) => flag.name));
  const candidates = scope
    .filter((flag) => !flag.flag.hidden && (!given.has(flag.name) || repeatable(flag)))
    .map(({ name, flag }) => ({ value: `--${name}`, meaning: flag.help }))
    .toSorted((a, b) => a.value < b.value ? -1 : 1);
  candidates.push({ value: "--help", meaning: "print help" });
  return { kind: "words", candidates: fitting(candidates, word) };
}

/** Returns the candidates that start with `prefix`. */
export function fitting<C extends { readonly value: string }>(
  candidates: readonly C[],
  prefix: string,
): C[] {
  return candidates.filter(({ value }) => value.startsWith(prefix));
}

/** Returns the names of commands; aliases only when no name matches. */
function commandNames(group: GroupDefinition, release: Release, prefix: string): Candidate[] {
  const children = childrenOf(group, release).filter(({ hidden }) => !hidden);
  const byName = fitting(
    children.map(({ name, summary }) => ({ value: name, meaning: summary })),
    prefix,
  );
  if (byName.length > 0) return byName;
  return children.flatMap(({ aliases, summary }) =>
    fitting(aliases.map((value) => ({ value, meaning: summary })), prefix)
  );
}

function argument(end: Definition, args: readonly string[], word: string): Wanted {
  if (end.kind === "group") return nothing;
  const positionals = positionalsOf(end);
  const last = positionals.at(-1);
  const positional = positionals[args.length] ?? (last?.repeated ? last : undefined);
  const completer = positional && end.argCompleters[positional.key];
  if (completer === undefined) return nothing;
  const taken = positional?.repeated ? [...args] : [];
  return { kind: "value", completer, before: "", prefix: word, taken };
}

/** Parses an unfinished line; the last of `words` is being typed. */
export function understand<Client>(
  root: GroupDefinition<Client>,
  words: readonly string[],
  release: Release,
): Unfinished<Client> {
  const word = words.at(-1) ?? "";
  const path = followPath(root, words.slice(0, -1), release);
  if (path.unknown === "help") {
    const names = path.chain.slice(1).map(({ name }) => name);
    const help = understand(root, [...names, ...path.after, word], release);
    if (names.length > 0 || path.after.length > 0 || help.wanted.kind !== "words") return help;
    const topics = HELP_TOPICS.map((value) => ({ value, meaning: describeTopic(value) }));
    const candidates = [...help.wanted.candidates, ...fitting(topics, word)];
    return { ...help, wanted: { kind: "words", candidates } };
  }
  const { chain } = path;
  const scope = flagsAt(chain, release);
  const sorted = new Sorted(scope, path.rest);
  const { given, args } = sorted;
  const end = endOf(chain);
  const wanted = (): Wanted => {
    if (path.unknown !== undefined) return nothing;
    if (sorted.waiting) return flagValue(sorted.waiting, word, "");
    if (sorted.ended || !word.startsWith("-")) {
      if (end.kind === "command") return argument(end, args, word);
      return { kind: "words", candidates: commandNames(end, release, word) };
    }
    const { flag, text, before } = sorted.open(word);
    if (flag && text !== undefined) return flagValue(flag, text, before);
    const names = flagNames(scope, sorted, word);
    // A complete short flag: return it, so that the shell continues with its value.
    return flag && !word.startsWith("--")
      ? { kind: "words", candidates: [{ value: word, meaning: flag.flag.help }] }
      : names;
  };
  return { chain, wanted: wanted(), given, args };
}
