/**
 * Mounted file systems from `/proc/self/mountinfo` (proc(5)).
 *
 * @module
 */
import { decodeOctalEscapes } from "../../machine/mounts.ts";
import { type Controller, desired } from "../controller.ts";
import { MOUNT_STATUS, type MountStatus } from "../definitions/runtime.ts";
import { readText } from "./system_files.ts";

/** Id of the mount that contains the node's folder. */
const EPHEMERAL = "EPHEMERAL";

/**
 * Returns the controller of mount statuses.
 *
 * @param folder the node's folder.
 */
export function mountController(folder: string): Controller {
  return {
    name: "runtime.MountStatusController",
    inputs: [],
    outputs: [{ definition: MOUNT_STATUS, kind: "exclusive" }],
    refresh: { kind: "poll", everyMs: 5000 },
    run: () => {
      const mounts = parseMountInfo(readText("/proc/self/mountinfo") ?? "");
      const own = findMount(folder, mounts);
      return [
        ...mounts.map((mount) => desired(MOUNT_STATUS, mount.target, mount)),
        ...own === undefined ? [] : [desired(MOUNT_STATUS, EPHEMERAL, own)],
      ];
    },
  };
}

/** Parses mountinfo. The last of several mounts on a target shadows the others. */
export function parseMountInfo(text: string): MountStatus[] {
  const mounts = new Map<string, MountStatus>();
  for (const line of text.split("\n")) {
    const [before = "", after = ""] = line.split(" - ");
    const [, , , , target, options = ""] = before.split(" ");
    const [filesystemType, source] = after.split(" ");
    if (target === undefined || filesystemType === undefined || source === undefined) continue;
    const mount = {
      source: decodeOctalEscapes(source),
      target: decodeOctalEscapes(target),
      filesystemType,
      options: options.split(","),
      encrypted: false,
    };
    mounts.set(mount.target, mount);
  }
  return [...mounts.values()];
}

/** Returns the mount that contains a path. */
export function findMount(path: string, mounts: readonly MountStatus[]): MountStatus | undefined {
  const covers = (target: string) =>
    target === "/" || path === target || path.startsWith(`${target}/`);
  return mounts.filter(({ target }) => covers(target))
    .toSorted((a, b) => b.target.length - a.target.length)[0];
}
