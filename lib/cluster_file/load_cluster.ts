/**
 * Loads a cluster file: reads, decodes and checks it.
 *
 * @module
 */
import { MultiError, OsctlError } from "../errors.ts";
import { Decoder } from "../machineconfig/load/decode.ts";
import type { Problem } from "../machineconfig/problem.ts";
import { NEWEST } from "../machineconfig/schema/releases.ts";
import { type ReadContext, readFiles } from "./read_files.ts";
import { resolveCluster } from "./resolve_cluster.ts";
import { CLUSTER_FILE } from "./schema.ts";
import type { Sources } from "./sources.ts";
import type { DeclaredCluster } from "./types.ts";

/** A loaded cluster file. */
export interface LoadedCluster {
  readonly cluster: DeclaredCluster;
  /** Lines of the warnings, with their places. */
  readonly warnings: readonly string[];
}

/**
 * Loads a cluster file, with the files it includes and its patches.
 *
 * @param path As the user wrote it; paths in the file are relative to its folder.
 * @throws {OsctlError} of kind `input` with all problems and their places; of kind `file` when it
 *   cannot be read; of kind `usage` for a value of `--var` that no variable takes.
 */
export async function loadCluster(path: string, context: ReadContext): Promise<LoadedCluster> {
  const { sources, root, variables, problems } = await readFiles(path, context);
  throwErrors(sources, problems);
  const decoder = new Decoder(CLUSTER_FILE.object, { release: NEWEST });
  const data = decoder.document(root!, []);
  throwErrors(sources, decoder.problems);
  const { cluster, problems: found, errors } = await resolveCluster({
    path,
    data,
    root: root!,
    sources,
    variables,
    read: context.read,
  });
  throwErrors(sources, found, errors);
  return { cluster: cluster!, warnings: sources.lines(found) };
}

/** Throws all errors, if there are any. */
function throwErrors(
  sources: Sources,
  problems: readonly Problem[],
  further: readonly OsctlError[] = [],
): void {
  const errors = problems.filter(({ severity }) => severity === "error");
  const all = [...sources.lines(errors).map((line) => new OsctlError("input", line)), ...further];
  const [first, ...others] = all;
  if (first === undefined) return;
  throw others.length === 0 ? first : new MultiError([first, ...others]);
}
