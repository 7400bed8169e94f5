/**
 * Block devices of a node, from its resources.
 *
 * @module
 */
import { parseMounts, type WipeableDevice } from "./machine/mod.ts";
import type { Definition } from "./state/definitions/definition.ts";
import { BLOCK_DEVICE, DISK } from "./state/definitions/machine.ts";
import type { NodeState } from "./state/mod.ts";

/** Returns the paths of a node's disks. */
export function listDisks(state: NodeState): readonly string[] {
  return list(state, DISK).map(({ id }) => `/dev/${id}`);
}

/** Returns the disks and partitions of a node with their mount points. */
export function listDevices(state: NodeState): WipeableDevice[] {
  const readonlyDisks = list(state, DISK).filter(({ spec }) => spec.readonly).map(({ id }) => id);
  const mounts = parseMounts(Deno.readTextFileSync("/proc/mounts"));
  return list(state, BLOCK_DEVICE).map(({ id, spec }) => ({
    name: id,
    isReadonly: readonlyDisks.includes(spec.parent ?? id),
    usedBy: mounts.find(({ filesystem }) => filesystem.startsWith(`/dev/${id}`))?.mountedOn,
  }));
}

function list<S>(
  state: NodeState,
  { namespace, type }: Definition<S>,
): { readonly id: string; readonly spec: S }[] {
  state.open({ namespace, type }, new Set(["os:admin"]));
  return state.store.list({ namespace, type })
    .map(({ metadata, spec }) => ({ id: metadata.id, spec: spec?.value as S }));
}
