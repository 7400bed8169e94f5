/**
 * Handlers of the methods that downgrade the storage of etcd, with the rules and errors of etcd.
 *
 * @module
 */
import { machine, MachineService } from "../../../proto/machine.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import { invalidArgumentError } from "../status_errors.ts";
import { type Binding, type NodeFacts, unary } from "../types.ts";
import { requireControlPlane } from "./bindings.ts";
import { clusterVersion, storageVersion } from "./database.ts";
import type { EtcdStore } from "./etcd_store.ts";

/** The oldest version that a node accepts as target. */
const OLDEST_MINOR = 5;

/** Returns the bindings of the downgrade methods. */
export function etcdDowngradeBindings(store: EtcdStore): Binding[] {
  /** Checks a target `MAJOR.MINOR` and returns its storage version. */
  const check = (operation: string, target: string, node: NodeFacts): string => {
    requireControlPlane(node, `etcd downgrade ${operation}`);
    const match = /^(\d+)\.(\d+)$/.exec(target);
    if (target === "") throw invalidArgumentError("version is required for etcd downgrade");
    if (match === null) throw invalidArgumentError("version should be in MAJOR.MINOR format");
    const [major, minor] = [Number(match[1]), Number(match[2])];
    if (major < 3 || (major === 3 && minor < OLDEST_MINOR)) {
      throw invalidArgumentError("etcd downgrade is only supported to 3.5 and later versions");
    }
    const [ownMajor, ownMinor] = clusterVersion(store.state).split(".").map(Number);
    if (major !== ownMajor || minor !== ownMinor! - 1) {
      throw etcdError("invalid downgrade target version");
    }
    if (store.state.downgrade !== undefined) {
      throw etcdError("cluster has a downgrade job in progress");
    }
    return `${major}.${minor}.0`;
  };
  const result = () => ({ messages: [{ clusterDowngrade: { clusterVersion: version() } }] });
  const version = () => storageVersion(store.state);

  return [
    unary(MachineService.EtcdDowngradeValidate, (request, { node }) =>
      new Promise((resolve) => {
        check("validate", request.version ?? "", node);
        resolve(machine.EtcdDowngradeValidateResponse.create(result()));
      })),
    unary(MachineService.EtcdDowngradeEnable, async (request, { node }) => {
      await store.setDowngrade(check("enable", request.version ?? "", node));
      return machine.EtcdDowngradeEnableResponse.create(result());
    }),
    unary(MachineService.EtcdDowngradeCancel, async (_, { node }) => {
      requireControlPlane(node, "etcd downgrade cancel");
      if (store.state.downgrade === undefined) throw etcdError("no inflight downgrade job");
      await store.setDowngrade(undefined);
      return machine.EtcdDowngradeCancelResponse.create(result());
    }),
  ];
}

function etcdError(reason: string): StatusError {
  return new StatusError(StatusCode.unknown, `failed to query etcd status: etcdserver: ${reason}`);
}
