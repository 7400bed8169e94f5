/**
 * Files of nodes.
 *
 * @module
 */
export { findExistingTargets, hasEntries } from "./existing_targets.ts";
export { listView } from "./list_view.ts";
export { usageView } from "./usage_view.ts";
