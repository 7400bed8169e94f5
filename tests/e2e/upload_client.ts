/**
 * Stores a generated snapshot of several parts in an object store, and prints its digest. Arguments:
 * address, endpoint, size of the database in MiB, and its seed.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { openSnapshotStore } from "../../lib/node/etcd/snapshot/mod.ts";
import { OsctlError } from "../../lib/errors.ts";
import { createRealSystem } from "../../lib/platform/real_system.ts";

const [path, s3Endpoint, size, seed] = Deno.args;
const MIB = 1024 * 1024;

async function* createSnapshot(): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  const block = new Uint8Array(MIB).fill(Number(seed));
  for (let at = 0; at < Number(size); at++) {
    hash.update(block);
    yield block;
  }
  yield hash.digest();
}

try {
  const flags = { s3Endpoint: s3Endpoint!, s3Region: "", keep: 0, onProgress: () => {} };
  const save = await openSnapshotStore(createRealSystem(), { path: path!, ...flags });
  const { digest, bytes } = await save(createSnapshot());
  console.log(`${digest} ${bytes}`);
  Deno.exit(0);
} catch (error) {
  console.error(error instanceof OsctlError ? error.message : error);
  Deno.exit(1);
}
