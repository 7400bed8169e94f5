/**
 * Rules of network interfaces.
 *
 * @module
 */
import { quoted } from "../problem.ts";
import { checkAddressOrSubnet, isAddress, isSubnet } from "./addresses.ts";
import { checkBond } from "./bond.ts";
import type { MachineType } from "./machine.ts";
import type { Report } from "./report.ts";
import type { Cursor } from "./cursor.ts";
import { checkWireguard } from "./wireguard.ts";

/** Checks `machine.network.interfaces`. */
export function checkInterfaces(machine: Cursor, type: MachineType, report: Report): void {
  const devices = machine.atPath("network", "interfaces").items;
  const bonded = checkMembers(devices, report);
  for (const device of devices) {
    if (type === "worker") checkNoVip(device, report);
    if (device.at("ignore").isTrue) continue;
    checkIdentity(device, report);
    if (device.at("bond").isPresent) checkBond(device.at("bond"), report);
    if (device.at("wireguard").isPresent) checkWireguard(device.at("wireguard"), report);
    for (const vlan of device.at("vlans").items) checkAddresses(vlan, report);
    checkAddressing(device, bonded, report);
    checkRoutes(device.at("routes"), report);
  }
}

function interfaceName(device: Cursor): string {
  return device.at("interface").text;
}

/** Checks that an interface is in one bond or bridge at most, and returns the bonded ones. */
function checkMembers(devices: readonly Cursor[], report: Report): ReadonlySet<string> {
  const bonds = new Map<string, string>();
  const bridges = new Map<string, string>();
  for (const device of devices) {
    const [bond, bridge] = [device.at("bond"), device.at("bridge")];
    if (bond.isPresent && bridge.isPresent) {
      report.errorAtKey(bridge, '"bond" and "bridge" are mutually exclusive', "remove one of them");
    }
    const name = interfaceName(device);
    addMembers(bond, name, "bond", bonds, bridges, report);
    if (bond.at("interfaces").items.length > 0 && bond.at("deviceSelectors").items.length > 0) {
      report.errorAtKey(
        bond.at("deviceSelectors"),
        '"interfaces" and "deviceSelectors" are mutually exclusive',
        "remove one of them",
      );
    }
    addMembers(bridge, name, "bridge", bridges, bonds, report);
  }
  return new Set(bonds.keys());
}

/** Adds the members of a bond or bridge, and checks that they are in no other. */
function addMembers(
  group: Cursor,
  name: string,
  kind: "bond" | "bridge",
  same: Map<string, string>,
  others: ReadonlyMap<string, string>,
  report: Report,
): void {
  for (const member of group.at("interfaces").items) {
    const owner = same.get(member.text);
    const other = others.get(member.text);
    const otherKind = kind === "bond" ? "bridge" : "bond";
    if (owner !== undefined && owner !== name) {
      report.error(
        member,
        `interface ${quoted(member.text)} is already in ${kind} ${quoted(owner)}`,
        "remove it from one of them",
      );
    }
    if (other !== undefined) {
      report.error(
        member,
        `interface ${quoted(member.text)} is already in ${otherKind} ${quoted(other)}`,
        "remove it from one of them",
      );
    }
    same.set(member.text, name);
  }
}

function checkNoVip(device: Cursor, report: Report): void {
  for (const part of [device, ...device.at("vlans").items]) {
    const vip = part.at("vip");
    if (vip.isPresent) {
      report.errorAtKey(vip, '"vip" is not allowed on workers', "remove it");
    }
  }
}

function checkIdentity(device: Cursor, report: Report): void {
  const selector = device.at("deviceSelector");
  const name = interfaceName(device);
  if (name === "" && !selector.isPresent && !device.at("interface").isInvalid) {
    report.error(
      device,
      '"interface" or "deviceSelector" is required',
      "set one of them",
    );
  } else if (name !== "" && selector.isPresent) {
    report.errorAtKey(
      selector,
      '"interface" and "deviceSelector" are mutually exclusive',
      "remove one of them",
    );
  }
  if (selector.isPresent && !selector.hasNonEmpty) {
    report.error(selector, "empty device selector", 'set a field such as "hardwareAddr"');
  }
}

/** Checks `cidr` and `addresses` of interfaces and VLANs. */
function checkAddresses(part: Cursor, report: Report): void {
  const [old, addresses] = [part.at("cidr"), part.at("addresses")];
  if (addresses.items.length > 0 && old.text !== "") {
    report.errorAtKey(
      old,
      '"cidr" and "addresses" are mutually exclusive',
      'move it to "addresses"',
    );
  }
  if (old.text !== "") checkAddressOrSubnet(old, report);
  for (const address of addresses.items) checkAddressOrSubnet(address, report);
}

function checkAddressing(device: Cursor, bonded: ReadonlySet<string>, report: Report): void {
  const [old, addresses, vip] = [device.at("cidr"), device.at("addresses"), device.at("vip")];
  if (bonded.has(interfaceName(device))) {
    const dhcp = device.at("dhcp");
    const all = [
      [dhcp, dhcp.isTrue],
      [old, old.text !== ""],
      [addresses, addresses.items.length > 0],
      [vip, vip.isPresent],
    ] as const;
    for (const [cursor, isSet] of all) {
      if (isSet) {
        report.errorAtKey(
          cursor,
          `"${cursor.path.at(-1)}" is not allowed on a bonded interface`,
          "move it to the bond",
        );
      }
    }
  }
  checkAddresses(device, report);
  if (old.text !== "") {
    report.warning(old, '"cidr" is deprecated', 'use "addresses"');
  }
  if (vip.isPresent && !isAddress(vip.at("ip").text)) {
    const ip = vip.at("ip");
    report.error(
      ip,
      ip.isPresent ? `invalid IP address ${quoted(ip.text)}` : '"ip" is required',
      "use an address such as 192.0.2.5",
    );
  }
}

function checkRoutes(routes: Cursor, report: Report): void {
  for (const route of routes.items) {
    const network = route.at("network");
    const gateway = route.at("gateway");
    if (network.text === "" && gateway.text === "") {
      report.error(
        route,
        '"network" or "gateway" is required',
        "set one or both",
      );
    }
    if (network.text !== "" && !isSubnet(network.text)) {
      report.error(
        network,
        `invalid subnet ${quoted(network.text)}`,
        "use CIDR notation, such as 192.0.2.0/24",
      );
    }
    for (const address of [gateway, route.at("source")]) {
      if (address.text !== "" && !isAddress(address.text)) {
        report.error(
          address,
          `invalid IP address ${quoted(address.text)}`,
          "use an address such as 192.0.2.1",
        );
      }
    }
  }
}
