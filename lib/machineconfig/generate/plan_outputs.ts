/**
 * Destinations of generated files.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { join } from "../../platform/paths.ts";

/** Output types, in the order they are written. */
const OUTPUT_TYPES = ["controlplane", "worker", "osconfig"] as const;

/** An output type. */
export type OutputType = typeof OUTPUT_TYPES[number];

const FILES: Readonly<Record<OutputType, string>> = {
  controlplane: "controlplane.yaml",
  worker: "worker.yaml",
  osconfig: "osconfig",
};

/** Flags that select outputs. */
export interface OutputChoice {
  readonly types: readonly OutputType[];
  /**
   * File for one type unless it ends in a slash, folder for several, `-` for stdout, empty for the
   * working directory.
   */
  readonly output: string;
  /** Folder for any number of types; empty when not set. */
  readonly outputDir: string;
  readonly cwd: string;
}

/** Selected types in order with their paths; undefined means stdout. */
export type OutputPlan = ReadonlyMap<OutputType, string | undefined>;

/**
 * Returns the destination of each selected type.
 *
 * @throws {OsctlError} of kind `usage` for conflicting flags.
 */
export function planOutputs({ types, output, outputDir, cwd }: OutputChoice): OutputPlan {
  const selected = OUTPUT_TYPES.filter((type) => types.includes(type));
  if (selected.length === 0) {
    throw new OsctlError("usage", "no type in --output-types", {
      hint: `use one or more of ${OUTPUT_TYPES.join(", ")}`,
    });
  }
  if (outputDir !== "" && output !== "") {
    throw new OsctlError("usage", "--output and --output-dir are mutually exclusive", {
      hint: "use --output only",
    });
  }
  if (output === "-") {
    if (selected.length > 1) {
      throw new OsctlError("usage", `--output - requires one type, found ${selected.length}`, {
        hint: `select one, such as --output-types ${selected[0]}`,
      });
    }
    return new Map([[selected[0]!, undefined]]);
  }
  const isFile = output !== "" && !/[/\\]$/.test(output);
  if (isFile && selected.length === 1) return new Map([[selected[0]!, output]]);
  const folder = outputDir || output || cwd;
  return new Map(selected.map((type) => [type, join(folder, FILES[type])]));
}
