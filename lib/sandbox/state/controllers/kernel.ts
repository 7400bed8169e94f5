/**
 * Version, boot and kernel of the node: newer nodes have resources for them.
 *
 * @module
 */
import { PRODUCT } from "../../../distribution.ts";
import { type Controller, desired } from "../controller.ts";
import {
  BOOT_ID,
  KERNEL_CMDLINE,
  type KernelModule,
  LOADED_KERNEL_MODULE,
  VERSION,
} from "../definitions/runtime.ts";
import type { LiveNode } from "./controller_options.ts";
import { readText, readTrimmed } from "./system_files.ts";

/** Interval of polling while a client watches, milliseconds. */
const POLL_MS = 5000;

/** Returns the controllers. The kernel is this machine's. */
export function kernelControllers({ version, bootId }: LiveNode): Controller[] {
  return [
    {
      name: "runtime.VersionController",
      inputs: [],
      outputs: [{ definition: VERSION, kind: "exclusive" }],
      refresh: { kind: "once" },
      run: () => [desired(VERSION, "version", { name: PRODUCT, version })],
    },
    {
      name: "runtime.BootIDController",
      inputs: [],
      outputs: [{ definition: BOOT_ID, kind: "exclusive" }],
      refresh: { kind: "once" },
      run: () => bootId === undefined ? [] : [desired(BOOT_ID, "boot-id", { bootID: bootId })],
    },
    {
      name: "runtime.KernelCmdlineController",
      inputs: [],
      outputs: [{ definition: KERNEL_CMDLINE, kind: "exclusive" }],
      refresh: { kind: "once" },
      run: () => {
        const cmdline = readTrimmed("/proc/cmdline");
        return cmdline === undefined ? [] : [desired(KERNEL_CMDLINE, "cmdline", { cmdline })];
      },
    },
    {
      name: "runtime.KernelModuleStatusController",
      inputs: [],
      outputs: [{ definition: LOADED_KERNEL_MODULE, kind: "exclusive" }],
      refresh: { kind: "poll", everyMs: POLL_MS },
      run: () =>
        parseModules(readText("/proc/modules") ?? "").map(([name, module]) =>
          desired(LOADED_KERNEL_MODULE, name, module)
        ),
    },
  ];
}

/** Parses `/proc/modules`: name, size, references, dependencies with commas or `-`, state, address. */
function parseModules(text: string): [name: string, module: KernelModule][] {
  return text.split("\n").flatMap((line): [string, KernelModule][] => {
    const [name, size, references, used, state, address] = line.trim().split(/\s+/);
    if (name === undefined || state === undefined) return [];
    const dependencies = used === "-" ? [] : used!.split(",").filter((one) => one !== "");
    return [[name, {
      size: Number(size),
      referenceCount: Number(references),
      ...dependencies.length === 0 ? {} : { dependencies },
      state,
      address: address ?? "",
    }]];
  });
}
