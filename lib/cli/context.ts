/**
 * Context of a command: the context of the console, with the values of the inherited flags.
 *
 * @module
 */
import type { FlagValues } from "./flags.ts";
import type { globalFlags } from "./global_flags.ts";

export type { ConsoleContext as Context, Prompts, TextOptions } from "../console/context.ts";
export type { OpenOptions } from "../procedures/context.ts";

/** Values of the flags inherited by every command, without those applied before it runs. */
export type GlobalValues = Omit<FlagValues<typeof globalFlags>, "color">;
