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
import type { Spot } from "./spot.ts";
import { checkWireguard } from "./wireguard.ts";

/** `machine.network.interfaces`. */
export function checkInterfaces(machine: Spot, type: MachineType, report: Report): void {
  const devices = machine.to("network", "interfaces").items;
  const bonded = checkMembers(devices, report);
  for (const device of devices) {
    if (type === "worker") checkNoSharedAddress(device, report);
    if (device.at("ignore").isTrue) continue;
    checkIdentity(device, report);
    if (device.at("bond").isThere) checkBond(device.at("bond"), report);
    if (device.at("wireguard").isThere) checkWireguard(device.at("wireguard"), report);
    for (const vlan of device.at("vlans").items) checkAddresses(vlan, report);
    checkAddressing(device, bonded, report);
    checkRoutes(device.at("routes"), report);
  }
}

function nameOf(device: Spot): string {
  return device.at("interface").text;
}

/** An interface is in one bond or bridge at most; gives the bonded ones. */
function checkMembers(devices: readonly Spot[], report: Report): ReadonlySet<string> {
  const bonds = new Map<string, string>();
  const bridges = new Map<string, string>();
  for (const device of devices) {
    const [bond, bridge] = [device.at("bond"), device.at("bridge")];
    if (bond.isThere && bridge.isThere) {
      report.unwanted(bridge, "an interface is either a bond or a bridge", "remove one of them");
    }
    const name = nameOf(device);
    claim(bond, name, "bond", bonds, bridges, report);
    if (bond.at("interfaces").items.length > 0 && bond.at("deviceSelectors").items.length > 0) {
      report.unwanted(
        bond.at("deviceSelectors"),
        "the interfaces of the bond are named as well",
        'keep either "interfaces" or "deviceSelectors"',
      );
    }
    claim(bridge, name, "bridge", bridges, bonds, report);
  }
  return new Set(bonds.keys());
}

/** Notes the members of a bond or bridge. */
function claim(
  group: Spot,
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
        `${quoted(member.text)} is in the ${kind} ${quoted(owner)} already`,
        "remove it from one of them",
      );
    }
    if (other !== undefined) {
      report.error(
        member,
        `${quoted(member.text)} is in the ${otherKind} ${quoted(other)} already`,
        "remove it from one of them",
      );
    }
    same.set(member.text, name);
  }
}

function checkNoSharedAddress(device: Spot, report: Report): void {
  for (const part of [device, ...device.at("vlans").items]) {
    const vip = part.at("vip");
    if (vip.isThere) {
      report.unwanted(vip, "only control planes can have a shared address", "remove it");
    }
  }
}

function checkIdentity(device: Spot, report: Report): void {
  const selector = device.at("deviceSelector");
  const name = nameOf(device);
  if (name === "" && !selector.isThere && !device.at("interface").isWrong) {
    report.error(
      device,
      "it is not said which interface this is",
      'set "interface" or "deviceSelector"',
    );
  } else if (name !== "" && selector.isThere) {
    report.unwanted(
      selector,
      "the interface is named as well",
      'keep either "interface" or "deviceSelector"',
    );
  }
  if (selector.isThere && !selector.hasFilled) {
    report.error(selector, "the selector selects nothing", 'set a field such as "hardwareAddr"');
  }
}

/** `cidr` or `addresses`, of interfaces and VLANs. */
function checkAddresses(part: Spot, report: Report): void {
  const [old, addresses] = [part.at("cidr"), part.at("addresses")];
  if (addresses.items.length > 0 && old.text !== "") {
    report.unwanted(old, 'there are "addresses" as well', 'move it into "addresses"');
  }
  if (old.text !== "") checkAddressOrSubnet(old, report);
  for (const address of addresses.items) checkAddressOrSubnet(address, report);
}

function checkAddressing(device: Spot, bonded: ReadonlySet<string>, report: Report): void {
  const [old, addresses, vip] = [device.at("cidr"), device.at("addresses"), device.at("vip")];
  if (bonded.has(nameOf(device))) {
    const dhcp = device.at("dhcp");
    const all = [
      [dhcp, dhcp.isTrue],
      [old, old.text !== ""],
      [addresses, addresses.items.length > 0],
      [vip, vip.isThere],
    ] as const;
    for (const [spot, isSet] of all) {
      if (isSet) {
        report.unwanted(
          spot,
          "a part of a bond has no addresses of its own",
          "move it to the bond",
        );
      }
    }
  }
  checkAddresses(device, report);
  if (old.text !== "") {
    report.warning(old, '"cidr" is deprecated', 'use "addresses", which is a list');
  }
  if (vip.isThere && !isAddress(vip.at("ip").text)) {
    const ip = vip.at("ip");
    report.error(
      ip,
      ip.isThere ? `${quoted(ip.text)} is no address` : "the shared address is missing",
      "write one like 192.0.2.5",
    );
  }
}

function checkRoutes(routes: Spot, report: Report): void {
  for (const route of routes.items) {
    const network = route.at("network");
    const gateway = route.at("gateway");
    if (network.text === "" && gateway.text === "") {
      report.error(
        route,
        "a route leads to a network, through a gateway, or both",
        'set "network" or "gateway"',
      );
    }
    if (network.text !== "" && !isSubnet(network.text)) {
      report.error(network, `${quoted(network.text)} is no subnet`, "write one like 192.0.2.0/24");
    }
    for (const address of [gateway, route.at("source")]) {
      if (address.text !== "" && !isAddress(address.text)) {
        report.error(address, `${quoted(address.text)} is no address`, "write one like 192.0.2.1");
      }
    }
  }
}
