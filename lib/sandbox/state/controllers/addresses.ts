/**
 * The addresses of the machine's links.
 *
 * @module
 */
import { formatIp } from "../../../pki/ip.ts";
import { type Controller, wanted } from "../controller.ts";
import { ADDRESS_STATUS, type AddressStatus, LINK_STATUS } from "../definitions/network.ts";
import { ADDRESS_FLAGS } from "../definitions/network_words.ts";
import { readWhole } from "./system_files.ts";

/** What `/proc/net/if_inet6` says of scopes. */
const SCOPES: Readonly<Record<string, string>> = { "00": "global", "10": "host", "20": "link" };

/** An address of an interface, as the runtime tells it. */
export type InterfaceAddress = Pick<Deno.NetworkInterfaceInfo, "name" | "family" | "cidr">;

/** Addresses by link. */
export function addressController(): Controller {
  return {
    name: "network.AddressStatusController",
    inputs: [{ definition: LINK_STATUS, kind: "weak" }],
    outputs: [{ definition: ADDRESS_STATUS, kind: "exclusive" }],
    refresh: { kind: "poll", everyMs: 2000 },
    run: (view) => {
      const index = (name: string) => view.find(LINK_STATUS, name)?.spec.index ?? 0;
      const addresses = [
        ...ipv4Addresses(Deno.networkInterfaces(), index),
        ...parseIpv6Addresses(readWhole("/proc/net/if_inet6") ?? ""),
      ];
      return addresses.map((spec) =>
        wanted(ADDRESS_STATUS, `${spec.linkName}/${spec.address}`, spec)
      );
    },
  };
}

/** The IPv4 addresses among those of the interfaces. */
export function ipv4Addresses(
  interfaces: readonly InterfaceAddress[],
  indexOf: (name: string) => number,
): AddressStatus[] {
  return interfaces.filter(({ family }) => family === "IPv4").map(({ name, cidr }) => ({
    address: cidr,
    // An address can be given a label, `eth0:1`.
    linkIndex: indexOf(name.replace(/:.*$/, "")),
    linkName: name.replace(/:.*$/, ""),
    family: "inet4",
    scope: cidr.startsWith("127.") ? "host" : "global",
    flags: "permanent",
  }));
}

/** Reads `/proc/net/if_inet6`: address, link, prefix length, scope and flags in hex, link name. */
export function parseIpv6Addresses(text: string): AddressStatus[] {
  return text.split("\n").filter((line) => line !== "").map((line) => {
    const [address = "", index = "", length = "", scope = "", flags = "", name = ""] = line.trim()
      .split(/\s+/);
    return {
      address: `${formatIp(Uint8Array.fromHex(address))}/${parseInt(length, 16)}`,
      linkIndex: parseInt(index, 16),
      linkName: name,
      family: "inet6",
      scope: SCOPES[scope] ?? "site",
      flags: ADDRESS_FLAGS.filter((_, bit) => (parseInt(flags, 16) & (1 << bit)) !== 0).join(","),
    };
  });
}
