/**
 * Handler of `List`: one message per entry of a file tree.
 *
 * Depth counts levels below the root. Talos nodes count slashes in the path instead, so they descend
 * one level deeper below `/`, and without limit when a type filter excludes folders. The sandbox
 * does not reproduce these two bugs.
 *
 * @module
 */
import { machine } from "../../../proto/machine.ts";
import { unknownError } from "../status_errors.ts";
import type { Call } from "../types.ts";
import { absolutePath } from "./absolute_path.ts";
import { KIND, statMode, wireMode } from "./file_mode.ts";
import { TimeSlice } from "./time_slice.ts";
import { toUnixSeconds } from "./tar_member.ts";
import { type Entry, isFailure, RootError, walk, type WalkOptions } from "./walk.ts";

/** `st_mode` type bits by type filter. */
const KIND_BY_TYPE: Readonly<Record<machine.ListRequest.Type, number>> = {
  [machine.ListRequest.Type.REGULAR]: KIND.REGULAR,
  [machine.ListRequest.Type.DIRECTORY]: KIND.DIRECTORY,
  [machine.ListRequest.Type.SYMLINK]: KIND.SYMLINK,
};

/**
 * Yields the root and the entries below it. Extended attributes are not reported.
 *
 * @throws {StatusError} Unknown when the root does not exist.
 */
export async function* listFiles(
  request: machine.IListRequest,
  { signal }: Pick<Call, "signal">,
): AsyncGenerator<machine.FileInfo> {
  const slice = new TimeSlice();
  try {
    for (const item of walk(absolutePath(request.root ?? ""), toWalkOptions(request))) {
      if (signal.aborted) return;
      yield isFailure(item)
        ? machine.FileInfo.create({ name: item.path, error: item.error })
        : fileInfo(item);
      if (slice.isExpired()) await slice.renew();
    }
  } catch (error) {
    if (error instanceof RootError) throw unknownError(error.message);
    throw error;
  }
}

/**
 * Returns the walk options of a request: without `recurse`, the root and its entries; with it,
 * `recursionDepth` levels, or all when that is 0 or negative.
 */
function toWalkOptions(request: machine.IListRequest): WalkOptions {
  const limit = request.recursionDepth ?? 0;
  const depth = !request.recurse ? 1 : limit > 0 ? limit : -1;
  const types = request.types ?? [];
  if (types.length === 0) return { depth };
  return { depth, kinds: new Set(types.map((type) => KIND_BY_TYPE[type])) };
}

function fileInfo({ path, relative, info, link }: Entry): machine.FileInfo {
  return machine.FileInfo.create({
    name: path,
    size: info.size,
    mode: wireMode(statMode(info)),
    modified: toUnixSeconds(info.mtime),
    isDir: info.isDirectory,
    link,
    relativeName: relative,
    uid: info.uid ?? 0,
    gid: info.gid ?? 0,
  });
}
