/**
 * From generated documents to checked texts.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import type { ConfigDocument } from "../data.ts";
import { encodeConfig, type EncodeOptions } from "../encode/mod.ts";
import { loadConfig } from "../load/mod.ts";
import { applyPatches, type Patch } from "../patch/mod.ts";
import { together } from "../patch/problems.ts";
import { pathText, type Problem } from "../problem.ts";
import type { ConfigRelease } from "../schema/types.ts";
import { MODES, validate } from "../validate/mod.ts";

/** Patches by the machines they are for. */
export interface PatchSet {
  readonly all: readonly Patch[];
  readonly controlplane: readonly Patch[];
  readonly worker: readonly Patch[];
}

/** A type of machines that gets a file. */
export type RenderedType = "controlplane" | "worker";

/**
 * The documents after patches: first those for all machines, then those of the type.
 *
 * @throws {OsctlError} of kind `input` for every type with a patch that fails; each error once.
 */
export function patchAll(
  documents: Readonly<Record<RenderedType, readonly ConfigDocument[]>>,
  patches: PatchSet,
  release: ConfigRelease,
): Record<RenderedType, readonly ConfigDocument[]> {
  const failures = new Map<string, OsctlError>();
  const patched = (type: RenderedType) => {
    const own = [...patches.all, ...patches[type]];
    if (own.length === 0) return documents[type];
    try {
      return applyPatches(documents[type], own, { release });
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      failures.set(error.message, error);
      return [];
    }
  };
  const result = { controlplane: patched("controlplane"), worker: patched("worker") };
  if (failures.size > 0) throw together([...failures.values()]);
  return result;
}

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
  const { name, docs, examples, release } = options;
  const plain = encodeConfig(documents, { docs: false, examples: false });
  const { text, problems } = accepted(plain, options);
  const warnings = problems.map((problem) => sentence(name, problem));
  return {
    text: docs || examples ? encodeConfig(documents, { docs, examples, release }) : text,
    warnings: [...new Set(warnings)],
  };
}

function accepted(
  text: string,
  { name, release, unpatched }: RenderOptions,
): { text: string; problems: readonly Problem[] } {
  const loaded = loadConfig(text, { release });
  if (loaded.problems.some(isError)) throw refused(name, loaded.problems.filter(isError));
  let asked: ReturnType<typeof loadConfig> | undefined;
  let refusals: readonly Problem[] | undefined;
  for (const mode of MODES) {
    const problems = validate(loaded, { mode, release });
    let errors = problems.filter(isError);
    if (errors.length > 0) {
      asked ??= loadConfig(encodeConfig(unpatched, { docs: false, examples: false }), { release });
      const before = new Set(validate(asked, { mode, release }).map(bare));
      errors = errors.filter((error) => !before.has(bare(error)));
    }
    if (errors.length === 0) return { text, problems };
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
