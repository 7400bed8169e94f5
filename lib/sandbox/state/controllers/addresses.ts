/**
 * The IP addresses of the machine.
 *
 * @module
 */
import { formatIp } from "../../../pki/ip.ts";
import { type Controller, desired } from "../controller.ts";
import { ADDRESS_STATUS, type AddressStatus, LINK_STATUS } from "../definitions/network.ts";
import { ADDRESS_FLAGS } from "../definitions/network_constants.ts";
import { readText } from "./system_files.ts";

/** Address scopes in `/proc/net/if_inet6`. */
const SCOPES: Readonly<Record<string, string>> = { "00": "global", "10": "host", "20": "link" };

/** An address of a network interface. */
export type InterfaceAddress = Pick<Deno.NetworkInterfaceInfo, "name" | "family" | "cidr">;

/** Returns the controller of address statuses. */
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
        ...parseIpv6Addresses(readText("/proc/net/if_inet6") ?? ""),
      ];
      return addresses.map((spec) =>
        desired(ADDRESS_STATUS, `${spec.linkName}/${spec.address}`, spec)
      );
    },
  };
}

/** Returns the status of all IPv4 addresses. */
export function ipv4Addresses(
  interfaces: readonly InterfaceAddress[],
  indexOf: (name: string) => number,
): AddressStatus[] {
  return interfaces.filter(({ family }) => family === "IPv4").map(({ name, cidr }) => ({
    address: cidr,
    // Address labels have the form `eth0:1`.
    linkIndex: indexOf(name.replace(/:.*$/, "")),
    linkName: name.replace(/:.*$/, ""),
    family: "inet4",
    scope: cidr.startsWith("127.") ? "host" : "global",
    flags: "permanent",
  }));
}

/** Parses `/proc/net/if_inet6`: hex address, link index, prefix length, scope, flags; link name. */
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
