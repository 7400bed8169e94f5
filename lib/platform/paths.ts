/**
 * The few operations on paths that nearly every command needs, since loading `node:path` takes 8 ms
 * of a start that takes 30.
 *
 * @module
 */

const IS_WINDOWS = Deno.build.os === "windows";

/** What a path starts with that no `..` leaves: `/`, `C:\`, `\\server\share\`. */
const ROOT = IS_WINDOWS ? /^(?:[\\/]{2}[^\\/]+[\\/]+[^\\/]+[\\/]*|(?:[A-Za-z]:)?[\\/]+)/ : /^\/+/;
const SEPARATORS = IS_WINDOWS ? /[\\/]+/ : /\/+/;
const SEPARATOR = IS_WINDOWS ? "\\" : "/";

/** Whether a path means the same in every folder. */
export function isAbsolute(path: string): boolean {
  return ROOT.test(path);
}

/** A path as seen from a folder, which is absolute; without `.`, `..` and doubled separators. */
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

/** The folder that a file or folder is in: `.` for a mere name, itself for a root. */
export function dirname(path: string): string {
  const start = ROOT.exec(path)?.[0] ?? "";
  const steps = path.slice(start.length).split(SEPARATORS).filter((step) => step !== "");
  steps.pop();
  return start + steps.join(SEPARATOR) || ".";
}

/** A name, or a path of several, in a folder. */
export function join(folder: string, name: string): string {
  const trimmed = folder.replace(IS_WINDOWS ? /[\\/]+$/ : /\/+$/, "");
  return trimmed === "" && folder === "" ? name : trimmed + SEPARATOR + name;
}
