/**
 * Entry point.
 *
 * @module
 */
import { loadTree } from "./commands/load_tree.ts";
import { wiring } from "./commands/wiring.ts";
import { reportUncaught, runProgram } from "./lib/cli/run.ts";
import { omitMemoryFromCoreDumps } from "./lib/platform/core_dumps.ts";
import { createRealSystem, waitForUncaughtError } from "./lib/platform/real_system.ts";

omitMemoryFromCoreDumps();
const system = createRealSystem();
const reported = (error: unknown) => reportUncaught(error, system);
const uncaught = waitForUncaughtError().then(reported);
const finished = loadTree(Deno.args, system.env)
  .then((tree) => runProgram(tree, Deno.args, system, wiring), reported);
Deno.exit(await Promise.race([finished, uncaught]));
