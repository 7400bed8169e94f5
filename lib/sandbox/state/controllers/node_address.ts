/**
 * The addresses a node counts as its own: the one it listens on, and those of the machine that
 * reach beyond it.
 *
 * @module
 */
import type { NodeFacts } from "../../types.ts";
import { type Controller, wanted } from "../controller.ts";
import { ADDRESS_STATUS, LINK_STATUS, NODE_ADDRESS } from "../definitions/network.ts";
import { compareAddresses, isBeyondTheMachine } from "./address_text.ts";

/** The id of the address a node listens on. */
export const DEFAULT_ADDRESS_ID = "default";
/** The id of all addresses a node has now. */
export const CURRENT_ADDRESSES_ID = "current";
const ROUTED_ADDRESSES_ID = "routed";
const ACCUMULATIVE_ADDRESSES_ID = "accumulative";

/** The addresses of a node. */
export function nodeAddressController(node: NodeFacts): Controller {
  const listening = `${node.address}/32`;
  /** Everything that ever was one. */
  const accumulated = new Set([listening]);
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
        .filter(({ address, scope }) => scope === "global" && isBeyondTheMachine(address));
      const reachable = addresses.filter(({ linkIndex }) => up.has(linkIndex));
      const current = sorted([listening, ...reachable.map(({ address }) => address)]);
      for (const { address } of addresses) accumulated.add(address);
      return [
        wanted(NODE_ADDRESS, DEFAULT_ADDRESS_ID, { addresses: [listening] }),
        wanted(NODE_ADDRESS, CURRENT_ADDRESSES_ID, { addresses: current }),
        wanted(NODE_ADDRESS, ROUTED_ADDRESSES_ID, { addresses: current }),
        wanted(NODE_ADDRESS, ACCUMULATIVE_ADDRESSES_ID, { addresses: sorted(accumulated) }),
      ];
    },
  };
}

function sorted(addresses: Iterable<string>): string[] {
  return [...new Set(addresses)].sort(compareAddresses);
}
