/**
 * Errors for unknown commands and flags.
 *
 * @module
 */
import { type Release, RELEASES } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import { nearest } from "../output/nearest.ts";
import { existsIn } from "./release.ts";
import { type Chain, childNamed, childrenOf, endOf, flagsAt, typedPath } from "./tree.ts";

/** Returns a hint when another interface release has the definition. */
function otherRelease(exists: (release: Release) => boolean): string | undefined {
  const release = RELEASES.find(exists);
  return release && `interface ${release} has it; set OSCTL_INTERFACE=${release}`;
}

/**
 * Returns the error for an unknown command of a group.
 *
 * @param afterEnd Whether the word follows `--`, after which words are arguments.
 */
export function unknownCommand(
  chain: Chain,
  word: string,
  release: Release,
  { afterEnd = false } = {},
): OsctlError {
  const group = endOf(chain);
  if (group.kind === "command") {
    return new OsctlError("usage", `"${typedPath(chain)}" has no command "${word}"`);
  }
  const typed = typedPath(chain);
  const isMissing = group.missing.some((one) =>
    (one.name === word || one.aliases?.includes(word)) && existsIn(one, release)
  );
  if (isMissing) {
    return new OsctlError("unsupported", `"${typed} ${word}" is not implemented in this build`, {
      hint: `list the commands with "${typed} --help"`,
    });
  }
  const names = childrenOf(group, release).filter(({ hidden }) => !hidden)
    .flatMap(({ name, aliases }) => [name, ...aliases]);
  if (afterEnd && names.includes(word)) {
    return new OsctlError("usage", `command "${word}" after "--", which ends command names`, {
      hint: `use "${typed} ${word}", and "--" before arguments that start with a dash`,
    });
  }
  const near = nearest(word, names);
  const meant = Object.hasOwn(group.synonyms, word) ? group.synonyms[word] : undefined;
  if (meant !== undefined) {
    const lines = meant.map((line) => `"osctl ${line}"`);
    return new OsctlError("usage", `unknown command "${word}" for "${typed}"`, {
      hint: `use ${
        lines.length < 2 ? lines[0] : `${lines.slice(0, -1).join(", ")} or ${lines.at(-1)}`
      }`,
    });
  }
  const hint = otherRelease((other) => childNamed(group, word, other) !== undefined) ??
    (near && `did you mean "${near}"`);
  return new OsctlError(
    "usage",
    `unknown command "${word}" for "${typed}"`,
    hint === undefined ? {} : { hint },
  );
}

/**
 * Returns the error for an unknown flag. `word` is the whole word: `-tail` for the unknown `-t` in it.
 */
export function unknownFlag(
  chain: Chain,
  written: string,
  word: string,
  release: Release,
): OsctlError {
  const named = (known: Release) =>
    flagsAt(chain, known).flatMap(({ name, flag }) => [
      ...(flag.hidden ? [] : [`--${name}`]),
      ...(flag.short === undefined ? [] : [`-${flag.short}`]),
    ]);
  const long = `--${word.replace(/^--?/, "").replace(/=.*$/s, "")}`;
  const near = nearest(long, named(release).filter((name) => name.startsWith("--")));
  const hint = otherRelease((other) => named(other).includes(written)) ??
    (near && long.length > 3 ? `did you mean "${near}"` : undefined);
  const within = written === word || word.startsWith("--") ? "" : ` (in "${word}")`;
  return new OsctlError(
    "usage",
    `unknown flag "${written}"${within} for "${typedPath(chain)}"`,
    hint === undefined ? {} : { hint },
  );
}
