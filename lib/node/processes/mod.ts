/**
 * Processes of nodes.
 *
 * @module
 */
export { processesView, sortProcesses } from "./processes_view.ts";
