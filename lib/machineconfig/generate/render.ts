/**
 * Renders and validates generated documents.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import type { ConfigDocument } from "../data.ts";
import { encodeConfig, type EncodeOptions } from "../encode/mod.ts";
import { together } from "../patch/problems.ts";
import { pathText, type Problem } from "../problem.ts";
import type { ConfigRelease } from "../schema/types.ts";
import { type Mode, MODES, validate } from "../validate/mod.ts";
import { toLoadedDocuments } from "./to_loaded_documents.ts";

/** A rendered configuration with warnings. */
export interface Rendered {
  readonly text: string;
  /** Warnings without a full stop. */
  readonly warnings: readonly string[];
}

/** Options of `render`. */
export interface RenderOptions extends EncodeOptions {
  /** File name in messages. */
  readonly name: string;
  readonly release: ConfigRelease;
  /** Documents before patches; their own errors, caused by flags, are reported as warnings. */
  readonly unpatched: readonly ConfigDocument[];
  /** Modes to validate for; all by default. */
  readonly modes?: readonly Mode[];
}

/**
 * Returns the text of a configuration, with validation problems as warnings.
 *
 * @throws {OsctlError} of kind `input` with all errors caused by patches that occur in every mode.
 */
export function render(documents: readonly ConfigDocument[], options: RenderOptions): Rendered {
  const { name } = options;
  const warnings = findings(documents, options).map((problem) => toMessage(name, problem));
  const text = encodeConfig(documents, options);
  return { text, warnings: [...new Set(warnings)] };
}

/** Returns the problems of the first mode without errors caused by patches. */
function findings(
  documents: readonly ConfigDocument[],
  { name, release, unpatched, modes = MODES }: RenderOptions,
): readonly Problem[] {
  const loaded = { documents: toLoadedDocuments(documents) };
  let rejections: readonly Problem[] | undefined;
  for (const mode of modes) {
    const problems = validate(loaded, { mode, release });
    let errors = problems.filter(isError);
    if (errors.length > 0 && unpatched !== documents) {
      const expected = validate({ documents: toLoadedDocuments(unpatched) }, { mode, release });
      const known = new Set(expected.map(withoutPosition));
      errors = errors.filter((error) => !known.has(withoutPosition(error)));
    } else errors = [];
    if (errors.length === 0) return problems;
    rejections ??= errors;
  }
  throw rejected(name, rejections ?? []);
}

function isError({ severity }: Problem): boolean {
  return severity === "error";
}

function rejected(name: string, problems: readonly Problem[]): OsctlError {
  return together(problems.map((one) => new OsctlError("input", toMessage(name, one))));
}

/** Returns a problem without its position. */
function withoutPosition({ path, message }: Problem): string {
  return `${pathText(path)}: ${message}`;
}

function toMessage(name: string, { path, message, hint }: Problem): string {
  const prefix = path.length === 0 ? "" : `${pathText(path)}: `;
  return `${name}: ${prefix}${message}${hint === undefined ? "" : `; ${hint}`}`;
}
