/**
 * Logs of nodes.
 *
 * @module
 */
export { printLogs } from "./print_logs.ts";
