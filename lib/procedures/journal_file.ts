/**
 * The journal of an operation: a file that is written before and after each step, so that another
 * process can continue or roll back from the state it observes. It may hold secrets.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { readText, writeFileAtomic } from "../platform/files.ts";

/** Writes a journal as JSON, mode 0600. The file is complete on disk before this resolves. */
export async function writeJournalFile(path: string, journal: object): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(journal, undefined, 2)}\n`, { mode: 0o600 });
}

/** A kind of journal. */
export interface JournalKind<Journal> {
  /** The command that writes it, for errors. */
  readonly command: string;
  /** What to use instead of another file. */
  readonly hint: string;
  /** Reports whether a value is a journal of this kind. */
  is(value: unknown): value is Journal;
}

/**
 * Reads a journal.
 *
 * @param name The path as the user wrote it.
 * @throws {OsctlError} of kind `file`, or `input` when the file is no such journal; never quotes
 *   it.
 */
export async function readJournalFile<Journal>(
  path: string,
  name: string,
  kind: JournalKind<Journal>,
): Promise<Journal> {
  return parseJournalText(await readText(path), name, kind);
}

/**
 * Parses a journal.
 *
 * @param name Where it is, for errors.
 * @throws {OsctlError} of kind `input` when the text is no such journal; never quotes it.
 */
export function parseJournalText<Journal>(
  text: string,
  name: string,
  { command, hint, is }: JournalKind<Journal>,
): Journal {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The parser's message quotes the content, which may be secret.
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (is(value)) return value;
  throw new OsctlError("input", `"${name}" is not a journal of ${command}`, { hint });
}
