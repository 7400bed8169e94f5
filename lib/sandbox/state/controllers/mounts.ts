/**
 * Mounted file systems, from `/proc/self/mountinfo` (proc(5)).
 *
 * @module
 */
import { type Controller, wanted } from "../controller.ts";
import { MOUNT_STATUS, type MountStatus } from "../definitions/runtime.ts";
import { readWhole } from "./system_files.ts";

/** The id of the mount on which the node keeps what it writes. */
const EPHEMERAL = "EPHEMERAL";

/**
 * Every mount that is to be seen, by its target.
 *
 * @param folder where the node keeps what it writes.
 */
export function mountController(folder: string): Controller {
  return {
    name: "runtime.MountStatusController",
    inputs: [],
    outputs: [{ definition: MOUNT_STATUS, kind: "exclusive" }],
    refresh: { kind: "poll", everyMs: 5000 },
    run: () => {
      const mounts = parseMountInfo(readWhole("/proc/self/mountinfo") ?? "");
      const own = mountOf(folder, mounts);
      return [
        ...mounts.map((mount) => wanted(MOUNT_STATUS, mount.target, mount)),
        ...own === undefined ? [] : [wanted(MOUNT_STATUS, EPHEMERAL, own)],
      ];
    },
  };
}

/** Reads the file. Where several are mounted on one another, the last one is seen. */
export function parseMountInfo(text: string): MountStatus[] {
  const mounts = new Map<string, MountStatus>();
  for (const line of text.split("\n")) {
    const [before = "", after = ""] = line.split(" - ");
    const [, , , , target, options = ""] = before.split(" ");
    const [filesystemType, source] = after.split(" ");
    if (target === undefined || filesystemType === undefined || source === undefined) continue;
    const mount = {
      source: unescape(source),
      target: unescape(target),
      filesystemType,
      options: options.split(","),
      encrypted: false,
    };
    mounts.set(mount.target, mount);
  }
  return [...mounts.values()];
}

/** The mount a path lies on. */
export function mountOf(path: string, mounts: readonly MountStatus[]): MountStatus | undefined {
  const covers = (target: string) =>
    target === "/" || path === target || path.startsWith(`${target}/`);
  return mounts.filter(({ target }) => covers(target))
    .toSorted((a, b) => b.target.length - a.target.length)[0];
}

/** White space and backslashes stand there in octal. */
function unescape(text: string): string {
  return text.replaceAll(
    /\\([0-7]{3})/g,
    (_, digits: string) => String.fromCharCode(parseInt(digits, 8)),
  );
}
