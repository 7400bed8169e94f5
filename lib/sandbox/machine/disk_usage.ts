/**
 * `DiskUsage`: sizes of folders with all that is in them, a folder after its content.
 *
 * Sizes are those files claim, as `du --apparent-size` counts them; a file with several names counts
 * with each of them.
 *
 * @module
 */
import { absolutePath } from "./absolute_path.ts";
import { type Entry, isFailure, RootError, walk } from "./walk.ts";

/** What is asked for. */
export interface UsageQuestion {
  /** Levels to report, the path itself being the first; all when 0. */
  readonly recursionDepth: number;
  /** Files too, not only folders. */
  readonly all: boolean;
  /** Bytes: what is smaller is left out, or, when negative, what is larger. */
  readonly threshold: number;
  readonly paths: readonly string[];
}

/** A folder or file with its size in bytes, or something that could not be looked at. */
export interface Usage {
  readonly name: string;
  readonly relativeName: string;
  readonly size: number;
  /** Empty unless it failed. */
  readonly error: string;
}

/** The memory of the kernel shows up as a file as large as the address space. */
const KERNEL_MEMORY = "/proc/kcore";

/**
 * The usage below every path, one path after the other, and undefined from time to time between
 * long stretches of which nothing is reported.
 */
export function* diskUsage(question: UsageQuestion): Generator<Usage | undefined> {
  for (const path of question.paths) {
    const root = absolutePath(path);
    try {
      yield* usageOf(root, question);
    } catch (error) {
      if (!(error instanceof RootError)) throw error;
      yield { name: root, relativeName: root, size: 0, error: error.message };
    }
  }
}

interface OpenFolder {
  readonly entry: Entry;
  size: number;
}

function* usageOf(root: string, question: UsageQuestion): Generator<Usage | undefined> {
  const open: OpenFolder[] = [];
  const close = () => {
    const folder = open.pop();
    const parent = open.at(-1);
    if (folder !== undefined && parent !== undefined) parent.size += folder.size;
    return folder !== undefined && isWanted(folder.entry, folder.size, question)
      ? report(folder.entry, folder.size)
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
    const shown = question.all && isWanted(item, size, question);
    yield shown ? report(item, size) : undefined;
  }
  while (open.length > 0) yield close();
}

function isWanted(entry: Entry, size: number, question: UsageQuestion): boolean {
  const { recursionDepth, threshold } = question;
  if (recursionDepth > 0 && entry.level >= recursionDepth) return false;
  if (threshold > 0) return size >= threshold;
  return threshold === 0 || size <= -threshold;
}

function report(entry: Entry, size: number): Usage {
  return { name: entry.path, relativeName: entry.relative, size, error: "" };
}
