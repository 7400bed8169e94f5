/**
 * Source of `DiskUsage`: cumulative sizes of folders, each after its content.
 *
 * Sizes are apparent sizes (`du --apparent-size`); a file with several hard links counts once per
 * link.
 *
 * @module
 */
import { absolutePath } from "./absolute_path.ts";
import { type Entry, isFailure, RootError, walk } from "./walk.ts";

/** Parameters of a `DiskUsage` request. */
export interface DiskUsageQuery {
  /** Number of levels to report, including the path itself; 0 for all. */
  readonly recursionDepth: number;
  /** Whether to report files as well as folders. */
  readonly all: boolean;
  /** Minimum size to report, bytes; a negative value is a maximum size. */
  readonly threshold: number;
  readonly paths: readonly string[];
}

/** A folder or file with its size in bytes, or an error. */
export interface DiskUsage {
  readonly name: string;
  readonly relativeName: string;
  readonly size: number;
  /** Empty on success. */
  readonly error: string;
}

/** `/proc/kcore` reports the size of the address space. */
const KERNEL_MEMORY = "/proc/kcore";

/**
 * Yields the usage below each path. Yields undefined for entries that are not reported, so that the
 * caller can yield to the event loop.
 */
export function* diskUsage(query: DiskUsageQuery): Generator<DiskUsage | undefined> {
  for (const path of query.paths) {
    const root = absolutePath(path);
    try {
      yield* measureTree(root, query);
    } catch (error) {
      if (!(error instanceof RootError)) throw error;
      yield { name: root, relativeName: root, size: 0, error: error.message };
    }
  }
}

/** A folder whose content is being summed up. */
interface OpenFolder {
  readonly entry: Entry;
  size: number;
}

function* measureTree(root: string, query: DiskUsageQuery): Generator<DiskUsage | undefined> {
  const open: OpenFolder[] = [];
  const close = () => {
    const folder = open.pop();
    const parent = open.at(-1);
    if (folder !== undefined && parent !== undefined) parent.size += folder.size;
    return folder !== undefined && isReported(folder.entry, folder.size, query)
      ? toDiskUsage(folder.entry, folder.size)
      : undefined;
  };
  for (const item of walk(root, { depth: -1 })) {
    if (isFailure(item)) {
      yield { name: item.path, relativeName: "", size: 0, error: item.error };
      continue;
    }
    while ((open.at(-1)?.entry.level ?? -1) >= item.level) yield close();
    const size = item.path === KERNEL_MEMORY ? 0 : Math.max(item.info.size, 0);
    if (item.info.isDirectory) {
      open.push({ entry: item, size });
      continue;
    }
    const folder = open.at(-1);
    if (folder !== undefined) folder.size += size;
    yield query.all && isReported(item, size, query) ? toDiskUsage(item, size) : undefined;
  }
  while (open.length > 0) yield close();
}

function isReported(entry: Entry, size: number, query: DiskUsageQuery): boolean {
  const { recursionDepth, threshold } = query;
  if (recursionDepth > 0 && entry.level >= recursionDepth) return false;
  if (threshold > 0) return size >= threshold;
  return threshold === 0 || size <= -threshold;
}

function toDiskUsage(entry: Entry, size: number): DiskUsage {
  return { name: entry.path, relativeName: entry.relative, size, error: "" };
}
