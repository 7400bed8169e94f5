/**
 * Network interfaces of talhelper as documents of v1.12 and newer, with the names that talhelper gives
 * to selected links.
 *
 * @module
 */
import { type Data, isList, isMap, type Value } from "../../machineconfig/data.ts";
import { API_VERSION } from "../../machineconfig/schema/header.ts";

/** Conditions of a device selector, in the order in which talhelper joins them. */
const SELECTORS = {
  hardwareAddr: "mac(link.hardware_addr)",
  permanentAddr: "mac(link.permanent_addr)",
  busPath: "link.bus_path",
  driver: "link.driver",
  pciID: "link.pciid",
} as const;

/** Fields of a bond that documents name differently. */
const BOND_FIELDS: Readonly<Record<string, string>> = {
  mode: "bondMode",
  tlbDynamicLb: "tlbLogicalLb",
  peerNotifyDelay: "peerNotifDelay",
  resendIgmp: "resendIGMP",
  arpIPTarget: "arpIpTargets",
  interfaces: "links",
};

/** Fields of an interface that are converted. */
export const INTERFACE_FIELDS: readonly string[] = [
  "interface",
  "deviceSelector",
  "addresses",
  "routes",
  "dhcp",
  "dhcpOptions",
  "mtu",
  "vip",
  "vlans",
  "bond",
  "bridge",
];

/** Prefixes of generated names. */
const PREFIXES = [["bond", "bond"], ["bridge", "br"], ["wireguard", "wg"]] as const;

/** Returns the documents that talhelper makes of `networkInterfaces`. */
export function linkDocuments(interfaces: readonly Data[]): readonly Data[] {
  const named = withNames(interfaces);
  const aliases = named.flatMap((one) => alias(textOf(one, "interface"), one["deviceSelector"]));
  const members = named.flatMap((one) =>
    memberSelectors(one).flatMap((selector, index) =>
      alias(`${textOf(one, "interface")}-m${index}`, selector)
    )
  );
  return [
    ...aliases,
    ...members,
    ...named.filter((one) => isMap(one["bond"])).map(bond),
    ...named.flatMap((one) => dhcp(textOf(one, "interface"), one)),
    ...named.flatMap((one) => vip(textOf(one, "interface"), one)),
    ...named.filter(isPlainLink).flatMap(link),
    ...named.flatMap((one) => mapsOf(one["vlans"]).flatMap((own) => vlan(one, own))),
    ...named.filter((one) => isMap(one["bridge"])).map(bridge),
  ];
}

function withNames(interfaces: readonly Data[]): Data[] {
  const used = new Set(interfaces.map((one) => textOf(one, "interface")));
  return interfaces.map((one) => {
    if (!isMap(one["deviceSelector"]) || textOf(one, "interface") !== "") return one;
    const prefix = PREFIXES.find(([key]) => isMap(one[key]))?.[1] ?? "ethSel";
    let index = 0;
    while (used.has(`${prefix}${index}`)) index++;
    used.add(`${prefix}${index}`);
    return { ...one, interface: `${prefix}${index}` };
  });
}

function alias(name: string, selector: Value | undefined): Data[] {
  if (!isMap(selector)) return [];
  const conditions = Object.entries(SELECTORS).flatMap(([field, expression]) => {
    const value = textOf(selector, field);
    return value === "" ? [] : [`glob("${value}", ${expression})`];
  });
  const { physical } = selector;
  if (typeof physical === "boolean") conditions.push(`link.type ${physical ? "==" : "!="} 1`);
  if (conditions.length === 0) return [];
  return [documentOf("LinkAliasConfig", name, { selector: { match: conditions.join(" && ") } })];
}

function memberSelectors(one: Data): readonly Data[] {
  const { bond } = one;
  return isMap(bond) ? mapsOf(bond["deviceSelectors"]) : [];
}

