/**
 * Network interfaces as documents of v1.12 and newer, and back.
 *
 * @module
 */
import { type ConfigDocument, type Data, isList, isMap } from "../data.ts";
import { createDocument } from "./create_document.ts";

/** Fields of `machine.network.interfaces` that documents have, too. */
const SIMPLE = ["interface", "addresses", "routes", "dhcp", "dhcpOptions", "mtu"];

const DEFAULT_ROUTES = ["0.0.0.0/0", "::/0"];

/**
 * Returns the documents of interfaces; undefined when documents cannot express all of them, such as
 * ignored interfaces and bonds.
 */
export function toLinkDocuments(interfaces: readonly Data[]): ConfigDocument[] | undefined {
  if (!interfaces.every(isSimple)) return undefined;
  return interfaces.flatMap((one) => {
    const name = String(one["interface"]);
    const addresses = listOf(one["addresses"]).map((address) => ({ address }));
    const routes = listOf(one["routes"]).filter(isMap).map((route) => {
      const { network, ...rest } = route;
      const isDefault = network === undefined || DEFAULT_ROUTES.includes(String(network));
      return { ...isDefault ? {} : { destination: network }, ...rest };
    });
    const link = createDocument("LinkConfig", {
      name,
      ...one["mtu"] === undefined ? {} : { mtu: one["mtu"] },
      ...addresses.length === 0 ? {} : { addresses },
      ...routes.length === 0 ? {} : { routes },
    });
    if (one["dhcp"] !== true) return [link];
    const options = isMap(one["dhcpOptions"]) ? one["dhcpOptions"] : {};
    return [link, createDocument("DHCPv4Config", { name, ...options })];
  });
}

function isSimple(one: Data): boolean {
  const options = isMap(one["dhcpOptions"]) ? one["dhcpOptions"] : {};
  return typeof one["interface"] === "string" &&
    Object.keys(one).every((name) => SIMPLE.includes(name)) &&
    Object.keys(options).every((name) => name === "routeMetric");
}

/** Returns the interfaces of documents, as in the main document of older nodes. */
export function fromLinkDocuments(
  documents: readonly { readonly type: { readonly kind: string }; readonly data: Data }[],
): Data[] {
  const ofKind = (kind: string) =>
    documents.filter(({ type }) => type.kind === kind).map(({ data }) => data);
  const dhcp = new Map(ofKind("DHCPv4Config").map((data) => [data["name"], data]));
  const links = new Map(ofKind("LinkConfig").map((data) => [data["name"], data]));
  return [...new Set([...links.keys(), ...dhcp.keys()])].map((name): Data => {
    const [link = {}, lease] = [links.get(name), dhcp.get(name)];
    const routes = listOf(link["routes"]).filter(isMap).map((route) => {
      const { destination, ...rest } = route;
      const isLong = String(route["gateway"] ?? "").includes(":");
      return { network: destination ?? DEFAULT_ROUTES[isLong ? 1 : 0]!, ...rest };
    });
    const addresses = listOf(link["addresses"]).filter(isMap).map((one) => one["address"]!);
    const metric = lease?.["routeMetric"];
    return {
      interface: name!,
      ...addresses.length === 0 ? {} : { addresses },
      ...routes.length === 0 ? {} : { routes },
      ...lease === undefined ? {} : { dhcp: true },
      ...metric === undefined ? {} : { dhcpOptions: { routeMetric: metric } },
      ...link["mtu"] === undefined ? {} : { mtu: link["mtu"] },
    };
  });
}

function listOf(value: Data[string] | undefined): readonly Data[string][] {
  return isList(value) ? value : [];
}
