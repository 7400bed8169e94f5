/**
 * Selects the context of a command.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { nearest } from "../output/nearest.ts";
import { shellQuoted } from "../output/shell_quoted.ts";
import type { ContextRecord, MissingConfig, Osconfig } from "./types.ts";

/** A context and its name. */
export interface NamedContext {
  readonly name: string;
  readonly record: ContextRecord;
}

/** Hint of errors about a missing context. */
const FIRST_CONTEXT_HINT = 'create a cluster with "osctl cluster create --provisioner sandbox", ' +
  'or import a configuration with "osctl config merge <file>"';

/** Creates the error for a missing client configuration. */
export function missingConfigError({ path, reference }: MissingConfig): OsctlError {
  return new OsctlError("input", `client configuration "${path}" does not exist`, {
    hint: reference === undefined
      ? FIRST_CONTEXT_HINT
      : `merge the configuration of talosctl: osctl config merge ${shellQuoted(reference)}`,
  });
}

/**
 * Returns the context of `--context`, or the current one.
 *
 * @param flag The value of `--context`; `""` when not given.
 * @throws {OsctlError} of kind `input`, with the known contexts and the nearest match.
 */
export function selectContext(config: Osconfig, flag: string): NamedContext {
  const name = flag === "" ? config.current : flag;
  const record = config.contexts.get(name);
  if (record !== undefined) return { name, record };
  if (config.missing !== undefined) throw missingConfigError(config.missing);
  if (config.contexts.size === 0) {
    throw new OsctlError("input", `the client configuration "${config.path}" has no contexts`, {
      hint: FIRST_CONTEXT_HINT,
    });
  }
  if (name === "") {
    throw new OsctlError("input", `no current context in "${config.path}"`, {
      hint: `set one with "osctl config context <name>", or use --context; ${known(config)}`,
    });
  }
  const what = flag === "" ? "the current context" : "context";
  throw unknownContext(config, name, `${what} "${name}" is not defined in "${config.path}"`);
}

/**
 * Returns the context of a name.
 *
 * @throws {OsctlError} of kind `input`, with the known contexts and the nearest match.
 */
export function defined(config: Osconfig, name: string): NamedContext {
  const record = config.contexts.get(name);
  if (record === undefined) throw unknownContext(config, name);
  return { name, record };
}

/** Creates the error for an undefined context. */
function unknownContext(
  config: Osconfig,
  name: string,
  message = `context "${name}" is not defined in "${config.path ?? "the client configuration"}"`,
): OsctlError {
  const guess = nearest(name, [...config.contexts.keys()]);
  const hint = guess === undefined ? known(config) : `did you mean "${guess}"? ${known(config)}`;
  return new OsctlError("input", message, { hint });
}

/** Longest list of contexts in a hint. */
const MAX_NAMES = 10;

function known(config: Osconfig): string {
  const names = [...config.contexts.keys()].slice(0, MAX_NAMES).map((name) => `"${name}"`);
  const more = config.contexts.size - names.length;
  const end = more > 0 ? ` and ${more} more` : "";
  return `known contexts: ${names.length === 0 ? "none" : names.join(", ")}${end}`;
}

/**
 * Returns the names of contexts that match a pattern, in order; `*` matches any text.
 *
 * @throws {OsctlError} of kind `input` when there are none.
 */
export function contextsMatching(config: Osconfig, pattern: string): string[] {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const expression = new RegExp(`^${parts.join("[^]*")}$`);
  const names = [...config.contexts.keys()].filter((name) => expression.test(name));
  if (names.length > 0) return names;
  if (config.contexts.size === 0) selectContext(config, pattern);
  throw pattern.includes("*")
    ? new OsctlError("input", `no context matches "${pattern}"`, { hint: known(config) })
    : unknownContext(config, pattern);
}
