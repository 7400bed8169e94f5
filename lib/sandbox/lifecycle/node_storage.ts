/**
 * The disk of a node: `config.yaml` (machine configuration of the next boot), and `node.json`
 * (installed version, META keys, simulated hardware). A change is on disk before its promise
 * resolves, so that a killed process loses no acknowledged change.
 *
 * @module
 */
import {
  ensureFolder,
  readTextIfPresent,
  removeIfPresent,
  writeFileAtomic,
} from "../../platform/files.ts";
import { flag, mapOf, text, valuesOf } from "../../platform/shape.ts";
import { readState } from "../state_file.ts";
import type { NodeHardware } from "../types.ts";

/** The record of a node. */
export interface NodeRecord {
  /** Version that boots next, for example `v1.8.0`. */
  readonly version: string;
  /** Version before the last upgrade; undefined when there is nothing to roll back to. */
  readonly previousVersion?: string;
  /** Whether the system disk has an installed system; a node without one runs from its image. */
  readonly installed: boolean;
  /** Values of META keys by `0x0a`. */
  readonly meta: Readonly<Record<string, string>>;
  /** Absent for a node on a dedicated machine, and in records of earlier versions. */
  readonly hardware?: NodeHardware;
}

/** Records of earlier versions have no field `installed`. */
type StoredRecord = Omit<NodeRecord, "installed"> & Partial<Pick<NodeRecord, "installed">>;

const isStoredRecord = mapOf(
  { version: text, meta: valuesOf(text) },
  {
    previousVersion: text,
    installed: flag,
    hardware: mapOf({ uuid: text, mac: text }),
  },
);

/** The storage of one node. */
export class NodeStorage {
  readonly #folder: string;
  #config: string | undefined;
  #record: NodeRecord;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(folder: string, config: string | undefined, record: NodeRecord) {
    this.#folder = folder;
    this.#config = config;
    this.#record = record;
  }

  /**
   * Opens the storage in `folder`.
   *
   * @param initial called for the first start of a node: returns its version, and its configuration
   *   unless it starts in maintenance mode.
   */
  static async open(
    folder: string,
    initial: () => Promise<{
      version: string;
      config: string | undefined;
      hardware?: NodeHardware;
    }>,
  ): Promise<NodeStorage> {
    const stored = await readState<StoredRecord>(`${folder}/node.json`, isStoredRecord);
    if (stored !== undefined) {
      const config = await readTextIfPresent(`${folder}/config.yaml`);
      const record = { installed: config !== undefined, ...stored };
      return new NodeStorage(folder, config, record);
    }
    const { version, config, hardware } = await initial();
    await ensureFolder(folder, 0o700);
    const storage = new NodeStorage(folder, undefined, {
      version,
      installed: config !== undefined,
      meta: {},
      ...hardware === undefined ? {} : { hardware },
    });
    // The record last: it marks a complete first start.
    if (config !== undefined) await storage.writeConfig(config);
    await storage.update({});
    return storage;
  }

  /** The machine configuration of the next boot; undefined boots into maintenance mode. */
  get config(): string | undefined {
    return this.#config;
  }

  /** The record of the next boot. */
  get record(): NodeRecord {
    return this.#record;
  }

  /** Stores the configuration of the next boot. */
  writeConfig(text: string): Promise<void> {
    return this.#write(async () => {
      await writeFileAtomic(`${this.#folder}/config.yaml`, text, { mode: 0o600 });
      this.#config = text;
    });
  }

  /** Changes fields of the record. */
  update(change: Partial<NodeRecord>): Promise<void> {
    return this.#write(async () => {
      await this.#store({ ...this.#record, ...change });
    });
  }

  async #store(record: NodeRecord): Promise<void> {
    const text = `${JSON.stringify(record, undefined, 2)}\n`;
    await writeFileAtomic(`${this.#folder}/node.json`, text, { mode: 0o600 });
    this.#record = record;
  }

  /** Makes the next boot run `version`, as a boot loader does that falls back to it. */
  revertTo(version: string): Promise<void> {
    return this.#write(async () => {
      const { previousVersion: _, ...record } = this.#record;
      await this.#store({ ...record, version });
    });
  }

  /** Removes the configuration, so that the next boot is into maintenance mode. */
  removeConfig(): Promise<void> {
    return this.#write(async () => {
      await removeIfPresent(`${this.#folder}/config.yaml`);
      this.#config = undefined;
    });
  }

  /** Runs writes one after the other. */
  async #write(change: () => Promise<void>): Promise<void> {
    const done = this.#writing.then(change);
    // A failed write must not block the next one; it rejects for its own caller.
    this.#writing = done.catch(() => {});
    await done;
  }
}
