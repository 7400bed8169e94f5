/**
 * Handlers of `MetaWrite` and `MetaDelete`.
 *
 * @module
 */
import { machine, MachineService } from "../../../proto/machine.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import { type Binding, type NodeFacts, unary } from "../types.ts";
import { unlessContainer } from "./action_errors.ts";
import type { Machine } from "./machine.ts";

/** Size of all values that fit into META, bytes. */
const CAPACITY = 256 * 1024 - 1024;

/** Returns the bindings of `MetaWrite` and `MetaDelete`. */
export function metaBindings(machineOf: (node: NodeFacts) => Machine): Binding[] {
  const change = async (target: Machine, meta: Readonly<Record<string, string>>) => {
    await target.storage.update({ meta });
    target.boot.live.meta.set(meta);
  };
  return [
    unary(
      MachineService.MetaWrite,
      unlessContainer(async ({ key, value }, { node }) => {
        const id = keyId(key ?? 0);
        const target = machineOf(node);
        const text = new TextDecoder().decode(value ?? new Uint8Array(0));
        const meta = { ...target.storage.record.meta, [id]: text };
        const size = Object.values(meta).reduce((sum, one) => sum + one.length, 0);
        if (size > CAPACITY) {
          throw new StatusError(StatusCode.resourceExhausted, "meta write failed");
        }
        await change(target, meta);
        return machine.MetaWriteResponse.create({ messages: [{}] });
      }),
    ),
    unary(
      MachineService.MetaDelete,
      unlessContainer(async ({ key }, { node }) => {
        const id = keyId(key ?? 0);
        const target = machineOf(node);
        const { [id]: removed, ...meta } = target.storage.record.meta;
        if (removed === undefined) {
          throw new StatusError(StatusCode.notFound, "meta key not found");
        }
        await change(target, meta);
        return machine.MetaDeleteResponse.create({ messages: [{}] });
      }),
    ),
  ];
}

/** Returns the resource id of a key, for example `0x0a`. */
function keyId(key: number): string {
  if (key > 255) throw new StatusError(StatusCode.invalidArgument, "key must be a uint8");
  return `0x${key.toString(16).padStart(2, "0")}`;
}
