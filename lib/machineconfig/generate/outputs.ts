/**
 * Where generated files go.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { join } from "../../platform/paths.ts";

/** What can be generated, in the order in which it is written. */
const OUTPUT_TYPES = ["controlplane", "worker", "osconfig"] as const;

/** One of the files. */
export type OutputType = typeof OUTPUT_TYPES[number];

const FILES: Readonly<Record<OutputType, string>> = {
  controlplane: "controlplane.yaml",
  worker: "worker.yaml",
  osconfig: "osconfig",
};

/** What a person asked for. */
export interface OutputChoice {
  readonly types: readonly OutputType[];
  /**
   * A file for one type unless it ends in a slash, a folder for several, `-` for stdout, empty for
   * the working directory.
   */
  readonly output: string;
  /** A folder, whatever the number of types; empty when not given. */
  readonly outputDir: string;
  readonly cwd: string;
}

/** The types to make, in order, with the paths to show and write to; no path means stdout. */
export type OutputPlan = ReadonlyMap<OutputType, string | undefined>;

/**
 * Plans where files go.
 *
 * @throws {OsctlError} of kind `usage` when the choices contradict each other.
 */
export function planOutputs({ types, output, outputDir, cwd }: OutputChoice): OutputPlan {
  const wanted = OUTPUT_TYPES.filter((type) => types.includes(type));
  if (wanted.length === 0) {
    throw new OsctlError("usage", "--output-types names no type", {
      hint: `give one or more of ${OUTPUT_TYPES.join(", ")}`,
    });
  }
  if (outputDir !== "" && output !== "") {
    throw new OsctlError("usage", "--output and --output-dir exclude each other", {
      hint: "give --output only",
    });
  }
  if (output === "-") {
    if (wanted.length > 1) {
      throw new OsctlError("usage", `--output - takes one type, and there are ${wanted.length}`, {
        hint: `choose one with --output-types ${wanted[0]}`,
      });
    }
    return new Map([[wanted[0]!, undefined]]);
  }
  const isFile = output !== "" && !/[/\\]$/.test(output);
  if (isFile && wanted.length === 1) return new Map([[wanted[0]!, output]]);
  const folder = outputDir || output || cwd;
  return new Map(wanted.map((type) => [type, join(folder, FILES[type])]));
}
