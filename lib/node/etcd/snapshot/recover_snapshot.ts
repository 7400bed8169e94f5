/**
 * Upload of an etcd snapshot for a recovery.
 *
 * @module
 */
import type { NodeClient } from "../../../client/types.ts";
import { addNodeName } from "../../../client/node_error.ts";
import { ByteProgress } from "../../../output/progress.ts";
import type { StatusLine } from "../../../output/status_line.ts";
import { withFileErrors } from "../../../platform/files.ts";
import { resolve } from "../../../platform/paths.ts";
import type { System } from "../../../platform/system.ts";
import { MachineService } from "../../../../proto/machine.ts";
import { inspectSnapshot } from "./snapshot_file.ts";
import { formatSnapshotInfo } from "./snapshot_view.ts";

/** Bytes per message of EtcdRecover. */
const CHUNK = 64 * 1024;

/** Timeout of the upload, milliseconds. */
const UPLOAD_MS = 60 * 60 * 1000;

/** A snapshot to recover from. */
export interface RecoverySource {
  /** As given on the command line. */
  readonly path: string;
  /** Accept a copy of the data directory, which has no SHA-256 trailer. */
  readonly skipHashCheck: boolean;
}

/** Context of a recovery. */
export type RecoveryContext =
  & Pick<System, "cwd" | "clock" | "stdout">
  & { readonly status: StatusLine | undefined };

/**
 * Verifies a local snapshot, prints its contents and uploads it to the node.
 *
 * @throws {OsctlError} of kind `file` or `input` for the snapshot, `node` for the upload.
 */
export async function recoverSnapshot(
  context: RecoveryContext,
  client: NodeClient,
  node: string,
  { path, skipHashCheck }: RecoverySource,
): Promise<void> {
  const absolute = resolve(context.cwd, path);
  using file = await withFileErrors("read", path, () => Deno.open(absolute));
  const info = await inspectSnapshot(file, path, skipHashCheck);
  await context.stdout.write(
    `recovering from ${JSON.stringify(path)}: ${formatSnapshotInfo(info)}\n`,
  );
  const progress = new ByteProgress(context, `uploading ${path}`);
  await file.seek(0, Deno.SeekMode.Start);
  try {
    const chunks = readChunks(file, path, (bytes) => progress.show(bytes));
    await client.upload(MachineService.EtcdRecover, chunks, node, { timeoutMs: UPLOAD_MS });
  } catch (error) {
    throw addNodeName(node, error);
  } finally {
    await progress.end();
  }
}

async function* readChunks(
  file: Deno.FsFile,
  path: string,
  onProgress: (bytes: number) => void,
): AsyncGenerator<{ bytes: Uint8Array }> {
  for (let sent = 0;;) {
    const buffer = new Uint8Array(CHUNK);
    const count = await withFileErrors("read", path, () => file.read(buffer));
    if (count === null) return;
    yield { bytes: buffer.subarray(0, count) };
    sent += count;
    onProgress(sent);
  }
}
