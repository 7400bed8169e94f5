/**
 * A lock between the processes of this machine: the operating system releases it when its process ends.
 *
 * @module
 */
import { tryLock } from "../../../platform/file_lock.ts";
import { OsctlError } from "../../../errors.ts";
import {
  ensureFolder,
  readTextIfPresent,
  withFileErrors,
  writeFileAtomic,
} from "../../../platform/files.ts";
import { isObject } from "../../../platform/shape.ts";
import { isNodes, type LockRecord } from "./lock_record.ts";

const LIMITS = { bytes: 1024 * 1024 };

/** The lock file of a cluster, with the record beside it. */
export class LockFile implements Disposable {
  readonly #file: Deno.FsFile;
  readonly #path: string;
  /** Record of the last process; undefined when its change was complete. */
  readonly previous: LockRecord | undefined;

  private constructor(file: Deno.FsFile, path: string, previous: LockRecord | undefined) {
    this.#file = file;
    this.#path = path;
    this.previous = previous;
  }

  /**
   * Locks the file of a cluster; undefined while another process has it, with `record` that process's.
   */
  static async open(
    folder: string,
    cluster: string,
  ): Promise<{ lock: LockFile } | { record: LockRecord | undefined }> {
    await ensureFolder(folder, 0o700);
    const path = `${folder}/${cluster}`;
    const file = await withFileErrors(
      "lock",
      `${path}.lock`,
      () => Deno.open(`${path}.lock`, { create: true, write: true, mode: 0o600 }),
    );
    try {
      const isHeld = await tryLock(file, `${path}.lock`);
      const record = await readRecord(`${path}.json`);
      if (isHeld) return { lock: new LockFile(file, path, record) };
      file.close();
      return { record };
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** Stores the record; complete on disk when it resolves. */
  async write(record: LockRecord | undefined): Promise<void> {
    const text = `${JSON.stringify(record ?? {}, undefined, 2)}\n`;
    await writeFileAtomic(`${this.#path}.json`, text, { mode: 0o600 });
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }
}

async function readRecord(path: string): Promise<LockRecord | undefined> {
  const text = await readTextIfPresent(path, LIMITS);
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (isRecord(value)) return value;
  const isEmpty = isObject(value) && Object.keys(value).length === 0;
  if (isEmpty) return undefined;
  throw new OsctlError("input", `"${path}" is not the record of a rolling change`, {
    hint: "remove the file when no rolling change is in progress",
  });
}

function isRecord(value: unknown): value is LockRecord {
  if (!isObject(value)) return false;
  const texts = ["id", "title", "operator", "session"].map((key) => value[key]);
  return texts.every((text) => typeof text === "string") && isNodes(value["nodes"]);
}
