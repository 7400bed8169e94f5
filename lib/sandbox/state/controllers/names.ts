/**
 * Host name, node name, machine type and platform, fixed when the cluster is created.
 *
 * @module
 */
import { type Controller, desired } from "../controller.ts";
import { HOSTNAME_STATUS } from "../definitions/network.ts";
import { MACHINE_TYPE, NODENAME, PLATFORM_METADATA } from "../definitions/runtime.ts";
import { SANDBOX_PLATFORM } from "../../types.ts";
import type { ControllerOptions } from "./controller_options.ts";

/** Id of the host name status. */
export const HOSTNAME_ID = "hostname";
/** Id of the machine type. */
export const MACHINE_TYPE_ID = "machine-type";
/** Id of the node name. */
export const NODENAME_ID = "nodename";

/** Returns the controllers of host name, machine type, node name and platform metadata. */
export function nameControllers({ node, cluster }: ControllerOptions): Controller[] {
  return [
    {
      name: "network.HostnameSpecController",
      inputs: [],
      outputs: [{ definition: HOSTNAME_STATUS, kind: "exclusive" }],
      refresh: { kind: "once" },
      run: () => [desired(HOSTNAME_STATUS, HOSTNAME_ID, { hostname: node.name, domainname: "" })],
    },
    {
      name: "config.MachineTypeController",
      inputs: [],
      outputs: [{ definition: MACHINE_TYPE, kind: "exclusive" }],
      refresh: { kind: "once" },
      run: () => [
        desired(MACHINE_TYPE, MACHINE_TYPE_ID, cluster === undefined ? "unknown" : node.type),
      ],
    },
    {
      name: "k8s.NodenameController",
      inputs: [{ definition: HOSTNAME_STATUS, id: HOSTNAME_ID, kind: "weak" }],
      outputs: [{ definition: NODENAME, kind: "exclusive" }],
      refresh: { kind: "once" },
      run: (view) => {
        const hostname = view.find(HOSTNAME_STATUS, HOSTNAME_ID);
        if (hostname === undefined || cluster === undefined) return [];
        const spec = {
          nodename: hostname.spec.hostname,
          hostnameVersion: String(hostname.version),
          // Sandbox nodes run no kubelet.
          skipNodeRegistration: true,
        };
        return [desired(NODENAME, NODENAME_ID, spec)];
      },
    },
    {
      name: "network.PlatformConfigController",
      inputs: [],
      outputs: [{ definition: PLATFORM_METADATA, kind: "exclusive" }],
      refresh: { kind: "once" },
      run: () => [
        desired(PLATFORM_METADATA, "platformmetadata", {
          platform: (node.platform ?? SANDBOX_PLATFORM).name,
          hostname: node.name,
        }),
      ],
    },
  ];
}
