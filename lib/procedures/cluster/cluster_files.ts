/**
 * The files that a cluster file needs, for a Secret of its pods.
 *
 * @module
 */
import { loadCluster } from "../../cluster_file/mod.ts";
import type { DeclaredCluster } from "../../cluster_file/mod.ts";
import { type DecryptSystem, readEncryptedText } from "../../encrypted_files/mod.ts";
import { readText } from "../../platform/files.ts";
import { resolve } from "../../platform/paths.ts";
import type { ProcedureSystem } from "../context.ts";
import type { ReportNotice } from "./notices.ts";
import { type ClusterFileOptions, parseValues } from "./open_cluster.ts";

/** A declared cluster and its files. */
export interface CollectedCluster {
  readonly cluster: DeclaredCluster;
  /** Texts as on disk, by path relative to the folder of all. Encrypted ones stay so. */
  readonly files: ReadonlyMap<string, string>;
  /** Relative path of the cluster file. */
  readonly file: string;
  /** Relative path of the identities of age; undefined without any. */
  readonly identities: string | undefined;
  /** Variables of the environment that the files use, by name. */
  readonly variables: ReadonlyMap<string, string>;
}

/** Limit of a file, bytes: a Secret contains 1 MiB. */
const LIMITS = { bytes: 900_000 };
const IDENTITIES = "age-identities";

/**
 * Reads the cluster file, its includes and patches, and the secrets.
 *
 * @param more Further files, such as a stored plan.
 * @throws {OsctlError} of kind `input` with all problems of the file.
 */
export async function collectCluster(
  system: DecryptSystem & Pick<ProcedureSystem, "cwd" | "env">,
  { file, var: values }: ClusterFileOptions,
  notice: ReportNotice,
  more: readonly string[] = [],
): Promise<CollectedCluster> {
  const { cwd, env } = system;
  const texts = new Map<string, string>();
  const collect = async (path: string) => {
    const absolute = resolve(cwd, path);
    if (!texts.has(absolute)) texts.set(absolute, await readText(absolute, LIMITS));
  };
  const variables = new Map<string, string>();
  const { cluster, warnings } = await loadCluster(file, {
    read: async (path) => {
      await collect(path);
      return await readEncryptedText(system, path);
    },
    given: parseValues(values),
    env: {
      get(name) {
        const value = env.get(name);
        if (value !== undefined) variables.set(name, value);
        return value;
      },
    },
  });
  for (const text of warnings) await notice({ kind: "file", text });
  for (const path of [cluster.secrets, ...more]) await collect(path);
  const base = commonFolder([...texts.keys()]);
  const relative = (path: string) => path.slice(base.length);
  const identities = await readIdentities(system);
  const files = new Map([...texts].map(([path, text]) => [relative(path), text]));
  if (identities !== undefined) files.set(IDENTITIES, identities);
  return {
    cluster,
    files,
    file: relative(resolve(cwd, file)),
    identities: identities === undefined ? undefined : IDENTITIES,
    variables,
  };
}

/** Reads the identities of age that the variables name. */
async function readIdentities(
  { env, cwd }: Pick<ProcedureSystem, "env" | "cwd">,
): Promise<string | undefined> {
  const path = env.get("SOPS_AGE_KEY_FILE") ?? "";
  const own = env.get("SOPS_AGE_KEY") ?? "";
  return own !== "" ? own : path === "" ? undefined : await readText(resolve(cwd, path), LIMITS);
}

/** Returns the deepest folder of all paths, with a slash. */
function commonFolder(paths: readonly string[]): string {
  const [first = ""] = paths;
  let folder = first.slice(0, first.lastIndexOf("/") + 1);
  while (!paths.every((path) => path.startsWith(folder))) {
    folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
  }
  return folder;
}
