/**
 * Configuration, specification and membership of etcd on a control plane node.
 *
 * @module
 */
import { DEFAULT_IMAGES, DEFAULT_RELEASE } from "../../../distribution.ts";
import { type Data, isList, sectionOf } from "../../../machineconfig/data.ts";
import { mainData } from "../../configuration/machine_config.ts";
import { type Controller, desired } from "../controller.ts";
import { ETCD_CONFIG, ETCD_MEMBER, ETCD_SPEC, type EtcdConfig } from "../definitions/etcd.ts";
import { HOSTNAME_STATUS, NODE_ADDRESS } from "../definitions/network.ts";
import { SERVICE } from "../definitions/runtime.ts";
import { onChangeOf } from "./config.ts";
import { stringMap, strings, textOr } from "./config_values.ts";
import type { ControllerOptions } from "./controller_options.ts";
import { HOSTNAME_ID } from "./names.ts";
import { DEFAULT_ADDRESS_ID } from "./node_address.ts";

const ID = "etcd";
const LOCAL = "local";
const ANY_ADDRESS = "0.0.0.0";
const DEFAULT_IMAGE = DEFAULT_IMAGES[DEFAULT_RELEASE].find((image) => image.includes("/etcd:"))!;

/** Returns the controllers of etcd; none on workers and in maintenance mode. */
export function etcdControllers(
  { node, cluster, live: { config }, etcdMemberId }: ControllerOptions,
): Controller[] {
  if (node.type !== "controlplane" || cluster === undefined) return [];
  return [
    {
      name: "etcd.ConfigController",
      inputs: [],
      outputs: [{ definition: ETCD_CONFIG, kind: "exclusive" }],
      refresh: onChangeOf(config),
      run: () =>
        config.value === undefined
          ? []
          : [desired(ETCD_CONFIG, ID, toEtcdConfig(mainData(config.value.documents)))],
    },
    etcdSpec,
    {
      name: "etcd.MemberController",
      inputs: [{ definition: SERVICE, id: "etcd", kind: "weak" }],
      outputs: [{ definition: ETCD_MEMBER, kind: "exclusive" }],
      refresh: { kind: "once" },
      run: (view) => {
        const isHealthy = view.find(SERVICE, "etcd")?.spec.healthy ?? false;
        const memberId = etcdMemberId();
        if (!isHealthy || memberId === undefined) return [];
        const memberID = memberId.toString(16).padStart(16, "0");
        return [desired(ETCD_MEMBER, LOCAL, { memberID })];
      },
    },
  ];
}

function toEtcdConfig(config: Data): EtcdConfig {
  const etcd = sectionOf(sectionOf(config, "cluster"), "etcd");
  const listed = (name: string) => isList(etcd[name]) ? strings(etcd[name]) : undefined;
  return {
    advertiseValidSubnets: listed("advertisedSubnets"),
    advertiseExcludeSubnets: [],
    listenValidSubnets: listed("listenSubnets"),
    listenExcludeSubnets: [],
    image: textOr(etcd["image"], DEFAULT_IMAGE),
    extraArgs: stringMap(etcd["extraArgs"]),
  };
}

const etcdSpec: Controller = {
  name: "etcd.SpecController",
  inputs: [
    { definition: ETCD_CONFIG, id: ID, kind: "weak" },
    { definition: HOSTNAME_STATUS, id: HOSTNAME_ID, kind: "weak" },
    { definition: NODE_ADDRESS, id: DEFAULT_ADDRESS_ID, kind: "weak" },
  ],
  outputs: [{ definition: ETCD_SPEC, kind: "exclusive" }],
  refresh: { kind: "once" },
  run: (view) => {
    const config = view.find(ETCD_CONFIG, ID)?.spec;
    const name = view.find(HOSTNAME_STATUS, HOSTNAME_ID)?.spec.hostname;
    const addresses = view.find(NODE_ADDRESS, DEFAULT_ADDRESS_ID)?.spec.addresses;
    if (config === undefined || name === undefined || addresses === undefined) return [];
    // The listen address of the node is the only one that its peers use.
    const own = addresses.map((address) => address.replace(/\/\d+$/, "")).slice(0, 1);
    const isLimited = config.listenValidSubnets !== undefined;
    return [
      desired(ETCD_SPEC, ID, {
        name,
        advertisedAddresses: own,
        listenPeerAddresses: isLimited ? own : [ANY_ADDRESS],
        listenClientAddresses: isLimited ? ["127.0.0.1", ...own] : [ANY_ADDRESS],
        image: config.image,
        extraArgs: config.extraArgs,
      }),
    ];
  },
};
