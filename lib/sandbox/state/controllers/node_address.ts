/**
 * Node addresses: the listen address of the node and the routable addresses of the machine.
 *
 * @module
 */
import type { NodeFacts } from "../../types.ts";
import { type Controller, desired } from "../controller.ts";
import { ADDRESS_STATUS, LINK_STATUS, NODE_ADDRESS } from "../definitions/network.ts";
import { compareAddresses, isRoutable } from "./ip_addresses.ts";

/** Id of the listen address. */
export const DEFAULT_ADDRESS_ID = "default";
/** Id of the current addresses. */
export const CURRENT_ADDRESSES_ID = "current";
const ROUTED_ADDRESSES_ID = "routed";
const ACCUMULATIVE_ADDRESSES_ID = "accumulative";

/** Returns the controller of node addresses. */
export function nodeAddressController(node: NodeFacts): Controller {
  const listening = `${node.address}/32`;
  const accumulated = new Set<string>();
  return {
    name: "network.NodeAddressController",
    inputs: [
      { definition: ADDRESS_STATUS, kind: "weak" },
      { definition: LINK_STATUS, kind: "weak" },
    ],
    outputs: [{ definition: NODE_ADDRESS, kind: "exclusive" }],
    refresh: { kind: "once" },
    run: (view) => {
      const up = new Set(
        view.list(LINK_STATUS).map(({ spec }) => spec)
          .filter(({ operationalState: state }) => state === "up" || state === "unknown")
          .map(({ index }) => index),
      );
      const addresses = view.list(ADDRESS_STATUS).map(({ spec }) => spec)
        .filter(({ address, scope }) => scope === "global" && isRoutable(address));
      const reachable = addresses.filter(({ linkIndex }) => up.has(linkIndex));
      const all = reachable.map(({ address }) => address);
      // In a container of its own, the listen address belongs to an interface.
      const own = all.find((address) => address.startsWith(`${node.address}/`)) ?? listening;
      const current = sorted([own, ...all]);
      for (const address of [own, ...addresses.map(({ address }) => address)]) {
        accumulated.add(address);
      }
      return [
        desired(NODE_ADDRESS, DEFAULT_ADDRESS_ID, { addresses: [own] }),
        desired(NODE_ADDRESS, CURRENT_ADDRESSES_ID, { addresses: current }),
        desired(NODE_ADDRESS, ROUTED_ADDRESSES_ID, { addresses: current }),
        desired(NODE_ADDRESS, ACCUMULATIVE_ADDRESSES_ID, { addresses: sorted(accumulated) }),
      ];
    },
  };
}

function sorted(addresses: Iterable<string>): string[] {
  return [...new Set(addresses)].sort(compareAddresses);
}
