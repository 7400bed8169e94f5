/**
 * Network links, from `/sys/class/net`.
 *
 * @module
 */
import { type Controller, wanted } from "../controller.ts";
import { HARDWARE_ADDRESS, LINK_STATUS, type LinkStatus } from "../definitions/network.ts";
import { LINK_FLAGS, LINK_TYPES } from "../definitions/network_words.ts";
import { exists, namesIn, readLine, resolved, resolvedName } from "./system_files.ts";

const FOLDER = "/sys/class/net";

/** Two of the flags, which the kernel adds to those that were set. */
const RUNNING = 1 << 6;
const LOWER_UP = 1 << 16;

/** Links and their hardware addresses. */
export function linkControllers(): Controller[] {
  return [
    {
      name: "network.LinkStatusController",
      inputs: [],
      outputs: [{ definition: LINK_STATUS, kind: "exclusive" }],
      refresh: { kind: "poll", everyMs: 2000 },
      run: () =>
        namesIn(FOLDER).flatMap((name) => {
          const link = describeLink(`${FOLDER}/${name}`);
          return link === undefined ? [] : [wanted(LINK_STATUS, name, link)];
        }),
    },
    hardwareAddresses,
  ];
}

/** The link's facts; undefined when it went meanwhile, or the entry is no link at all. */
export function describeLink(folder: string): LinkStatus | undefined {
  const text = (name: string) => readLine(`${folder}/${name}`);
  const number = (name: string) => Number(text(name) ?? 0);
  const address = text("address");
  if (text("ifindex") === undefined || address === undefined) return undefined;
  const operationalState = text("operstate") ?? "unknown";
  const linkState = text("carrier") === "1";
  const device = resolved(`${folder}/device`);
  const speed = number("speed");
  return {
    index: number("ifindex"),
    type: typeName(number("type")),
    // A link that is its own counterpart has none.
    linkIndex: number("iflink") === number("ifindex") ? 0 : number("iflink"),
    flags: flagNames(number("flags"), operationalState, linkState),
    hardwareAddr: address,
    permanentAddr: text("addr_assign_type") === "0" && device !== undefined ? address : "",
    broadcastAddr: text("broadcast") ?? "",
    mtu: number("mtu"),
    // The files of the kernel do not tell.
    queueDisc: "",
    masterIndex: Number(readLine(`${folder}/master/ifindex`) ?? 0) || undefined,
    operationalState,
    kind: kindOf(folder),
    slaveKind: slaveKind(folder),
    busPath: device?.split("/").at(-1),
    pciID: pciId(text("device/vendor"), text("device/device")),
    driver: resolvedName(`${folder}/device/driver`),
    linkState,
    speedMbit: speed > 0 ? speed : undefined,
    port: "Other",
    duplex: { full: "Full", half: "Half" }[text("duplex") ?? ""] ?? "Unknown",
  };
}

/** The file holds what was set; what came of it shows in the state. */
function flagNames(set: number, operationalState: string, carrier: boolean): string {
  const up = (set & 1) !== 0;
  const running = up && (operationalState === "up" || operationalState === "unknown");
  const flags = set | (running ? RUNNING : 0) | (up && carrier ? LOWER_UP : 0);
  return LINK_FLAGS.filter((_, bit) => (flags & (1 << bit)) !== 0).join(",");
}

function typeName(number: number): string {
  return Object.entries(LINK_TYPES).find(([, type]) => type === number)?.[0] ?? "none";
}

function kindOf(folder: string): string {
  const [, type] = /^DEVTYPE=(.*)$/m.exec(readLine(`${folder}/uevent`) ?? "") ?? [];
  if (type !== undefined) return type;
  if (exists(`${folder}/tun_flags`)) return "tun";
  if (exists(`${folder}/device`)) return "";
  // One end of a pair: it has a counterpart, but lies on top of nothing here.
  const names = namesIn(folder);
  const paired = readLine(`${folder}/iflink`) !== readLine(`${folder}/ifindex`);
  return paired && !names.some((name) => name.startsWith("lower_")) ? "veth" : "";
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
    return [wanted(HARDWARE_ADDRESS, "first", { name: first.id, hardwareAddr })];
  },
};
