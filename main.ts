/**
 * The entry of the program.
 *
 * @module
 */
import { tree } from "./commands/tree.ts";
import { wiring } from "./commands/wiring.ts";
import { runProgram } from "./lib/cli/run.ts";
import { realSystem } from "./lib/platform/real_system.ts";

Deno.exit(await runProgram(tree, Deno.args, realSystem(), wiring));
