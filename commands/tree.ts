/**
 * The command tree.
 *
 * @module
 */
import { type Definition, group } from "../lib/cli/command.ts";
import type { NodeClient } from "../lib/client/types.ts";
import alias from "./alias/mod.ts";
import applyConfig from "./apply_config.ts";
import bootstrap from "./bootstrap.ts";
import cgroups from "./cgroups.ts";
import cluster from "./cluster/mod.ts";
import completion from "./completion.ts";
import config from "./config/mod.ts";
import conformance from "./conformance/mod.ts";
import cordon from "./cordon.ts";
import drain from "./drain.ts";
import uncordon from "./uncordon.ts";
import containers from "./containers.ts";
import context from "./context.ts";
import copy from "./copy.ts";
import dashboard from "./dashboard.ts";
import diagnose from "./diagnose.ts";
import diff from "./diff.ts";
import disks from "./disks.ts";
import dmesg from "./dmesg.ts";
import edit from "./edit.ts";
import etcd from "./etcd/mod.ts";
import events from "./events.ts";
import explain from "./explain.ts";
import gen from "./gen/mod.ts";
import get from "./get.ts";
import health from "./health.ts";
import image from "./image/mod.ts";
import images from "./images.ts";
import inject from "./inject/mod.ts";
import inspect from "./inspect/mod.ts";
import kubeconfig from "./kubeconfig.ts";
import list from "./list.ts";
import logs from "./logs.ts";
import machineconfig from "./machineconfig/mod.ts";
import memory from "./memory.ts";
import meta from "./meta/mod.ts";
import mounts from "./mounts.ts";
import netstat from "./netstat.ts";
import patch from "./patch.ts";
import pcap from "./pcap.ts";
import plugin from "./plugin/mod.ts";
import preferences from "./preferences/mod.ts";
import processes from "./processes.ts";
import read from "./read.ts";
import reboot from "./reboot.ts";
import reset from "./reset.ts";
import restart from "./restart.ts";
import rollback from "./rollback.ts";
import rollout from "./rollout/mod.ts";
import { root, ROOT_NAME } from "./root.ts";
import rotateCa from "./rotate_ca.ts";
import schema from "./schema.ts";
import service from "./service.ts";
import session from "./session/mod.ts";
import shell from "./shell.ts";
import shutdown from "./shutdown.ts";
import stats from "./stats.ts";
import { rootSynonyms } from "./synonyms.ts";
import support from "./support.ts";
import time from "./time.ts";
import upgrade from "./upgrade.ts";
import upgradeK8s from "./upgrade_k8s.ts";
import usage from "./usage.ts";
import validate from "./validate.ts";
import version from "./version.ts";
import wait from "./wait.ts";
import wipe from "./wipe/mod.ts";

const commands: readonly Definition<NodeClient>[] = [
  alias,
  applyConfig,
  bootstrap,
  cgroups,
  cluster,
  completion,
  config,
  conformance,
  containers,
  context,
  copy,
  cordon,
  dashboard,
  diagnose,
  diff,
  disks,
  dmesg,
  drain,
  edit,
  etcd,
  events,
  explain,
  gen,
  get,
  health,
  image,
  images,
  inject,
  inspect,
  kubeconfig,
  list,
  logs,
  machineconfig,
  memory,
  meta,
  mounts,
  netstat,
  patch,
  pcap,
  plugin,
  preferences,
  processes,
  read,
  reboot,
  reset,
  restart,
  rollback,
  rollout,
  rotateCa,
  schema,
  service,
  session,
  shell,
  shutdown,
  stats,
  support,
  time,
  uncordon,
  upgrade,
  upgradeK8s,
  usage,
  validate,
  version,
  wait,
  wipe,
];

/** The root command. */
export const tree = group<NodeClient>(ROOT_NAME, {
  ...root,
  children: commands,
  sections: [
    "Read nodes",
    "Change nodes",
    "Cluster",
    "Configuration",
    "Local clusters",
    "Keys",
  ],
  synonyms: rootSynonyms,
});
