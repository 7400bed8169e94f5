/**
 * Questions about the network interfaces of a machine.
 *
 * @module
 */
import type { Data } from "../../machineconfig/data.ts";
import { parseIp } from "../../pki/ip.ts";
import type { Prompts } from "../context.ts";
import { askChoice, optional } from "./ask_choice.ts";
import type { LinkFacts } from "../../procedures/configure_node/machine_facts.ts";

/** Address assignment of an interface. */
type Method = "keep" | "automatic" | "dhcp" | "static" | "ignore";

const KEEP = ["keep", "keep the current settings"] as const;

const METHODS: readonly (readonly [Method, string])[] = [
  ["automatic", "automatic: not in the configuration"],
  ["dhcp", "DHCP, with own settings"],
  ["static", "static address"],
  ["ignore", "ignore: leave it unconfigured"],
];

/**
 * Asks about each physical interface; returns objects of `machine.network.interfaces`. Keeps others
 * of `previous`, such as bonds.
 */
export async function askInterfaces(
  prompts: Prompts,
  links: readonly LinkFacts[],
  previous: readonly Data[],
): Promise<Data[]> {
  const names = links.map(({ name }) => name);
  const interfaces = previous.filter((one) => !names.includes(text(one["interface"])));
  for (const link of links) {
    const before = previous.find((one) => one["interface"] === link.name);
    const one = await askInterface(prompts, link, before);
    if (one !== undefined) interfaces.push(one);
  }
  return interfaces;
}

async function askInterface(
  prompts: Prompts,
  link: LinkFacts,
  previous: Data | undefined,
): Promise<Data | undefined> {
  const { name, hardwareAddress, isUp, addresses } = link;
  const state = [hardwareAddress, isUp ? "up" : "down", ...addresses].join(", ");
  const method = await askChoice(
    prompts,
    `Interface ${name} (${state})`,
    previous === undefined ? METHODS : [KEEP, ...METHODS],
  );
  if (method === "keep") return previous;
  if (method === "automatic") return undefined;
  if (method === "ignore") return { interface: name, ignore: true };
  const own = method === "static"
    ? await askStatic(prompts, link, previous)
    : await askDhcp(prompts, previous);
  const mtu = await prompts.text("MTU (empty: default)", {
    initial: text(previous?.["mtu"]),
    validate: optional((text) => isNumber(text, 68, 65_535), "use a number from 68 to 65535"),
  });
  return { interface: name, ...own, ...(mtu === "" ? {} : { mtu: Number(mtu) }) };
}

async function askStatic(
  prompts: Prompts,
  { addresses, gateway }: LinkFacts,
  previous: Data | undefined,
): Promise<Data> {
  const [oldAddress] = list(previous?.["addresses"]);
  const [oldRoute] = list(previous?.["routes"]);
  const address = await prompts.text("Address with prefix length", {
    initial: oldAddress === undefined ? addresses[0] ?? "" : String(oldAddress),
    validate: (text) => isPrefix(text) ? undefined : "use an address such as 10.0.0.5/24",
  });
  const via = await prompts.text("Gateway of the default route (empty: none)", {
    initial: oldRoute === undefined ? gateway : text((oldRoute as Data)["gateway"]),
    validate: optional((text) => parseIp(text) !== undefined, "use an IP address"),
  });
  const network = via.includes(":") ? "::/0" : "0.0.0.0/0";
  const routes = via === "" ? {} : { routes: [{ network, gateway: via }] };
  return { addresses: [address], ...routes, dhcp: false };
}

async function askDhcp(prompts: Prompts, previous: Data | undefined): Promise<Data> {
  const options = previous?.["dhcpOptions"] as Data | undefined;
  const metric = await prompts.text("Metric of DHCP routes (empty: default)", {
    initial: text(options?.["routeMetric"]),
    validate: optional((text) => isNumber(text, 1, 2 ** 32 - 1), "use a positive number"),
  });
  return { dhcp: true, ...(metric === "" ? {} : { dhcpOptions: { routeMetric: Number(metric) } }) };
}

function isNumber(text: string, min: number, max: number): boolean {
  return /^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max;
}

function list(value: Data[string] | undefined): readonly Data[string][] {
  return Array.isArray(value) ? value : [];
}

function text(value: Data[string] | undefined): string {
  return value === undefined || value === null ? "" : String(value);
}

/** Reports whether a text is an IP address with a prefix length. */
function isPrefix(text: string): boolean {
  const [, address = "", length] = /^(.+)\/(\d{1,3})$/.exec(text) ?? [];
  const bytes = parseIp(address);
  return bytes !== undefined && Number(length) <= bytes.length * 8;
}
