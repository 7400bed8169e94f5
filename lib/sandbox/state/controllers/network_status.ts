/**
 * Resolvers and network readiness.
 *
 * @module
 */
import { type Controller, desired } from "../controller.ts";
import {
  HOSTNAME_STATUS,
  NETWORK_STATUS,
  NODE_ADDRESS,
  RESOLVER_STATUS,
} from "../definitions/network.ts";
import { HOSTNAME_ID } from "./names.ts";
import { CURRENT_ADDRESSES_ID } from "./node_address.ts";
import { readText } from "./system_files.ts";

/** Id of the network status. */
export const NETWORK_STATUS_ID = "status";

/** Returns the controllers of resolvers and network status. */
export function networkStatusControllers(): Controller[] {
  return [resolvers, status];
}

const resolvers: Controller = {
  name: "network.ResolverSpecController",
  inputs: [],
  outputs: [{ definition: RESOLVER_STATUS, kind: "exclusive" }],
  refresh: { kind: "poll", everyMs: 5000 },
  run: () => {
    const text = readText("/etc/resolv.conf");
    if (text === undefined) return [];
    return [desired(RESOLVER_STATUS, "resolvers", { dnsServers: parseResolvers(text) })];
  },
};

/** Returns the name servers of a `resolv.conf`, in file order. */
export function parseResolvers(text: string): string[] {
  return [...text.matchAll(/^\s*nameserver\s+(\S+)/gm)].map((match) => match[1]!);
}

const status: Controller = {
  name: "network.StatusController",
  inputs: [
    { definition: NODE_ADDRESS, id: CURRENT_ADDRESSES_ID, kind: "weak" },
    { definition: HOSTNAME_STATUS, id: HOSTNAME_ID, kind: "weak" },
  ],
  outputs: [{ definition: NETWORK_STATUS, kind: "exclusive" }],
  refresh: { kind: "poll", everyMs: 5000 },
  run: (view) => {
    const addresses = view.find(NODE_ADDRESS, CURRENT_ADDRESSES_ID)?.spec.addresses ?? [];
    const addressReady = addresses.length > 0;
    return [
      desired(NETWORK_STATUS, NETWORK_STATUS_ID, {
        addressReady,
        // Sandbox nodes connect over loopback, which only requires an address.
        connectivityReady: addressReady,
        hostnameReady: view.find(HOSTNAME_STATUS, HOSTNAME_ID) !== undefined,
        // Talos nodes write these files; the sandbox leaves the machine's files as they are, or absent.
        etcFilesReady: true,
      }),
    ];
  },
};
