/**
 * The state folder of a cluster: `<state>/<name>`, 0700. `cluster.json` says what the cluster is,
 * `process.json` who serves it, `secrets.json` (0600) holds its keys, `faults.json` its faults,
 * `run.log` what the serving process said, and `nodes/<node>` what each node keeps.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { ensureFolder, readTextIfPresent, writeFileAtomic } from "../platform/files.ts";
import type { ProcessIdentity } from "./process_identity.ts";
import type { ClusterRecord } from "./types.ts";

const OWN_FILES = new Set([
  "cluster.json",
  "process.json",
  "secrets.json",
  "faults.json",
  "faults-applied",
  "run.log",
  "nodes",
]);

/** Paths and files of one cluster's state. */
export class ClusterState {
  readonly folder: string;
  readonly name: string;

  /** @throws {OsctlError} of kind `usage` when `name` cannot be a cluster's name. */
  constructor(stateFolder: string, name: string) {
    if (!/^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/.test(name)) {
      throw new OsctlError("usage", `"${name}" cannot be the name of a cluster`, {
        hint: "use at most 40 lower-case letters, digits and dashes, with no dash at either end",
      });
    }
    this.name = name;
    this.folder = `${stateFolder.replace(/\/+$/, "")}/${name}`;
  }

  get secretsPath(): string {
    return `${this.folder}/secrets.json`;
  }

  get faultsPath(): string {
    return `${this.folder}/faults.json`;
  }

  /** Holds the revision of the faults file that the serving process obeys. */
  get faultsAppliedPath(): string {
    return `${this.folder}/faults-applied`;
  }

  get logPath(): string {
    return `${this.folder}/run.log`;
  }

  /** A node's own folder. */
  nodeFolder(node: string): string {
    return `${this.folder}/nodes/${node}`;
  }

  /** Makes the folder. */
  async make(): Promise<void> {
    await ensureFolder(this.folder, 0o700);
  }

  /** Names of what is in the folder, without temporary files; undefined when there is no folder. */
  async entries(): Promise<string[] | undefined> {
    try {
      const names: string[] = [];
      for await (const { name } of Deno.readDir(this.folder)) names.push(name);
      return names.filter((name) => !name.endsWith(".tmp") && !name.endsWith(".lock"));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  }

  /**
   * Removes the folder.
   *
   * @throws {OsctlError} of kind `file` when something is in it that is no state of a cluster.
   */
  async remove(): Promise<void> {
    const entries = await this.entries();
    if (entries === undefined) return;
    const foreign = entries.find((name) => !OWN_FILES.has(name));
    if (foreign !== undefined) {
      throw new OsctlError("file", `"${this.folder}" holds "${foreign}", which no cluster made`, {
        hint: "move it away, or name another folder with --state",
      });
    }
    await Deno.remove(this.folder, { recursive: true });
  }

  /**
   * @returns The record, or undefined when there is none.
   * @throws {OsctlError} of kind `input` when it cannot be understood.
   */
  async readRecord(): Promise<ClusterRecord | undefined> {
    const record = await this.#readJson<ClusterRecord>("cluster.json");
    if (record === undefined) return undefined;
    if (record.name !== this.name || !Array.isArray(record.nodes) || !record.network) {
      throw this.#broken("cluster.json");
    }
    return record;
  }

  async writeRecord(record: ClusterRecord): Promise<void> {
    await this.#writeJson("cluster.json", record);
  }

  /** Who serves the cluster, if that was ever written down. */
  async readProcess(): Promise<ProcessIdentity | undefined> {
    const identity = await this.#readJson<ProcessIdentity>("process.json");
    if (identity === undefined) return undefined;
    if (!Number.isSafeInteger(identity.pid) || typeof identity.started !== "string") {
      throw this.#broken("process.json");
    }
    return identity;
  }

  async writeProcess(identity: ProcessIdentity): Promise<void> {
    await this.#writeJson("process.json", identity);
  }

  async #readJson<T>(file: string): Promise<T | undefined> {
    const text = await readTextIfPresent(`${this.folder}/${file}`);
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text) as T;
    } catch (error) {
      if (error instanceof SyntaxError) throw this.#broken(file);
      throw error;
    }
  }

  async #writeJson(file: string, value: unknown): Promise<void> {
    const text = `${JSON.stringify(value, undefined, 2)}\n`;
    await writeFileAtomic(`${this.folder}/${file}`, text, { mode: 0o600 });
  }

  #broken(file: string): OsctlError {
    return new OsctlError("input", `"${this.folder}/${file}" cannot be understood`, {
      hint: `remove the cluster with: osctl cluster destroy --name ${this.name} --force`,
    });
  }
}
