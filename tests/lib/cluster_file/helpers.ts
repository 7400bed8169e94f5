/**
 * Cluster files in memory.
 *
 * @module
 */
import { loadCluster, type LoadedCluster } from "../../../lib/cluster_file/mod.ts";
import { MultiError, OsctlError } from "../../../lib/errors.ts";

/** A valid file, to which tests add. */
export const MINIMAL = `name: lab
endpoint: https://10.0.0.10:6443
contract: v1.8
os: {version: v1.8.4}
kubernetes: {version: v1.31.4}
install: {disk: /dev/sda}
`;

/** {@linkcode MINIMAL} with a control plane node. */
export const SINGLE = `${MINIMAL}controlPlane:
  nodes:
    - {name: cp-1, addresses: [10.0.0.11]}
`;

/** Sources of values from outside. */
export interface LoadSettings {
  /** Other files by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Values of `--var`. */
  readonly given?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Loads a text as `cluster.yaml`. */
export async function load(
  text: string,
  { files = {}, given = {}, env = {} }: LoadSettings = {},
): Promise<LoadedCluster> {
  const all: Readonly<Record<string, string>> = { ...files, "cluster.yaml": text };
  return await loadCluster("cluster.yaml", {
    read: (path) => {
      const found = all[path];
      if (found !== undefined) return Promise.resolve(found);
      return Promise.reject(new OsctlError("file", `cannot read "${path}": no such file`));
    },
    given: new Map(Object.entries(given)),
    env: { get: (name) => env[name] },
  });
}

/** Returns the lines of the error of loading a text. */
export async function errorsOf(text: string, settings?: LoadSettings): Promise<string[]> {
  try {
    await load(text, settings);
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    const errors = error instanceof MultiError ? error.errors : [error];
    return errors.map(({ message, hint }) => hint === undefined ? message : `${message}; ${hint}`);
  }
  throw new Error("the text is valid");
}
