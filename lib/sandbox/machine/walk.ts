/**
 * Depth-first traversal of a file tree in pre-order, with names in byte order.
 *
 * System calls are synchronous: on Linux one takes 3 µs, against 10 µs as a promise, which dominates
 * a tree of 200,000 entries. The traversal is a generator, so the caller can yield to the event loop
 * between entries (`TimeSlice`).
 *
 * @module
 */
import { KIND, statMode } from "./file_mode.ts";
import { describeSystemError, systemErrorReason } from "./system_errors.ts";

/** Options of a traversal. */
export interface WalkOptions {
  /** Levels below the root; 0 for the root's own entries, negative for all. */
  readonly depth: number;
  /** File types to report, as `st_mode` type bits; default all. Does not limit the descent. */
  readonly kinds?: ReadonlySet<number>;
  /** Skips the root itself when it is a folder. */
  readonly skipRoot?: boolean;
}

/** A file, folder or link. */
export interface Entry {
  readonly path: string;
  /** Path relative to the root; for the root itself `.` (folder) or its base name. */
  readonly relative: string;
  readonly info: Deno.FileInfo;
  /** Target of a symbolic link; empty otherwise. */
  readonly link: string;
  /** Levels below the root, which has level 0. */
  readonly level: number;
}

/** An entry that cannot be read. */
export interface Failure {
  readonly path: string;
  readonly error: string;
}

/** Reports whether an item is a failure. */
export function isFailure(item: Entry | Failure): item is Failure {
  return "error" in item;
}

/** A root that cannot be read. The message has operation, path and reason. */
export class RootError extends Error {
  override readonly name = "RootError";
}

/**
 * Yields the root and the entries below it. Follows the root when it is a symbolic link.
 *
 * @throws {RootError} On the first read, when the root does not exist.
 */
export function* walk(root: string, options: WalkOptions): Generator<Entry | Failure> {
  const start = resolveRoot(root);
  const isFolder = start.info.isDirectory;
  if (isFolder && options.skipRoot) {
    yield* walkFolder(start.path, start.info, options, false);
  } else if (isFolder) {
    yield* walkFolder(start.path, start.info, options, matchesKinds(start.info, options));
  } else if (matchesKinds(start.info, options)) {
    yield toEntry(start.path, baseName(start.path), start.info, 0);
  }
}

/** A folder on the traversal stack. */
interface Frame {
  /** Path with trailing slash. */
  readonly prefix: string;
  /** Relative path with trailing slash; empty at the root. */
  readonly relativePrefix: string;
  readonly level: number;
  readonly names: string[];
  next: number;
}

/** Iterates with an explicit stack: nested `yield*` would cost one step per level and entry. */
function* walkFolder(
  root: string,
  rootInfo: Deno.FileInfo,
  options: WalkOptions,
  reportRoot: boolean,
): Generator<Entry | Failure> {
  const names = listNames(root);
  if (typeof names === "string") {
    yield { path: root, error: names };
    return;
  }
  if (reportRoot) yield { path: root, relative: ".", info: rootInfo, link: "", level: 0 };
  const prefix = root === "/" ? "/" : `${root}/`;
  const stack: Frame[] = [{ prefix, relativePrefix: "", level: 1, names, next: 0 }];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const name = frame.names[frame.next++];
    if (name === undefined) {
      stack.pop();
      continue;
    }
    const path = frame.prefix + name;
    const relative = frame.relativePrefix + name;
    let info: Deno.FileInfo;
    try {
      info = Deno.lstatSync(path);
    } catch (error) {
      yield { path, error: describeSystemError("lstat", path, error) };
      continue;
    }
    const below = info.isDirectory && (options.depth < 0 || frame.level < options.depth)
      ? listNames(path)
      : [];
    if (typeof below === "string") {
      yield { path, error: below };
      continue;
    }
    if (matchesKinds(info, options)) yield toEntry(path, relative, info, frame.level);
    if (below.length > 0) {
      stack.push({
        prefix: `${path}/`,
        relativePrefix: `${relative}/`,
        level: frame.level + 1,
        names: below,
        next: 0,
      });
    }
  }
}

function toEntry(
  path: string,
  relative: string,
  info: Deno.FileInfo,
  level: number,
): Entry | Failure {
  if (!info.isSymlink) return { path, relative, info, link: "", level };
  try {
    return { path, relative, info, link: Deno.readLinkSync(path), level };
  } catch (error) {
    return { path, error: describeSystemError("readlink", path, error) };
  }
}

function matchesKinds(info: Deno.FileInfo, options: WalkOptions): boolean {
  return options.kinds === undefined || options.kinds.has(statMode(info) & KIND.MASK);
}

/** Returns the names in a folder in byte order, or the reason of a failure. */
function listNames(path: string): string[] | string {
  const names: string[] = [];
  try {
    for (const { name } of Deno.readDirSync(path)) names.push(name);
  } catch (error) {
    return describeSystemError("open", path, error);
  }
  return sortByBytes(names);
}

const SURROGATE = /[\ud800-\udfff]/;
const UTF8 = new TextEncoder();

/** Sorts in place by UTF-8 bytes, which differs from UTF-16 order only above U+FFFF. */
export function sortByBytes(names: string[]): string[] {
  if (!names.some((name) => SURROGATE.test(name))) return names.sort();
  return names.sort((a, b) => compareBytes(UTF8.encode(a), UTF8.encode(b)));
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const common = Math.min(a.length, b.length);
  for (let i = 0; i < common; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function resolveRoot(root: string): { path: string; info: Deno.FileInfo } {
  const info = lstatRoot(root);
  if (!info.isSymlink) return { path: root, info };
  let path: string;
  try {
    path = Deno.realPathSync(root);
  } catch (error) {
    throw new RootError(`lstat ${linkTarget(root)}: ${systemErrorReason(error)}`);
  }
  return { path, info: lstatRoot(path) };
}

function lstatRoot(path: string): Deno.FileInfo {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    throw new RootError(describeSystemError("lstat", path, error));
  }
}

/** Returns the absolute target of a dangling link. */
function linkTarget(path: string): string {
  const target = Deno.readLinkSync(path);
  if (target.startsWith("/")) return target;
  return `${path.slice(0, path.lastIndexOf("/"))}/${target}`;
}

/** Returns the last segment of a path. */
function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1) || "/";
}
