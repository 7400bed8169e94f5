/** Routes, bonds and bridges of network interfaces. */
import { bool, list, number, object, one, TEXT, text, UINT16, UINT32, UINT8 } from "./types.ts";

export const route = object("Route", "", {
  network: text({ doc: "", always: true }),
  gateway: text({ doc: "", always: true }),
  source: text({ doc: "" }),
  metric: number({ doc: "", ...UINT32 }),
  mtu: number({ doc: "", since: "v1.3", ...UINT32 }),
});

export const networkDeviceSelector = object("NetworkDeviceSelector", "", {
  busPath: text({ doc: "" }),
  hardwareAddr: text({ doc: "" }),
  pciID: text({ doc: "" }),
  driver: text({ doc: "" }),
  physical: bool({ doc: "", since: "v1.7" }),
});

export const bond = object("Bond", "", {
  interfaces: list(TEXT, { doc: "", always: true }),
  deviceSelectors: list(networkDeviceSelector, { doc: "", since: "v1.4" }),
  arpIPTarget: list(TEXT, { doc: "" }),
  mode: text({ doc: "", always: true }),
  xmitHashPolicy: text({ doc: "" }),
  lacpRate: text({ doc: "" }),
  adActorSystem: text({ doc: "" }),
  arpValidate: text({ doc: "" }),
  arpAllTargets: text({ doc: "" }),
  primary: text({ doc: "" }),
  primaryReselect: text({ doc: "" }),
  failOverMac: text({ doc: "" }),
  adSelect: text({ doc: "" }),
  miimon: number({ doc: "", ...UINT32 }),
  updelay: number({ doc: "", ...UINT32 }),
  downdelay: number({ doc: "", ...UINT32 }),
  arpInterval: number({ doc: "", ...UINT32 }),
  resendIgmp: number({ doc: "", ...UINT32 }),
  minLinks: number({ doc: "", ...UINT32 }),
  lpInterval: number({ doc: "", ...UINT32 }),
  packetsPerSlave: number({ doc: "", ...UINT32 }),
  numPeerNotif: number({ doc: "", ...UINT8 }),
  tlbDynamicLb: number({ doc: "", ...UINT8 }),
  allSlavesActive: number({ doc: "", ...UINT8 }),
  useCarrier: bool({ doc: "" }),
  adActorSysPrio: number({ doc: "", ...UINT16 }),
  adUserPortKey: number({ doc: "", ...UINT16 }),
  peerNotifyDelay: number({ doc: "", ...UINT32 }),
});

export const stp = object("STP", "", {
  enabled: bool({ doc: "" }),
});

export const bridgeVlan = object("BridgeVLAN", "", {
  vlanFiltering: bool({ doc: "" }),
});

export const bridge = object("Bridge", "", {
  interfaces: list(TEXT, { doc: "", always: true }),
  stp: one(stp, { doc: "" }),
  vlan: one(bridgeVlan, { doc: "", since: "v1.8" }),
});
