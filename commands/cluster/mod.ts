/** Local clusters. */
import { group } from "../../lib/cli/command.ts";
import apply from "./apply.ts";
import config from "./config.ts";
import console from "./console.ts";
import create from "./create.ts";
import destroy from "./destroy.ts";
import diff from "./diff.ts";
import fault from "./fault/mod.ts";
import { groupFlags } from "./group_flags.ts";
import importCommand from "./import.ts";
import init from "./init.ts";
import list from "./list.ts";
import nodeRun from "./node_run.ts";
import plan from "./plan.ts";
import qemuRun from "./qemu_run.ts";
import render from "./render.ts";
import sandboxRun from "./sandbox_run.ts";
import schema from "./schema.ts";
import show from "./show.ts";
import start from "./start.ts";
import status from "./status.ts";
import stop from "./stop.ts";
import validate from "./validate.ts";
import vm from "./vm/mod.ts";
import watch from "./watch.ts";

export default group("cluster", {
  summary: "Manage local and declared clusters",
  section: "Local clusters",
  globals: [],
  flags: groupFlags,
  children: [
    apply,
    config,
    console,
    create,
    destroy,
    diff,
    fault,
    importCommand,
    init,
    list,
    nodeRun,
    plan,
    qemuRun,
    render,
    sandboxRun,
    schema,
    show,
    start,
    status,
    stop,
    validate,
    vm,
    watch,
  ],
});
