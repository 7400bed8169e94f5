/**
 * Edits a machine configuration of a node in the user's editor.
 *
 * @module
 */
import { combineErrors, OsctlError } from "../../errors.ts";
import {
  exists,
  readText,
  removeIfPresent,
  withFileErrors,
  writeFileAtomic,
} from "../../platform/files.ts";
import type { Source } from "../../machineconfig/load/mod.ts";
import { dirname, join } from "../../platform/paths.ts";
import { removeLeftovers } from "../../platform/leftovers.ts";
import { type EditorSystem, runEditor } from "./run_editor.ts";

/** A configuration to edit. */
export interface EditableConfig {
  readonly node: string;
  readonly type: string;
  readonly id: string;
  readonly text: string;
}

/** Options of an edit. */
export interface EditOptions {
  /** Validates an edited text. */
  readonly check: (source: Source) => readonly OsctlError[];
  /** Applies a valid text. Returns errors to show in the editor; a thrown error ends the edit. */
  readonly apply: (text: string) => Promise<readonly OsctlError[]>;
}

/** Environment of an edit. */
export type EditContext = EditorSystem;

/** Result of an edit. */
export type EditOutcome = "applied" | "unchanged" | "empty";

/**
 * Opens the configuration in the editor, and applies the result. After errors the editor opens again
 * with them in comments at the top; without a further change the edit fails. When it fails, the
 * edited file remains, and its path is printed.
 *
 * @throws {OsctlError} of the last attempt.
 */
export async function editConfig(
  context: EditContext,
  config: EditableConfig,
  { check, apply }: EditOptions,
): Promise<EditOutcome> {
  const path = await createFile(context, config);
  await removeLeftovers({ written: path, isLeftover: isEditedText, minAgeMs: MIN_AGE_MS });
  let text = config.text;
  let errors: readonly OsctlError[] = [];
  let header: readonly string[] = [];
  try {
    for (;;) {
      header = headerOf(config, errors);
      await writeFileAtomic(path, header.join("") + text, { mode: 0o600 });
      await runEditor(context, path);
      const edited = withoutHeader(await readText(path), header);
      if (errors.length > 0 && withoutComments(edited) === withoutComments(text)) {
        throw combineErrors(errors)!;
      }
      text = edited;
      const outcome = outcomeOf(text, config);
      errors = outcome === "applied" ? checkBelowHeader(check, path, text) : [];
      if (errors.length === 0 && outcome === "applied") errors = await apply(text);
      if (errors.length > 0) continue;
      await removeIfPresent(path);
      return outcome;
    }
  } catch (error) {
    await retain(context, path, (content) => withoutHeader(content, header) !== config.text);
    throw error;
  }
}

/** A younger text may be open in an editor, milliseconds. */
const MIN_AGE_MS = 24 * 60 * 60 * 1000;

/** Files of `createFile`, and where editors store unsaved text of them. */
const EDITED =
  /^[.#]?MachineConfigs\.config\.[\w.-]+-edit-[0-9a-f]{16}\.yaml(?:\.swp|\.save|#|\.[0-9a-f]{8}\.tmp)?$/;

/** Whether a file is the text of an edit that was terminated without clean-up. */
function isEditedText(name: string): boolean {
  return EDITED.test(name);
}

/** Number of header lines in addition to the errors. */
const HEADER_LINES = 3;

/** Validates a text; the positions are those in the file that has these errors above the text. */
function checkBelowHeader(
  check: EditOptions["check"],
  name: string,
  text: string,
): readonly OsctlError[] {
  const errors = check({ name, text });
  if (errors.length === 0) return errors;
  return check({ name, text: "\n".repeat(HEADER_LINES + errors.length) + text });
}

function outcomeOf(text: string, config: EditableConfig): EditOutcome {
  if (withoutComments(text).trim() === "") return "empty";
  return text === config.text ? "unchanged" : "applied";
}

/** Creates the file; its name contains type and ID, which come from the node. */
async function createFile({ env }: EditContext, { type, id }: EditableConfig): Promise<string> {
  const name = `${type}-${id}`.replaceAll(/[^\w.-]/g, "_").slice(0, 200);
  const dir = env.get("TMPDIR");
  return await withFileErrors("create a file in", dir || "the temporary directory", () =>
    // Mode 0600.
    Deno.makeTempFile({ prefix: `${name}-edit-`, suffix: ".yaml", ...(dir ? { dir } : {}) }));
}

/**
 * Prints the path of a file with changes, and removes one without. Prints also where a terminated
 * editor stored unsaved text.
 */
async function retain(
  { stderr }: EditContext,
  path: string,
  hasChanges: (content: string) => boolean,
): Promise<void> {
  let isChanged = true;
  const saved = path.replace(/-edit-([^-]*)$/, "-saved-$1");
  try {
    isChanged = hasChanges(await readText(path));
  } catch (error) {
    // An unreadable file is retained as well.
    if (!(error instanceof OsctlError)) throw error;
  }
  if (isChanged) {
    // Under its new name, it is not removed as the text of a terminated process.
    await withFileErrors("rename", path, () => Deno.rename(path, saved));
    await stderr.write(`osctl: changes saved in "${saved}"\n`);
  } else await removeIfPresent(path);
  for (const file of recoveryFiles(path)) {
    if (await exists(file)) await stderr.write(`osctl: unsaved changes are in "${file}"\n`);
  }
}

/** Returns where vim, nano and emacs store unsaved text when they are terminated. */
function recoveryFiles(path: string): string[] {
  const folder = dirname(path);
  const name = path.slice(folder.length + 1);
  return [`.${name}.swp`, `${name}.save`, `#${name}#`].map((file) => join(folder, file));
}

/** Returns the comment lines above the text. */
function headerOf({ type, id, node }: EditableConfig, errors: readonly OsctlError[]): string[] {
  const messages = errors.flatMap((error) => {
    const hint = error.hint === undefined ? "" : `; ${error.hint}`;
    return `${error.message}${hint}`.split(/\r?\n|\r/);
  });
  const lines = [`Editing ${type}/${id} at node ${node}`];
  if (messages.length > 0) lines.push("", "Not applied:", ...messages);
  return lines.map((line) => `# ${line}\n`);
}

/** Removes the header, also if the editor changed its line breaks. Other comments stay. */
function withoutHeader(text: string, header: readonly string[]): string {
  let rest = text;
  for (const line of header) {
    const content = line.slice(0, -1);
    const end = [`${content}\r\n`, line].find((start) => rest.startsWith(start));
    if (end !== undefined) rest = rest.slice(end.length);
    // Editors that remove trailing spaces change the empty comment line.
    else if (rest.startsWith(`${content.trimEnd()}\n`)) {
      rest = rest.slice(content.trimEnd().length + 1);
    }
  }
  return rest;
}

/** Removes comment lines and empty lines. */
function withoutComments(text: string): string {
  return text.split("\n").filter((line) => !/^\s*(#.*)?$/.test(line)).join("\n");
}
