/**
 * What the node is called and what it is for. Both were decided when the cluster was created.
 *
 * @module
 */
import { type Controller, wanted } from "../controller.ts";
import { HOSTNAME_STATUS } from "../definitions/network.ts";
import { MACHINE_TYPE, NODENAME, PLATFORM_METADATA } from "../definitions/runtime.ts";
import type { ControllerParts } from "./parts.ts";

/** The id of the one host name. */
export const HOSTNAME_ID = "hostname";
/** The id of the one machine type. */
export const MACHINE_TYPE_ID = "machine-type";
/** The id of the one node name. */
export const NODENAME_ID = "nodename";

/** Host name, machine type, node name and platform. */
export function nameControllers({ node, cluster }: ControllerParts): Controller[] {
  return [
    {
      name: "network.HostnameSpecController",
      inputs: [],
      outputs: [{ definition: HOSTNAME_STATUS, kind: "exclusive" }],
      refresh: { kind: "once" },
      run: () => [wanted(HOSTNAME_STATUS, HOSTNAME_ID, { hostname: node.name, domainname: "" })],
    },
    {
      name: "config.MachineTypeController",
      inputs: [],
      outputs: [{ definition: MACHINE_TYPE, kind: "exclusive" }],
      refresh: { kind: "once" },
      run: () => [
        wanted(MACHINE_TYPE, MACHINE_TYPE_ID, cluster === undefined ? "unknown" : node.type),
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
          // No sandbox node joins an orchestrator.
          skipNodeRegistration: true,
        };
        return [wanted(NODENAME, NODENAME_ID, spec)];
      },
    },
    {
      name: "network.PlatformConfigController",
      inputs: [],
      outputs: [{ definition: PLATFORM_METADATA, kind: "exclusive" }],
      refresh: { kind: "once" },
      run: () => [
        wanted(PLATFORM_METADATA, "platformmetadata", { platform: "sandbox", hostname: node.name }),
      ],
    },
  ];
}
