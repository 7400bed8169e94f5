/**
 * The controllers of a node.
 *
 * @module
 */
import type { Controller } from "../controller.ts";
import { addressController } from "./addresses.ts";
import { blockControllers } from "./block.ts";
import { certificateControllers } from "./certificates.ts";
import { hardwareController } from "./hardware.ts";
import { kernelParamControllers } from "./kernel_params.ts";
import { linkControllers } from "./links.ts";
import { machineStatusControllers } from "./machine_status.ts";
import { membershipControllers } from "./membership.ts";
import { mountController } from "./mounts.ts";
import { nameControllers } from "./names.ts";
import { networkStatusControllers } from "./network_status.ts";
import { nodeAddressController } from "./node_address.ts";
import type { ControllerParts } from "./parts.ts";
import { statsController } from "./perf.ts";
import { routeController } from "./routes.ts";
import { securityController } from "./security.ts";
import { serviceController } from "./services.ts";

/** All of them, in no particular order. */
export function controllersOf(parts: ControllerParts): Controller[] {
  return [
    serviceController(parts.services),
    ...nameControllers(parts),
    ...membershipControllers(parts),
    ...linkControllers(),
    addressController(),
    routeController(),
    nodeAddressController(parts.node),
    ...networkStatusControllers(),
    ...machineStatusControllers(),
    ...certificateControllers(parts),
    mountController(parts.node.folder),
    ...kernelParamControllers(),
    statsController(),
    hardwareController(),
    securityController(),
    ...blockControllers(),
  ];
}
