/** Local clusters: make one, look at it, break it on purpose, remove it. */
import { group } from "../../lib/cli/command.ts";
import create from "./create.ts";
import destroy from "./destroy.ts";
import fault from "./fault/mod.ts";
import { groupFlags } from "./group_flags.ts";
import sandboxRun from "./sandbox_run.ts";
import show from "./show.ts";

export default group("cluster", {
  summary: "Make and remove clusters on this machine",
  flags: groupFlags,
  children: [create, destroy, fault, sandboxRun, show],
});