function bond(one: Data): Data {
  const name = textOf(one, "interface");
  const { deviceSelectors: _, interfaces, ...fields } = one["bond"] as Data;
  const links = [
    ...(isList(interfaces) ? interfaces : []),
    ...memberSelectors(one).map((_, index) => `${name}-m${index}`),
  ];
  const renamed = Object.entries(fields)
    .filter(([, value]) => value !== 0 && value !== "")
    .map(([key, value]) => [BOND_FIELDS[key] ?? key, value] as const);
  return documentOf("BondConfig", name, { links, ...Object.fromEntries(renamed), ...common(one) });
}

function bridge(one: Data): Data {
  const { interfaces, stp, vlan } = one["bridge"] as Data;
  return documentOf("BridgeConfig", textOf(one, "interface"), {
    ...(isList(interfaces) ? { links: interfaces } : {}),
    ...(isMap(stp) && stp["enabled"] !== undefined ? { stp } : {}),
    ...(isMap(vlan) && vlan["vlanFiltering"] === true ? { vlan: { filtering: true } } : {}),
    ...common(one),
  });
}

function dhcp(name: string, one: Data): Data[] {
  if (one["dhcp"] !== true) return [];
  const options = isMap(one["dhcpOptions"]) ? one["dhcpOptions"] : {};
  const metric = Number(options["routeMetric"] ?? 0);
  const fields = metric > 0 ? { routeMetric: metric } : {};
  return [
    ...(options["ipv4"] === false ? [] : [documentOf("DHCPv4Config", name, fields)]),
    ...(options["ipv6"] === true ? [documentOf("DHCPv6Config", name, fields)] : []),
  ];
}

function vip(link: string, one: Data): Data[] {
  const address = isMap(one["vip"]) ? textOf(one["vip"], "ip") : "";
  return address === "" ? [] : [documentOf("Layer2VIPConfig", address, { link })];
}

function isPlainLink(one: Data): boolean {
  return PREFIXES.every(([key]) => !isMap(one[key]));
}

function link(one: Data): Data[] {
  const fields = common(one);
  if (Object.keys(fields).length === 0) return [];
  return [documentOf("LinkConfig", textOf(one, "interface"), fields)];
}

function vlan(one: Data, own: Data): Data[] {
  const parent = textOf(one, "interface");
  const vlanID = Number(own["vlanId"] ?? 0);
  if (vlanID === 0) return [];
  const name = `${parent}.${vlanID}`;
  return [
    documentOf("VLANConfig", name, { vlanID, parent, ...common(own) }),
    ...dhcp(name, own),
    ...vip(name, own),
  ];
}

/** Returns addresses, routes and MTU. */
function common(one: Data): Data {
  const addresses = listOf(one["addresses"]).map((address) => ({
    address: withPrefix(String(address)),
  }));
  const routes = mapsOf(one["routes"]).map((route) => {
    const { network = "", ...rest } = route;
    const isDefault = ["", "0.0.0.0/0", "::/0"].includes(String(network));
    const set = Object.entries(rest).filter(([, value]) => value !== 0 && value !== "");
    return { ...(isDefault ? {} : { destination: network }), ...Object.fromEntries(set) };
  });
  const mtu = Number(one["mtu"] ?? 0);
  return {
    ...(addresses.length === 0 ? {} : { addresses }),
    ...(routes.length === 0 ? {} : { routes }),
    ...(mtu > 0 ? { mtu } : {}),
  };
}

function withPrefix(address: string): string {
  return address.includes("/") ? address : `${address}/${address.includes(":") ? 128 : 32}`;
}

function documentOf(kind: string, name: string, fields: Data): Data {
  return { apiVersion: API_VERSION, kind, name, ...fields };
}

function textOf(data: Data, key: string): string {
  const value = data[key];
  return value === undefined || value === null ? "" : String(value);
}

function listOf(value: Value | undefined): readonly Value[] {
  return isList(value) ? value : [];
}

function mapsOf(value: Value | undefined): readonly Data[] {
  return listOf(value).filter(isMap);
}
