/**
 * What the machine is made of: processors from `/proc/cpuinfo`, its maker from `/sys/class/dmi`.
 *
 * @module
 */
import { parseCpuInfo } from "../../machine/cpu_info.ts";
import { type Controller, wanted } from "../controller.ts";
import {
  PROCESSOR,
  type Processor,
  SYSTEM_INFORMATION,
  type SystemInformation,
} from "../definitions/machine.ts";
import { readLine, readWhole } from "./system_files.ts";

const DMI = "/sys/class/dmi/id";

/** Processors by socket, and the machine as a whole. */
export function hardwareController(): Controller {
  return {
    name: "hardware.SystemInfoController",
    inputs: [],
    outputs: [
      { definition: PROCESSOR, kind: "exclusive" },
      { definition: SYSTEM_INFORMATION, kind: "exclusive" },
    ],
    refresh: { kind: "once" },
    run: () => {
      const machine = systemInformation(DMI);
      return [
        ...processors(readWhole("/proc/cpuinfo") ?? "").map((spec) =>
          wanted(PROCESSOR, spec.socket, spec)
        ),
        ...machine === undefined ? [] : [wanted(SYSTEM_INFORMATION, "systeminformation", machine)],
      ];
    },
  };
}

/** The processors in `/proc/cpuinfo`, which lists threads. */
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

/** What the firmware says of the machine; undefined when there is none that says anything. */
export function systemInformation(folder: string): SystemInformation | undefined {
  const text = (name: string) => readLine(`${folder}/${name}`) || undefined;
  const facts = {
    manufacturer: text("sys_vendor"),
    productName: text("product_name"),
    version: text("product_version"),
    serialnumber: text("product_serial"),
    uuid: text("product_uuid"),
    skuNumber: text("product_sku"),
  };
  return Object.values(facts).some((fact) => fact !== undefined) ? facts : undefined;
}
