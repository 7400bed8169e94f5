/**
 * `List`: a file tree, one message for each entry.
 *
 * Depth counts levels below the root whatever the root is and whichever kinds are asked for. A real
 * node counts slashes in the path, so it goes one level deeper below `/`, and without end when kinds
 * are asked for without folders; neither is worth keeping.
 *
 * @module
 */
import { machine } from "../../../proto/machine.ts";
import type { Call } from "../types.ts";
import { absolutePath } from "./absolute_path.ts";
import { KIND, statMode, wireMode } from "./file_mode.ts";
import { failed } from "./refusal.ts";
import { Slices } from "./slices.ts";
import { unixSeconds } from "./tar_member.ts";
import { type Entry, isFailure, RootError, walk, type WalkOptions } from "./walk.ts";

/** The kinds a caller can ask for, as `st_mode` kind bits. */
const KIND_BY_TYPE: Readonly<Record<machine.ListRequest.Type, number>> = {
  [machine.ListRequest.Type.REGULAR]: KIND.REGULAR,
  [machine.ListRequest.Type.DIRECTORY]: KIND.DIRECTORY,
  [machine.ListRequest.Type.SYMLINK]: KIND.SYMLINK,
};

/**
 * Answers `List`: the root, then what is below it. Extended attributes are never reported.
 *
 * @throws {StatusError} Unknown when there is no such root.
 */
export async function* list(
  request: machine.IListRequest,
  { signal }: Pick<Call, "signal">,
): AsyncGenerator<machine.FileInfo> {
  const slices = new Slices();
  try {
    for (const item of walk(absolutePath(request.root ?? ""), walkOptionsOf(request))) {
      if (signal.aborted) return;
      yield isFailure(item)
        ? machine.FileInfo.create({ name: item.path, error: item.error })
        : fileInfo(item);
      if (slices.due()) await slices.pause();
    }
  } catch (error) {
    if (error instanceof RootError) throw failed(error.message);
    throw error;
  }
}

/**
 * How to walk for a request: without `recurse`, the root and its own entries; with it, as many
 * levels as `recursionDepth` says, all when that is 0 or negative.
 */
export function walkOptionsOf(request: machine.IListRequest): WalkOptions {
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
    modified: unixSeconds(info.mtime),
    isDir: info.isDirectory,
    link,
    relativeName: relative,
    uid: info.uid ?? 0,
    gid: info.gid ?? 0,
  });
}
