/**
 * Entry point.
 *
 * @module
 */
import { tree } from "./commands/tree.ts";
import { wiring } from "./commands/wiring.ts";
import { reportUncaught, runProgram } from "./lib/cli/run.ts";
import { createRealSystem, waitForUncaughtError } from "./lib/platform/real_system.ts";

const system = createRealSystem();
const uncaught = waitForUncaughtError().then((error) => reportUncaught(error, system));
Deno.exit(await Promise.race([runProgram(tree, Deno.args, system, wiring), uncaught]));
