/**
 * Disks, memory, mounts and META of nodes.
 *
 * @module
 */
export { disksView } from "./disks_view.ts";
export { formatCounters, memoryView } from "./memory_view.ts";
export { parseMetaKey } from "./meta_key.ts";
export { hasSize, mountsView } from "./mounts_view.ts";
