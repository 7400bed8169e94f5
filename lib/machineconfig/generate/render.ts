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

/**
 * The text of a configuration that some kind of machine accepts.
 *
 * @throws {OsctlError} of kind `input` with everything that is wrong, when none does.
 */
export function render(
  documents: readonly ConfigDocument[],
  { name, release, ...style }: EncodeOptions & { name: string; release: ConfigRelease },
): Rendered {
  const plain = encodeConfig(documents, { docs: false, examples: false });
  const loaded = loadConfig(plain, { release });
  const unreadable = loaded.problems.filter(isError);
  if (unreadable.length > 0) throw refused(name, unreadable);
  const findings = MODES.map((mode) => validate(loaded, { mode, release }));
  const accepted = findings.find((problems) => !problems.some(isError));
  if (accepted === undefined) throw refused(name, findings[0]!.filter(isError));
  const text = style.docs || style.examples ? encodeConfig(documents, style) : plain;
  return { text, warnings: [...new Set(accepted.map((problem) => sentence(name, problem)))] };
}

function isError({ severity }: Problem): boolean {
  return severity === "error";
}

function refused(name: string, problems: readonly Problem[]): OsctlError {
  return together(problems.map((problem) => new OsctlError("input", sentence(name, problem))));
}

function sentence(name: string, { path, message, hint }: Problem): string {
  const way = path.length === 0 ? "" : `${pathText(path)}: `;
  return `${name}: ${way}${message}${hint === undefined ? "" : `; ${hint}`}`;
}
