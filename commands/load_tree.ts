/**
 * Loads the command that a line names, without the others: all definitions together take 8 ms of CPU.
 *
 * @module
 */
import { DEFAULT_RELEASE } from "../lib/distribution.ts";
import { type Definition, group, type GroupDefinition } from "../lib/cli/command.ts";
import { firstName } from "../lib/cli/follow_path.ts";
import { isDefaultRelease } from "../lib/cli/release.ts";
import type { NodeClient } from "../lib/client/types.ts";
import type { Environment } from "../lib/platform/system.ts";
import { root, ROOT_NAME } from "./root.ts";

/** Modules of commands by name and alias, without those that list the others. */
export const COMMAND_MODULES: Readonly<
  Record<string, () => Promise<{ readonly default: Definition<NodeClient> }>>
> = {
  apply: () => import("./apply_config.ts"),
  "apply-config": () => import("./apply_config.ts"),
  bootstrap: () => import("./bootstrap.ts"),
  c: () => import("./containers.ts"),
  cat: () => import("./read.ts"),
  cg: () => import("./cgroups.ts"),
  cgroups: () => import("./cgroups.ts"),
  cluster: () => import("./cluster/mod.ts"),
  completion: () => import("./completion.ts"),
  config: () => import("./config/mod.ts"),
  conformance: () => import("./conformance/mod.ts"),
  cordon: () => import("./cordon.ts"),
  drain: () => import("./drain.ts"),
  uncordon: () => import("./uncordon.ts"),
  containers: () => import("./containers.ts"),
  context: () => import("./context.ts"),
  copy: () => import("./copy.ts"),
  cp: () => import("./copy.ts"),
  dashboard: () => import("./dashboard.ts"),
  diagnose: () => import("./diagnose.ts"),
  diff: () => import("./diff.ts"),
  disks: () => import("./disks.ts"),
  dmesg: () => import("./dmesg.ts"),
  du: () => import("./usage.ts"),
  edit: () => import("./edit.ts"),
  etcd: () => import("./etcd/mod.ts"),
  events: () => import("./events.ts"),
  explain: () => import("./explain.ts"),
  free: () => import("./memory.ts"),
  g: () => import("./get.ts"),
  gen: () => import("./gen/mod.ts"),
  get: () => import("./get.ts"),
  health: () => import("./health.ts"),
  image: () => import("./image/mod.ts"),
  images: () => import("./image/mod.ts"),
  inject: () => import("./inject/mod.ts"),
  inspect: () => import("./inspect/mod.ts"),
  kubeconfig: () => import("./kubeconfig.ts"),
  list: () => import("./list.ts"),
  logs: () => import("./logs.ts"),
  ls: () => import("./list.ts"),
  m: () => import("./memory.ts"),
  machineconfig: () => import("./machineconfig/mod.ts"),
  mc: () => import("./machineconfig/mod.ts"),
  memory: () => import("./memory.ts"),
  meta: () => import("./meta/mod.ts"),
  mount: () => import("./mounts.ts"),
  mounts: () => import("./mounts.ts"),
  netstat: () => import("./netstat.ts"),
  p: () => import("./processes.ts"),
  patch: () => import("./patch.ts"),
  pcap: () => import("./pcap.ts"),
  preferences: () => import("./preferences/mod.ts"),
  processes: () => import("./processes.ts"),
  ps: () => import("./processes.ts"),
  read: () => import("./read.ts"),
  reboot: () => import("./reboot.ts"),
  reset: () => import("./reset.ts"),
  restart: () => import("./restart.ts"),
  rollback: () => import("./rollback.ts"),
  rollout: () => import("./rollout/mod.ts"),
  "rotate-ca": () => import("./rotate_ca.ts"),
  schema: () => import("./schema.ts"),
  service: () => import("./service.ts"),
  services: () => import("./service.ts"),
  session: () => import("./session/mod.ts"),
  shell: () => import("./shell.ts"),
  shutdown: () => import("./shutdown.ts"),
  ss: () => import("./netstat.ts"),
  stats: () => import("./stats.ts"),
  support: () => import("./support.ts"),
  tcpdump: () => import("./pcap.ts"),
  time: () => import("./time.ts"),
  upgrade: () => import("./upgrade.ts"),
  "upgrade-k8s": () => import("./upgrade_k8s.ts"),
  usage: () => import("./usage.ts"),
  validate: () => import("./validate.ts"),
  version: () => import("./version.ts"),
  wait: () => import("./wait.ts"),
  wipe: () => import("./wipe/mod.ts"),
};

/**
 * Returns the command tree, with only the command that `words` name where that is certain: names depend
 * on the release of the interface, and flags of other commands may come before a name.
 */
export async function loadTree(
  words: readonly string[],
  env: Environment,
): Promise<GroupDefinition<NodeClient>> {
  const create = (children: readonly Definition<NodeClient>[]) =>
    group<NodeClient>(ROOT_NAME, { ...root, children });
  const name = isDefaultRelease(env) ? firstName(create([]), words, DEFAULT_RELEASE) : undefined;
  if (name === undefined || !Object.hasOwn(COMMAND_MODULES, name)) {
    return (await import("./tree.ts")).tree;
  }
  return create([(await COMMAND_MODULES[name]!()).default]);
}
