/**
 * Path operations of most commands. Loading `node:path` takes 8 ms of a start of 30 ms.
 *
 * @module
 */

/** Path operations of a system. */
export interface Paths {
  /** Reports whether a path is absolute. */
  isAbsolute(path: string): boolean;
  /**
   * Resolves a path against an absolute folder and normalises `.`, `..` and repeated separators.
   */
  resolve(folder: string, path: string): string;
  /** Returns the parent folder: `.` for a name without one, the root for a root. */
  dirname(path: string): string;
  /** Joins a folder and a relative path. */
  join(folder: string, name: string): string;
}

/** Creates the operations of a system. */
export function createPaths(os: typeof Deno.build.os): Paths {
  const isWindows = os === "windows";
  /** Root of a path: `/`, `C:\\`, `\\\\server\\share\\`. */
  const root = isWindows ? /^(?:[\\/]{2}[^\\/]+[\\/]+[^\\/]+[\\/]*|(?:[A-Za-z]:)?[\\/]+)/ : /^\/+/;
  const separators = isWindows ? /[\\/]+/ : /\/+/;
  const separator = isWindows ? "\\" : "/";
  const isAbsolute = (path: string) => root.test(path);
  return {
    isAbsolute,
    resolve(folder, path) {
      const whole = isAbsolute(path) ? path : `${folder}${separator}${path}`;
      const start = root.exec(whole)?.[0] ?? "";
      const steps: string[] = [];
      for (const step of whole.slice(start.length).split(separators)) {
        if (step === "..") steps.pop();
        else if (step !== "" && step !== ".") steps.push(step);
      }
      const prefix = isWindows
        ? start.replaceAll("/", "\\").replace(/\\*$/, "\\")
        : start.slice(0, 1);
      return prefix + steps.join(separator);
    },
    dirname(path) {
      const start = root.exec(path)?.[0] ?? "";
      const steps = path.slice(start.length).split(separators).filter((step) => step !== "");
      steps.pop();
      return start + steps.join(separator) || ".";
    },
    join(folder, name) {
      const trimmed = folder.replace(isWindows ? /(?<![\\/])[\\/]+$/ : /(?<!\/)\/+$/, "");
      return trimmed === "" && folder === "" ? name : trimmed + separator + name;
    },
  };
}

export const { isAbsolute, resolve, dirname, join } = createPaths(
  // The library also runs on Node, where it uses no path.
  typeof Deno === "undefined" ? "linux" : Deno.build.os,
);

/** Device names that Windows reserves in every folder, with and without a file extension. */
const WINDOWS_DEVICE =
  /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])\s*(?:\.|$)/i;

/**
 * Reports whether Windows can create a file of this name as it is; it drops a trailing period or
 * blank (Naming Files, Paths, and Namespaces of the Windows documentation).
 */
export function isWindowsName(name: string): boolean {
  // deno-lint-ignore no-control-regex
  return !/[\u0000-\u001f<>:"/\\|?*]|[. ]$/.test(name) && !WINDOWS_DEVICE.test(name);
}

/** Returns the path of a URL of a file; on Windows without the slash before the drive. */
export function toFilePath({ pathname }: URL, os: typeof Deno.build.os): string {
  const path = decodeURIComponent(pathname);
  return os === "windows" ? path.replace(/^\/(?=[A-Za-z]:)/, "") : path;
}
