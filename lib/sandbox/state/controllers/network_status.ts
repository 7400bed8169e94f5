/**
 * Name servers, and whether the network is ready.
 *
 * @module
 */
import { type Controller, wanted } from "../controller.ts";
import {
  HOSTNAME_STATUS,
  NETWORK_STATUS,
  NODE_ADDRESS,
  RESOLVER_STATUS,
} from "../definitions/network.ts";
import { HOSTNAME_ID } from "./names.ts";
import { CURRENT_ADDRESSES_ID } from "./node_address.ts";
import { exists, readWhole } from "./system_files.ts";

/** The id of the one network status. */
export const NETWORK_STATUS_ID = "status";

/** Resolvers and readiness. */
export function networkStatusControllers(): Controller[] {
  return [resolvers, status];
}

const resolvers: Controller = {
  name: "network.ResolverSpecController",
  inputs: [],
  outputs: [{ definition: RESOLVER_STATUS, kind: "exclusive" }],
  refresh: { kind: "poll", everyMs: 5000 },
  run: () => {
    const text = readWhole("/etc/resolv.conf");
    if (text === undefined) return [];
    return [wanted(RESOLVER_STATUS, "resolvers", { dnsServers: parseResolvers(text) })];
  },
};

/** The name servers in a `resolv.conf`, in its order. */
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
      wanted(NETWORK_STATUS, NETWORK_STATUS_ID, {
        addressReady,
        // Sandbox nodes reach each other over loopback, for which an address is enough.
        connectivityReady: addressReady,
        hostnameReady: view.find(HOSTNAME_STATUS, HOSTNAME_ID) !== undefined,
        etcFilesReady: exists("/etc/hosts") && exists("/etc/resolv.conf"),
      }),
    ];
  },
};
