/**
 * Switches the current context of the client configuration.
 *
 * @module
 */
import { BOUND_CONTEXT } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import {
  defined,
  editExisting,
  loadClientConfig,
  readPreviousContext,
  writePreviousContext,
} from "../osconfig/mod.ts";
import { escapeControls } from "../output/text.ts";
import { unaskable } from "../platform/unaskable.ts";
import type { ConsoleContext } from "./context.ts";

/** Options of {@linkcode switchContext}. */
export interface SwitchOptions {
  /** Name of the context; `-` for the previous one; a prompt without it. */
  readonly name: string | undefined;
  /** Value of `--osconfig`. */
  readonly osconfig: string;
  /** The command as typed, for errors. */
  readonly typed: string;
}

/**
 * Switches to a context.
 *
 * @throws {OsctlError} of kind `usage` without a name where no prompt is possible.
 */
export async function switchContext(
  context: ConsoleContext,
  { name, osconfig, typed }: SwitchOptions,
): Promise<void> {
  const bound = context.env.get(BOUND_CONTEXT);
  if (bound !== undefined) {
    throw new OsctlError("usage", `this shell is bound to context "${bound}"`, {
      hint: "exit it to switch contexts",
    });
  }
  const chosen = name ?? await askContext(context, osconfig, typed);
  await editExisting(osconfig, context, async (editor) => {
    const { config: { path }, current } = editor;
    // A context of that name has priority.
    const isPrevious = chosen === "-" && !editor.config.contexts.has(chosen);
    const next = isPrevious ? await readPreviousContext(path!) : chosen;
    editor.setCurrent(defined(editor.config, next).name);
    if (current !== "" && current !== next) await writePreviousContext(path!, current);
    if (isPrevious) {
      await context.stderr.write(`the current context is now "${escapeControls(next)}"\n`);
    }
  });
}

async function askContext(
  context: ConsoleContext,
  osconfig: string,
  typed: string,
): Promise<string> {
  const { contexts, current } = await loadClientConfig(osconfig, context);
  const names = [...contexts.keys()];
  if (names.length === 0 || unaskable(context.terminal) !== undefined) {
    const known = names.map((one) => `"${one}"`).join(", ");
    throw new OsctlError("usage", `missing <context> for "${typed}"`, {
      hint: `known contexts: ${known === "" ? "none" : known}`,
    });
  }
  const initial = contexts.has(current) ? current : undefined;
  return await context.prompts.select("Current context", names, initial);
}
