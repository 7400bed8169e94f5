/**
 * Handler of `BlockDeviceWipe`. The devices belong to this machine, so that nothing is written:
 * the node checks the request and logs it.
 *
 * @module
 */
import { storage, StorageService } from "../../../proto/storage.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import { failedPreconditionError } from "../status_errors.ts";
import { type Binding, type NodeFacts, unary } from "../types.ts";

/** A block device of a node. */
export interface WipeableDevice {
  readonly name: string;
  readonly isReadonly: boolean;
  /** The mount point or user of the device; undefined when it is unused. */
  readonly usedBy: string | undefined;
}

/** Returns the binding of `BlockDeviceWipe`. */
export function wipeBinding(
  devicesOf: (node: NodeFacts) => readonly WipeableDevice[],
  log: (node: NodeFacts, line: string) => void,
): Binding {
  return unary(StorageService.BlockDeviceWipe, (request, { node }) =>
    new Promise((resolve) => {
      const all = devicesOf(node);
      const wiped = (request.devices ?? []).map((descriptor) => {
        const name = JSON.stringify(descriptor.device ?? "");
        const device = all.find((one) => one.name === descriptor.device);
        if (device === undefined) {
          throw new StatusError(StatusCode.notFound, `blockdevice ${name} not found`);
        }
        if (device.isReadonly) throw failedPreconditionError(`blockdevice ${name} is read-only`);
        if (device.usedBy !== undefined && !descriptor.skipVolumeCheck) {
          const volume = JSON.stringify(device.usedBy);
          throw failedPreconditionError(`blockdevice ${name} is in use by volume ${volume}`);
        }
        return device.name;
      });
      for (const name of wiped) log(node, `block device ${name}: wipe requested, nothing written`);
      resolve(storage.BlockDeviceWipeResponse.create({ messages: [{}] }));
    }));
}
