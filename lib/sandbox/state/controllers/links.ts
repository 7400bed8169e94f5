/**
 * Network links from `/sys/class/net`.
 *
 * @module
 */
import { type Controller, desired } from "../controller.ts";
import { HARDWARE_ADDRESS, LINK_STATUS, type LinkStatus } from "../definitions/network.ts";
import { LINK_FLAGS, LINK_TYPES } from "../definitions/network_constants.ts";
import type { NodeHardware } from "../../types.ts";
import { exists, listNames, readTrimmed, realName, realPath } from "./system_files.ts";

const FOLDER = "/sys/class/net";

/** Flags of `if.h` that the kernel derives from the link state. */
const RUNNING = 1 << 6;
const LOWER_UP = 1 << 16;

/**
 * Returns the controllers of links and hardware addresses.
 *
 * @param hardware identity of the node; undefined for the addresses of this machine.
 */
export function linkControllers(hardware: NodeHardware | undefined): Controller[] {
  return [
    {
      name: "network.LinkStatusController",
      inputs: [],
      outputs: [{ definition: LINK_STATUS, kind: "exclusive" }],
      refresh: { kind: "poll", everyMs: 2000 },
      run: () => {
        const links = listNames(FOLDER).flatMap((name) => {
          const link = readLinkStatus(`${FOLDER}/${name}`);
          return link === undefined ? [] : [{ name, link }];
        });
        const first = firstInterface(links.map(({ link }) => link));
        return links.map(({ name, link }) =>
          desired(LINK_STATUS, name, link === first ? withAddress(link, hardware) : link)
        );
      },
    },
    hardwareAddresses,
  ];
}

/** Returns the first Ethernet interface: a physical one, else any. */
function firstInterface(links: readonly LinkStatus[]): LinkStatus | undefined {
  const sorted = links.filter(({ type }) => type === "ether")
    .toSorted((a, b) => a.index - b.index);
  return sorted.find(({ kind }) => kind === "") ?? sorted[0];
}

function withAddress(link: LinkStatus, hardware: NodeHardware | undefined): LinkStatus {
  if (hardware === undefined) return link;
  return { ...link, hardwareAddr: hardware.mac, permanentAddr: hardware.mac };
}

/** Reads a link; undefined when it was removed meanwhile or the entry is not a link. */
export function readLinkStatus(folder: string): LinkStatus | undefined {
  const text = (name: string) => readTrimmed(`${folder}/${name}`);
  const number = (name: string) => Number(text(name) ?? 0);
  const address = text("address");
  if (text("ifindex") === undefined || address === undefined) return undefined;
  const operationalState = text("operstate") ?? "unknown";
  const linkState = text("carrier") === "1";
  const device = realPath(`${folder}/device`);
  const speed = number("speed");
  return {
    index: number("ifindex"),
    type: linkType(number("type")),
    // `iflink` of a link without peer is its own index.
    linkIndex: number("iflink") === number("ifindex") ? 0 : number("iflink"),
    flags: flagNames(number("flags"), operationalState, linkState),
    hardwareAddr: address,
    permanentAddr: text("addr_assign_type") === "0" && device !== undefined ? address : "",
    broadcastAddr: text("broadcast") ?? "",
    mtu: number("mtu"),
    // Not available in sysfs.
    queueDisc: "",
    masterIndex: Number(readTrimmed(`${folder}/master/ifindex`) ?? 0) || undefined,
    operationalState,
    kind: linkKind(folder),
    slaveKind: slaveKind(folder),
    busPath: device?.split("/").at(-1),
    pciID: pciId(text("device/vendor"), text("device/device")),
    driver: realName(`${folder}/device/driver`),
    linkState,
    speedMbit: speed > 0 ? speed : undefined,
    port: "Other",
    duplex: { full: "Full", half: "Half" }[text("duplex") ?? ""] ?? "Unknown",
  };
}

/** Returns the flags. sysfs lists configured flags only; derived ones follow from the state. */
function flagNames(set: number, operationalState: string, carrier: boolean): string {
  const up = (set & 1) !== 0;
  const running = up && (operationalState === "up" || operationalState === "unknown");
  const flags = set | (running ? RUNNING : 0) | (up && carrier ? LOWER_UP : 0);
  return LINK_FLAGS.filter((_, bit) => (flags & (1 << bit)) !== 0).join(",");
}

function linkType(number: number): string {
  return Object.entries(LINK_TYPES).find(([, type]) => type === number)?.[0] ?? "none";
}

function linkKind(folder: string): string {
  const [, type] = /^DEVTYPE=(.*)$/m.exec(readTrimmed(`${folder}/uevent`) ?? "") ?? [];
  if (type !== undefined) return type;
  if (exists(`${folder}/tun_flags`)) return "tun";
  if (exists(`${folder}/device`)) return "";
  // A veth has a peer, and no lower device in this namespace.
  const names = listNames(folder);
  const hasPeer = readTrimmed(`${folder}/iflink`) !== readTrimmed(`${folder}/ifindex`);
  return hasPeer && !names.some((name) => name.startsWith("lower_")) ? "veth" : "";
}

function slaveKind(folder: string): string {
  if (exists(`${folder}/brport`)) return "bridge";
  return exists(`${folder}/bonding_slave`) ? "bond" : "";
}

function pciId(vendor: string | undefined, device: string | undefined): string | undefined {
  if (vendor === undefined || device === undefined) return undefined;
  return `${vendor}:${device}`.replaceAll("0x", "").toUpperCase();
}

const hardwareAddresses: Controller = {
  name: "network.HardwareAddrController",
  inputs: [{ definition: LINK_STATUS, kind: "weak" }],
  outputs: [{ definition: HARDWARE_ADDRESS, kind: "exclusive" }],
  refresh: { kind: "once" },
  run: (view) => {
    const first = view.list(LINK_STATUS)
      .filter(({ spec }) => spec.type === "ether" && spec.kind === "")
      .toSorted((a, b) => a.spec.index - b.spec.index)[0];
    if (first === undefined) return [];
    const { hardwareAddr } = first.spec;
    return [desired(HARDWARE_ADDRESS, "first", { name: first.id, hardwareAddr })];
  },
};
