/**
 * Files of another tool: the main one, and those beside it.
 *
 * @module
 */
import { createErrorAt, parseSingleDocument, placesIn, type SourceNode } from "../../yaml/mod.ts";
import { OsctlError } from "../../errors.ts";
import { SourceField } from "./source_field.ts";

/** Access to the folder of the main file. Paths are relative to it. */
export interface ForeignFiles {
  /** Reads a text, decrypted. */
  readonly read: (path: string) => Promise<string>;
  readonly exists: (path: string) => Promise<boolean>;
  readonly isEncrypted: (path: string) => Promise<boolean>;
  /** Files in a folder and its folders, in the order of Go's `WalkDir`; none without the folder. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  /** The path as the user would write it. */
  readonly shown: (path: string) => string;
  /** The path as the cluster file names it. */
  readonly written: (path: string) => string;
  readonly env: { get(name: string): string | undefined };
}

/** An opened main file. */
export interface ForeignFile {
  readonly root: SourceField;
  /** What is not imported. */
  readonly remarks: string[];
  /** Returns `file:line:column` of an offset. */
  readonly place: (offset: number) => string;
}

/** Maximum number of values of a file. */
const MAX_VALUES = 200_000;

/**
 * Reads the main file.
 *
 * @param convert Replaces variables.
 * @throws {OsctlError} of kind `input` or `file`.
 */
export async function openForeign(
  path: string,
  files: ForeignFiles,
  convert: (root: SourceNode, fail: (offset: number, reason: string) => Error) => SourceNode,
): Promise<ForeignFile> {
  const text = await files.read(path);
  const name = files.shown(path);
  const errorAt = createErrorAt(text, name);
  const document = parseSingleDocument(text, errorAt, { values: MAX_VALUES });
  if (document?.root.kind !== "map") throw new OsctlError("input", `"${name}" is not a mapping`);
  const places = placesIn(text);
  return {
    root: new SourceField(convert(document.root, errorAt), errorAt),
    remarks: [],
    place: (offset) => {
      const { line, column } = places(offset);
      return `${name}:${line}:${column}`;
    },
  };
}
