/**
 * The command layer: definitions in, exit code out.
 *
 * @module
 */
export * from "./command.ts";
export * from "./context.ts";
export * from "./flags.ts";
export { globalFlags } from "./global_flags.ts";
export { runProgram } from "./run.ts";
export type * from "./wiring.ts";
