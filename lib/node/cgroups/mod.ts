/**
 * Control groups of nodes.
 *
 * @module
 */
export { printCgroups } from "./print_cgroups.ts";
