/**
 * The entry of the program.
 *
 * @module
 */
import { tree } from "./commands/tree.ts";
import { wiring } from "./commands/wiring.ts";
import { reportUncaught, runProgram } from "./lib/cli/run.ts";
import { firstUncaught, realSystem } from "./lib/platform/real_system.ts";

const system = realSystem();
const uncaught = firstUncaught().then((error) => reportUncaught(error, system));
Deno.exit(await Promise.race([runProgram(tree, Deno.args, system, wiring), uncaught]));
