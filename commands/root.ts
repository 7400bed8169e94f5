/**
 * The root command without its children.
 *
 * @module
 */
import { globalFlags } from "../lib/cli/global_flags.ts";

/** Name of the root command. */
export const ROOT_NAME = "osctl";

/** Summary and flags of the root command. */
export const root = { summary: "Manage Talos Linux nodes and clusters", flags: globalFlags };
