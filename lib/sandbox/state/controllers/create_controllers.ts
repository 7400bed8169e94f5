/**
 * The controllers of a node.
 *
 * @module
 */
import type { Controller } from "../controller.ts";
import { addressController } from "./addresses.ts";
import { blockControllers } from "./block.ts";
import { certificateControllers } from "./certificates.ts";
import { configControllers } from "./config.ts";
import { controlPlaneControllers } from "./control_plane.ts";
import { etcdControllers } from "./etcd.ts";
import { hardwareController } from "./hardware.ts";
import { kernelControllers } from "./kernel.ts";
import { kernelParamControllers } from "./kernel_params.ts";
import { kubeletControllers } from "./kubelet.ts";
import { kubernetesNodeControllers } from "./kubernetes_node.ts";
import { linkControllers } from "./links.ts";
import { machineStatusControllers } from "./machine_status.ts";
import { membershipControllers } from "./membership.ts";
import { mountController } from "./mounts.ts";
import { nameControllers } from "./names.ts";
import { networkStatusControllers } from "./network_status.ts";
import { nodeAddressController } from "./node_address.ts";
import type { ControllerOptions } from "./controller_options.ts";
import { statsController } from "./perf.ts";
import { routeController } from "./routes.ts";
import { securityController } from "./security.ts";
import { serviceController } from "./services.ts";
import { staticPodControllers } from "./static_pods.ts";

/** Creates all controllers of a node, in no particular order. */
export function createControllers(options: ControllerOptions): Controller[] {
  return [
    serviceController(options.services),
    ...nameControllers(options),
    ...membershipControllers(options),
    ...linkControllers(options.node.hardware),
    addressController(),
    routeController(),
    nodeAddressController(options.node),
    ...networkStatusControllers(),
    ...machineStatusControllers(options),
    ...configControllers(options.live),
    ...etcdControllers(options),
    ...controlPlaneControllers(options),
    ...staticPodControllers(options),
    ...kubeletControllers(options),
    ...kubernetesNodeControllers(options),
    ...certificateControllers(options),
    mountController(options.node.folder),
    ...kernelParamControllers(),
    ...kernelControllers(options.live),
    statsController(),
    hardwareController(options.node.hardware),
    securityController(),
    ...blockControllers(),
  ];
}
