/**
 * Processes of nodes.
 *
 * @module
 */
export { commandLine, processesView, sortProcesses } from "./processes_view.ts";
