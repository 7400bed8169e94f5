/**
 * Logs of nodes.
 *
 * @module
 */
export { parseLineTime } from "./line_time.ts";
export { parseLineFilter } from "./log_filter.ts";
export type { LogSource } from "./log_source.ts";
export { printManyLogs } from "./print_many.ts";
export { printLogs } from "./print_logs.ts";
