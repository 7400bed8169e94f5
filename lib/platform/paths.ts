/**
 * Path operations of most commands. Loading `node:path` takes 8 ms of a start of 30 ms.
 *
 * @module
 */

const IS_WINDOWS = Deno.build.os === "windows";

/** Root of a path: `/`, `C:\`, `\\server\share\`. */
const ROOT = IS_WINDOWS ? /^(?:[\\/]{2}[^\\/]+[\\/]+[^\\/]+[\\/]*|(?:[A-Za-z]:)?[\\/]+)/ : /^\/+/;
const SEPARATORS = IS_WINDOWS ? /[\\/]+/ : /\/+/;
const SEPARATOR = IS_WINDOWS ? "\\" : "/";

/** Whether a path is absolute. */
export function isAbsolute(path: string): boolean {
  return ROOT.test(path);
}

/** Resolves a path against an absolute folder and normalises `.`, `..` and repeated separators. */
export function resolve(folder: string, path: string): string {
  const whole = isAbsolute(path) ? path : `${folder}${SEPARATOR}${path}`;
  const start = ROOT.exec(whole)?.[0] ?? "";
  const steps: string[] = [];
  for (const step of whole.slice(start.length).split(SEPARATORS)) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  const root = IS_WINDOWS ? start.replaceAll("/", "\\").replace(/\\*$/, "\\") : start.slice(0, 1);
  return root + steps.join(SEPARATOR);
}

/** Returns the parent folder: `.` for a name without one, the root for a root. */
export function dirname(path: string): string {
  const start = ROOT.exec(path)?.[0] ?? "";
  const steps = path.slice(start.length).split(SEPARATORS).filter((step) => step !== "");
  steps.pop();
  return start + steps.join(SEPARATOR) || ".";
}

/** Joins a folder and a relative path. */
export function join(folder: string, name: string): string {
  const trimmed = folder.replace(IS_WINDOWS ? /[\\/]+$/ : /\/+$/, "");
  return trimmed === "" && folder === "" ? name : trimmed + SEPARATOR + name;
}
