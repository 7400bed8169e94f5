/**
 * Clocks of nodes.
 *
 * @module
 */
export { timeView } from "./time_view.ts";
