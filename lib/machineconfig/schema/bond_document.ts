/** Bond links. */
import { bond } from "./bonds.ts";
import { hardwareAddr, linkFields } from "./link_parts.ts";
import {
  bool,
  document,
  type DocumentType,
  type Field,
  formatted,
  list,
  number,
  object,
  TEXT,
  text,
  type TextType,
  UINT16,
  UINT32,
  UINT8,
} from "./types.ts";

/** Returns the field of the main document with the values that the decoder enforces. */
function strict(name: string, more: readonly string[] = []): Field {
  const { doc, examples, default: value, type } = bond.fields[name] as Field & { type: TextType };
  return text({
    doc,
    values: [...type.checkedValues!, ...more],
    ...(examples === undefined ? {} : { examples }),
    ...(value === undefined ? {} : { default: value }),
  });
}

/** Returns the numeric field of the main document; absent and 0 differ. */
function count(name: string, limits: { readonly min: number; readonly max: number }): Field {
  const { doc, examples = [] } = bond.fields[name]!;
  return number({ doc, examples, ...limits, optional: true });
}

const bondConfig = object("BondConfig", "Several links combined into one", {
  name: text({
    doc: "Name of the bond to create",
    required: true,
    always: true,
    examples: [{ value: "bond0" }],
  }),
  hardwareAddr,
  links: list(TEXT, {
    doc: "Names of the bonded links",
    required: true,
    examples: [{ value: ["eth0", "eth1"] }],
  }),
  bondMode: { ...strict("mode"), required: true },
  miimon: count("miimon", UINT32),
  updelay: count("updelay", UINT32),
  downdelay: count("downdelay", UINT32),
  useCarrier: bool({
    doc: "Link detection by the driver's carrier state instead of MII registers",
    examples: [{ value: true }],
  }),
  xmitHashPolicy: strict("xmitHashPolicy"),
  arpInterval: count("arpInterval", UINT32),
  arpIpTargets: list(formatted("address"), {
    doc: "IPv4 addresses probed by ARP link monitoring",
    examples: [{ value: ["192.0.2.1"] }],
  }),
  nsIp6Targets: list(formatted("address"), {
    doc: "IPv6 addresses probed by neighbor solicitation",
    examples: [{ value: ["2001:db8::1"] }],
  }),
  arpValidate: strict("arpValidate", ["filter", "filter-active", "filter-backup"]),
  arpAllTargets: strict("arpAllTargets"),
  lacpRate: strict("lacpRate"),
  failOverMac: strict("failOverMac"),
  adSelect: strict("adSelect"),
  adActorSysPrio: count("adActorSysPrio", UINT16),
  adUserPortKey: count("adUserPortKey", UINT16),
  adLACPActive: text({
    doc: "Send LACP frames periodically (`on`), or only as responses (`off`)",
    default: "on",
    values: ["on", "off"],
    examples: [{ value: "on" }],
  }),
  primaryReselect: strict("primaryReselect"),
  resendIGMP: count("resendIgmp", UINT32),
  minLinks: count("minLinks", UINT32),
  lpInterval: count("lpInterval", UINT32),
  packetsPerSlave: count("packetsPerSlave", UINT32),
  numPeerNotif: count("numPeerNotif", UINT8),
  tlbLogicalLb: count("tlbDynamicLb", UINT8),
  allSlavesActive: count("allSlavesActive", UINT8),
  peerNotifDelay: count("peerNotifyDelay", UINT32),
  missedMax: number({
    doc: "Number of failed ARP probes after which a link is down",
    examples: [{ value: 2 }],
    ...UINT8,
    optional: true,
  }),
  ...linkFields,
});

export const BOND_DOCUMENT: DocumentType = document(bondConfig, { since: "v1.12", named: true }, {
  name: "bond0",
  links: ["eth0", "eth1"],
  bondMode: "802.3ad",
  miimon: 100,
  updelay: 200,
  downdelay: 200,
  addresses: [{ address: "192.0.2.11/24" }],
});
