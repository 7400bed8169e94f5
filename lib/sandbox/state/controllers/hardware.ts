/**
 * Hardware inventory: processors from `/proc/cpuinfo`, system information from `/sys/class/dmi`.
 *
 * @module
 */
import { parseCpuInfo } from "../../machine/cpu_info.ts";
import type { NodeHardware } from "../../types.ts";
import { type Controller, desired } from "../controller.ts";
import {
  PROCESSOR,
  type Processor,
  SYSTEM_INFORMATION,
  type SystemInformation,
} from "../definitions/machine.ts";
import { readText, readTrimmed } from "./system_files.ts";

const DMI = "/sys/class/dmi/id";

/**
 * Returns the controller of processors and system information.
 *
 * @param hardware identity of the node; undefined for the identity of this machine.
 */
export function hardwareController(hardware: NodeHardware | undefined): Controller {
  return {
    name: "hardware.SystemInfoController",
    inputs: [],
    outputs: [
      { definition: PROCESSOR, kind: "exclusive" },
      { definition: SYSTEM_INFORMATION, kind: "exclusive" },
    ],
    refresh: { kind: "once" },
    run: () => {
      const own = systemInformation(DMI);
      const machine = hardware === undefined ? own : { ...own, uuid: hardware.uuid };
      return [
        ...processors(readText("/proc/cpuinfo") ?? "").map((spec) =>
          desired(PROCESSOR, spec.socket, spec)
        ),
        ...machine === undefined ? [] : [desired(SYSTEM_INFORMATION, "systeminformation", machine)],
      ];
    },
  };
}

/** Groups the threads of `/proc/cpuinfo` by socket. */
export function processors(text: string): Processor[] {
  const sockets = Map.groupBy(parseCpuInfo(text), ({ physicalId }) => physicalId || "0");
  return [...sockets].map(([socket, threads]) => {
    const [first] = threads;
    const cores = first!.cpuCores || threads.length;
    return {
      socket: `CPU-${socket}`,
      manufacturer: first!.vendorId,
      productName: first!.modelName,
      bootSpeedMhz: Math.round(first!.cpuMhz) || undefined,
      coreCount: cores,
      coreEnabled: cores,
      threadCount: threads.length,
    };
  });
}

/** Reads the DMI system information; undefined when the firmware has none. */
export function systemInformation(folder: string): SystemInformation | undefined {
  const text = (name: string) => readTrimmed(`${folder}/${name}`) || undefined;
  const information = {
    manufacturer: text("sys_vendor"),
    productName: text("product_name"),
    version: text("product_version"),
    serialnumber: text("product_serial"),
    uuid: text("product_uuid"),
    skuNumber: text("product_sku"),
  };
  return Object.values(information).some((value) => value !== undefined) ? information : undefined;
}
