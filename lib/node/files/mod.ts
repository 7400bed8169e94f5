/**
 * Files of nodes.
 *
 * @module
 */
export { listView } from "./list_view.ts";
export { usageView } from "./usage_view.ts";
