/**
 * Snapshots of etcd in an object store: streamed, without a copy on disk.
 *
 * @module
 */
import { createHash } from "node:crypto";
import type { System } from "../../../platform/system.ts";
import { S3Bucket } from "./s3_bucket.ts";
import { parseS3Address, readS3Place, type S3Flags } from "./s3_settings.ts";
import { BLOCK, DIGEST_LENGTH, invalidSnapshot } from "./snapshot_file.ts";
import { SNAPSHOT_NAME, timedName } from "./snapshot_target.ts";
import type { SaveSnapshot, SnapshotEntry } from "./snapshot_view.ts";

/** Options of {@linkcode openObjectStore}. */
export interface ObjectStoreOptions extends S3Flags {
  /** Address of the object, or of a folder. */
  readonly address: string;
  /** Snapshots to retain in the folder; 0 for all. */
  readonly keep: number;
  /** Called with the number of bytes received so far. */
  readonly onProgress: (bytes: number) => void;
}

/**
 * Returns a function that stores a snapshot whose SHA-256 trailer matches. No object appears otherwise.
 *
 * @throws {OsctlError} of kind `usage` or `input` for an invalid address or missing credentials.
 */
export async function openObjectStore(
  system: Pick<System, "fetch" | "clock" | "signal" | "env">,
  { address, keep, onProgress, ...flags }: ObjectStoreOptions,
): Promise<SaveSnapshot> {
  const { bucket: name, key: given } = parseS3Address(address);
  const bucket = await S3Bucket.open(system, name, readS3Place(flags, system.env));
  const isFolder = given === "" || given.endsWith("/");
  const key = isFolder ? `${given}${timedName(system.clock)}` : given;
  return async (chunks) => {
    const check = new TrailerCheck();
    await bucket.store(key, check.pipe(chunks, onProgress));
    if (isFolder && keep > 0) {
      const all = await bucket.list(given);
      const own = all.filter((one) => SNAPSHOT_NAME.test(one.slice(given.length))).toSorted();
      for (const old of own.slice(0, -keep)) await bucket.remove(old);
    }
    const unread = { hash: null, revision: null, keys: null };
    return { path: `s3://${name}/${key}`, ...check.result, ...unread };
  };
}

/** Compares the SHA-256 of a stream with its trailer. */
class TrailerCheck {
  readonly #hash = createHash("sha256");
  /** The last bytes may be the trailer, which is not hashed. */
  #tail = new Uint8Array(0);
  #bytes = 0;
  #digest = "";

  get result(): Pick<SnapshotEntry, "bytes" | "digest" | "databaseSize"> {
    return {
      bytes: this.#bytes,
      digest: this.#digest,
      databaseSize: this.#bytes - DIGEST_LENGTH,
    };
  }

  async *pipe(
    chunks: AsyncIterable<Uint8Array>,
    onProgress: (bytes: number) => void,
  ): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#bytes += chunk.length;
      const joined = new Uint8Array(this.#tail.length + chunk.length);
      joined.set(this.#tail);
      joined.set(chunk, this.#tail.length);
      const hashed = Math.max(joined.length - DIGEST_LENGTH, 0);
      this.#hash.update(joined.subarray(0, hashed));
      this.#tail = joined.slice(hashed);
      yield chunk;
      onProgress(this.#bytes);
    }
    this.#digest = this.#hash.digest("hex");
    if (this.#bytes % BLOCK !== DIGEST_LENGTH) {
      throw invalidSnapshot(
        `the size, ${this.#bytes} bytes, is not a whole number of pages plus a SHA-256 trailer`,
      );
    }
    if (this.#digest !== this.#tail.toHex()) {
      throw invalidSnapshot("the SHA-256 trailer does not match");
    }
  }
}
