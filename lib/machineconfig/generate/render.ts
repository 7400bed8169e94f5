/**
 * From generated documents to checked texts.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import type { ConfigDocument } from "../data.ts";
import { encodeConfig, type EncodeOptions } from "../encode/mod.ts";
import { together } from "../patch/problems.ts";
import { pathText, type Problem } from "../problem.ts";
import type { ConfigRelease } from "../schema/types.ts";
import { MODES, validate } from "../validate/mod.ts";
import { unwritten } from "./unwritten.ts";

/** What is to be written, and what a person should know about it. */
export interface Rendered {
  readonly text: string;
  /** Sentences without a full stop. */
  readonly warnings: readonly string[];
}

/** How a configuration is rendered. */
export interface RenderOptions extends EncodeOptions {
  /** What the file is called in messages. */
  readonly name: string;
  readonly release: ConfigRelease;
  /** The documents before patches: what nodes refuse in them was asked for, and is written. */
  readonly unpatched: readonly ConfigDocument[];
}

/**
 * The text of a configuration. What nodes will say of it becomes warnings.
 *
 * @throws {OsctlError} of kind `input` with everything that patches brought in and that nodes of no
 * kind accept.
 */
export function render(documents: readonly ConfigDocument[], options: RenderOptions): Rendered {
  const { name } = options;
  const warnings = findings(documents, options).map((problem) => sentence(name, problem));
  const text = encodeConfig(documents, options);
  return { text, warnings: [...new Set(warnings)] };
}

/** What nodes of the kind that has least against it say. */
function findings(
  documents: readonly ConfigDocument[],
  { name, release, unpatched }: RenderOptions,
): readonly Problem[] {
  const loaded = { documents: unwritten(documents) };
  let refusals: readonly Problem[] | undefined;
  for (const mode of MODES) {
    const problems = validate(loaded, { mode, release });
    let errors = problems.filter(isError);
    if (errors.length > 0 && unpatched !== documents) {
      const asked = validate({ documents: unwritten(unpatched) }, { mode, release });
      const known = new Set(asked.map(bare));
      errors = errors.filter((error) => !known.has(bare(error)));
    } else errors = [];
    if (errors.length === 0) return problems;
    refusals ??= errors;
  }
  throw refused(name, refusals ?? []);
}

function isError({ severity }: Problem): boolean {
  return severity === "error";
}

function refused(name: string, problems: readonly Problem[]): OsctlError {
  return together(problems.map((one) => new OsctlError("input", sentence(name, one))));
}

/** What is wrong, wherever in the text. */
function bare({ path, message }: Problem): string {
  return `${pathText(path)}: ${message}`;
}

function sentence(name: string, { path, message, hint }: Problem): string {
  const way = path.length === 0 ? "" : `${pathText(path)}: `;
  return `${name}: ${way}${message}${hint === undefined ? "" : `; ${hint}`}`;
}
