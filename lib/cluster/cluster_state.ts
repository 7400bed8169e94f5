/**
 * The state folder of a cluster, `<state>/<name>`, mode 0700: `cluster.json` (record),
 * `process.json` (serving process), `secrets.json` (keys, mode 0600), `secrets.yaml` (keys of a
 * cluster created from a cluster file), `faults.json` (fault rules),
 * `run.log` (log of the serving process) and `nodes/<node>` (state of each node).
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import {
  ensureFolder,
  readTextIfPresent,
  withFileErrors,
  writeFileAtomic,
} from "../platform/files.ts";
import { withFileLock } from "../platform/file_lock.ts";
import type { System } from "../platform/system.ts";
import type { ServingProcess } from "./process_identity.ts";
import { parseRecord } from "./parse_record.ts";
import type { ClusterRecord } from "./types.ts";

/**
 * Time limit of waiting for the lock of a cluster, milliseconds: a process that a killed holder was
 * just starting holds it until it runs.
 */
export const LOCK_WAIT_MS = 10_000;

const OWN_FILES = new Set([
  "cluster.json",
  "process.json",
  "secrets.json",
  "secrets.yaml",
  "faults.json",
  "faults-applied",
  "run.log",
  "run.log.1",
  "nodes",
]);

/** Returns whether a text is a valid cluster name. */
export function isClusterName(name: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/.test(name);
}

/** The state of one cluster on disk. */
export class ClusterState {
  readonly folder: string;
  readonly name: string;

  /** @throws {OsctlError} of kind `usage` when `name` is not a valid cluster name. */
  constructor(stateFolder: string, name: string) {
    if (!isClusterName(name)) {
      throw new OsctlError("usage", `"${name}" is not a valid cluster name`, {
        hint: "use at most 40 lower-case letters, digits and dashes, with no dash at either end",
      });
    }
    this.name = name;
    this.folder = `${stateFolder.replace(/(?<!\/)\/+$/, "")}/${name}`;
  }

  get secretsPath(): string {
    return `${this.folder}/secrets.json`;
  }

  /** Secrets of a cluster that was created from a cluster file. */
  get declaredSecretsPath(): string {
    return `${this.folder}/secrets.yaml`;
  }

  get faultsPath(): string {
    return `${this.folder}/faults.json`;
  }

  /** File with the revision of the fault file that the serving process has applied. */
  get faultsAppliedPath(): string {
    return `${this.folder}/faults-applied`;
  }

  get logPath(): string {
    return `${this.folder}/run.log`;
  }

  /** The earlier part of the log, once that has reached its limit. */
  get olderLogPath(): string {
    return `${this.logPath}.1`;
  }

  /** Returns a node's folder. */
  nodeFolder(node: string): string {
    return `${this.folder}/nodes/${node}`;
  }

  /** Creates the folder. */
  async create(): Promise<void> {
    await ensureFolder(this.folder, 0o700);
  }

  /** Returns the folder's entries without temporary files; undefined when it does not exist. */
  async entries(): Promise<string[] | undefined> {
    return await withFileErrors("read the directory", this.folder, async () => {
      try {
        const names: string[] = [];
        for await (const { name } of Deno.readDir(this.folder)) names.push(name);
        return names.filter((name) => !name.endsWith(".tmp") && !name.endsWith(".lock"));
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return undefined;
        throw error;
      }
    });
  }

  /**
   * Returns whether the folder exists and contains files of a cluster only. An empty one is what a
   * creation leaves that was killed at once; then no other user may read it.
   */
  async isOwn(): Promise<boolean> {
    const entries = await this.entries();
    if (entries === undefined) return false;
    if (entries.length > 0) return entries.every((name) => OWN_FILES.has(name));
    const { mode } = await Deno.stat(this.folder);
    return mode !== null && (mode & 0o777) === 0o700;
  }

  /**
   * Removes the folder.
   *
   * @throws {OsctlError} of kind `file` when it contains files that do not belong to a cluster.
   */
  async remove(): Promise<void> {
    const entries = await this.entries();
    if (entries === undefined) return;
    const foreign = entries.find((name) => !OWN_FILES.has(name));
    if (foreign !== undefined) {
      throw new OsctlError(
        "file",
        `"${this.folder}" contains "${foreign}", which does not belong to a cluster`,
        {
          hint: "move the file, or set another directory with --state",
        },
      );
    }
    await Deno.remove(this.folder, { recursive: true });
  }

  /**
   * Reads the record; undefined when there is none.
   *
   * @throws {OsctlError} of kind `input` when it is invalid.
   */
  async readRecord(): Promise<ClusterRecord | undefined> {
    const value = await this.#readJson("cluster.json");
    if (value === undefined) return undefined;
    const record = parseRecord(value, this.name);
    if (record === undefined) throw this.#invalidFile("cluster.json");
    return record;
  }

  async writeRecord(record: ClusterRecord): Promise<void> {
    await this.#writeJson("cluster.json", record);
  }

  /** Reads the identity of the serving process; undefined when none was recorded. */
  async readProcess(): Promise<ServingProcess | undefined> {
    const value = await this.#readJson("process.json");
    if (value === undefined) return undefined;
    const identity = value as Partial<ServingProcess> | null;
    if (!Number.isSafeInteger(identity?.pid) || typeof identity?.started !== "string") {
      throw this.#invalidFile("process.json");
    }
    return value as ServingProcess;
  }

  async writeProcess(identity: ServingProcess): Promise<void> {
    await this.#writeJson("process.json", identity);
  }

  async #readJson(file: string): Promise<unknown> {
    const text = await readTextIfPresent(`${this.folder}/${file}`);
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text);
    } catch (error) {
      if (error instanceof SyntaxError) throw this.#invalidFile(file);
      throw error;
    }
  }

  async #writeJson(file: string, value: unknown): Promise<void> {
    const text = `${JSON.stringify(value, undefined, 2)}\n`;
    await writeFileAtomic(`${this.folder}/${file}`, text, { mode: 0o600 });
  }

  #invalidFile(file: string): OsctlError {
    return new OsctlError("input", `"${this.folder}/${file}" is invalid`, {
      hint: `remove the cluster with: osctl cluster destroy --name ${this.name} --force`,
    });
  }
}

/** Runs `action` with the cluster's lock; fails when another process keeps it. */
export async function lockCluster<T>(
  { folder }: ClusterState,
  { clock, signal }: Pick<System, "clock" | "signal">,
  action: () => Promise<T>,
): Promise<T> {
  return await withFileLock(folder, { clock, signal, timeoutMs: LOCK_WAIT_MS }, action);
}

/** Ignores invalid state files with `force`. */
export async function unlessForced<T>(
  force: boolean,
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (force && error instanceof OsctlError && error.kind === "input") return undefined;
    throw error;
  }
}

/** Creates the error for a cluster whose creation has not completed. */
export function incompleteClusterError({ name }: ClusterState): OsctlError {
  return new OsctlError("input", `cluster "${name}" is incomplete`, {
    hint: `remove it with: osctl cluster destroy --name ${name}`,
  });
}
