/**
 * Rules about boots, installations and upgrades.
 *
 * @module
 */
import { listAt, readNodes, specOf, textAt } from "../read_facts.ts";
import type { Rule } from "../types.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, onLine, onNodes } from "./define.ts";

const LOGS = ["dmesg", "machined", "controller-runtime"];
const DMESG = { text: "osctl dmesg -n {node}" };
const STATUS = { text: "osctl get machinestatus -n {node} -o yaml" };

export const BOOT_RULES: readonly Rule[] = [
  {
    id: "boot-sequence-failed",
    check: "boot",
    summary: "The boot or installation of a node failed",
    explanation:
      "A phase of the sequence failed. The node reboots and tries again, so that it loops, or " +
      "waits for another configuration. The error names the task.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    isGeneric: true,
    reads: "dmesg: fatal sequencer error, error running phase",
    releases: "all",
    source:
      "internal/app/machined/pkg/runtime/v1alpha1/v1alpha1_controller.go; internal/app/machined/main.go",
    actions: [DMESG, STATUS],
    find: onLine({
      logs: LOGS,
      pattern:
        /(?:fatal sequencer error in "(\w+)" sequence: |(\w+) sequence: failed: |error running phase \d+ in (\w+) sequence: |task (\w+) \(\d+\/\d+\): failed[:,] )(.*)/,
      when: (node) => textAt(specOf(node, "MachineStatuses.runtime"), "stage") !== "running",
      title: (match) =>
        `${match[1] ?? match[2] ?? match[3] ?? match[4]} of {nodes} failed: ${
          match[5]!.slice(0, 300)
        }`,
    }),
  },
  {
    id: "boot-loop",
    check: "boot",
    summary: "A node boots again and again",
    explanation: "The node reboots by itself after a failure. The kernel log has the reason.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    isGeneric: true,
    reads: "dmesg: rebooting in; time of the boot",
    releases: "all",
    source: "internal/app/machined/main.go: rebooting after an error",
    actions: [DMESG, { text: "look at the console of the node" }],
    find: onLine({
      logs: LOGS,
      pattern: /(?:rebooting in (\d+(?:\.\d+)?) (seconds|minutes))/,
      withinMs: 30 * MINUTE_MS,
      title: (match) => `{nodes} reboots after a failure, in ${match[1]} ${match[2]}`,
    }),
  },
  {
    id: "install-disk-missing",
    check: "boot",
    summary: "The disk of the installation does not exist or fits nothing",
    explanation:
      ".machine.install.disk names a disk that the machine does not have, or the selector matches " +
      "none: names of disks differ between controllers and change between boots.",
    severity: "error",
    certainty: "certain",
    reads: "dmesg: no disk matched, no such device",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/block/install_disk.go, internal/pkg/install",
    actions: [
      { text: "osctl get disks -n {node}", since: "v1.8" },
      { text: "osctl disks -n {node}", until: "v1.8" },
      { text: "osctl edit mc -n {node}" },
    ],
    find: onLine({
      logs: LOGS,
      pattern:
        /(no disks? (?:found )?match(?:ed|es|ing)?[^"]*|install disk[^"]*(?:not found|missing)|failed to (?:find|open|probe)[^"]*\/dev\/[\w/-]+[^"]*(?:no such (?:file|device)[^"]*)|lstat \/dev\/[\w/-]+: no such file or directory|disk not found[^"]*|no disk is selected[^"]*|no system disk found|disk does(?:n't| not) match[^"]*|specified install disk does not exists?[^"]*)/i,
      when: (node) => textAt(specOf(node, "MachineStatuses.runtime"), "stage") !== "running",
      title: (match) => `installation of {nodes} finds no disk: ${match[1]}`,
    }),
  },
  {
    id: "boot-fell-back",
    check: "boot",
    summary: "A node booted the system before its upgrade",
    explanation:
      "The new system did not boot, and the bootloader started the old one. The console of the " +
      "first boot had the reason.",
    severity: "error",
    certainty: "certain",
    reads: "dmesg: reverting failed upgrade; META",
    releases: "all",
    source: "internal/app/machined/pkg/runtime/v1alpha1/bootloader: reverting failed upgrade",
    actions: [
      { text: "osctl version -n {node}" },
      DMESG,
      { text: "osctl upgrade -n {node} --image <installer image> --debug" },
    ],
    find: onLine({
      logs: LOGS,
      pattern:
        /reverting failed upgrade, switching to "?([^"]*)"?|reverting to previous UKI: (\S+)/,
      title: (match) =>
        `{nodes} fell back to the system before its upgrade (${match[1] ?? match[2]})`,
    }),
  },
  {
    id: "upgrade-failed",
    check: "boot",
    summary: "An upgrade of a node failed",
    explanation: "The upgrade sequence ended with an error; the node runs its old system.",
    severity: "error",
    certainty: "certain",
    reads: "dmesg: upgrade failed, lock, validation",
    releases: "all",
    source: "internal/app/machined/internal/server/v1alpha1: Upgrade",
    actions: [{ text: "osctl version -n {node}" }, DMESG],
    find: onLine({
      logs: LOGS,
      pattern:
        /(?:upgrade failed: (.*)|error validating installer image ?"?[^"]*"?: (.*)|failed to acquire (upgrade (?:mutex|lock)): ?(.*))/,
      withinMs: DAY_MS,
      title: (match) =>
        `upgrade of {nodes} failed: ${
          match.slice(1).filter((one) => one).join(": ").slice(0, 300)
        }`,
    }),
  },
  {
    id: "versions-differ",
    check: "boot",
    summary: "Nodes run different releases",
    explanation:
      "An upgrade of the cluster is not complete. Control plane nodes more than one minor release " +
      "apart are not supported.",
    severity: "note",
    certainty: "certain",
    reads: "call Version of all nodes",
    releases: "all",
    source: "siderolabs/docs: upgrading",
    actions: [{ text: "osctl version --short" }],
    *find(facts) {
      const nodes = readNodes(facts).filter(({ version }) => version !== undefined);
      const groups = Map.groupBy(nodes, ({ version }) => version!);
      if (groups.size < 2) return;
      const minors = new Set(
        [...groups.keys()].map((tag) => /^v?(\d+\.\d+)/.exec(tag)?.[1] ?? tag),
      );
      yield {
        title: `nodes run ${[...groups.keys()].sort().join(", ")}`,
        severity: minors.size > 2 ? "warning" : "note",
        evidence: [...groups].map(([version, list]) => ({
          source: "call Version",
          text: `${version}: ${list.map(({ name }) => name).join(", ")}`,
        })),
      };
    },
  },
  {
    id: "staged-upgrade-pending",
    check: "boot",
    summary: "A staged upgrade waits for a reboot",
    explanation: "The upgrade was staged, and starts with the next reboot.",
    severity: "note",
    certainty: "certain",
    reads: "MetaKeys.runtime 0x08",
    releases: "v1.5",
    source: "internal/pkg/meta/constants.go: StagedUpgradeImageRef",
    actions: [{ text: "osctl get metakeys -n {node}" }, { text: "osctl reboot -n {node}" }],
    find: onNodes((node) => {
      const key = node.resources["MetaKeys.runtime"]?.find(({ id }) => id === "0x08");
      if (key === undefined) return undefined;
      return {
        title: "staged upgrade of {nodes} waits for a reboot",
        evidence: [{
          node: node.node,
          source: "MetaKeys.runtime 0x08",
          text: textAt(key.spec, "value"),
          time: key.updated,
        }],
      };
    }),
  },
  {
    id: "machine-not-ready",
    check: "ready",
    summary: "A machine is not ready",
    explanation:
      "The machine is in another stage than running, or a condition of its stage is not met. The " +
      "conditions name what is missing.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    isGeneric: true,
    reads: "MachineStatuses.runtime: stage, unmetConditions",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/runtime/machine_status.go",
    actions: [STATUS, { text: "osctl service -n {node}" }, DMESG],
    find: onNodes((node) => {
      const one = node.resources["MachineStatuses.runtime"]?.[0];
      if (one === undefined) return undefined;
      const stage = textAt(one.spec, "stage");
      const unmet = listAt(one.spec, "status", "unmetConditions")
        .map((condition) => `${textAt(condition, "name")}: ${textAt(condition, "reason")}`);
      if (stage === "running" && unmet.length === 0) return undefined;
      const isYoung = one.updated !== undefined && node.readAt - one.updated < MINUTE_MS;
      // A change of a moment ago is no state yet.
      if (isYoung && stage === "running") return undefined;
      const detail = unmet.length === 0 ? "" : `: ${unmet.join("; ")}`;
      return {
        title: stage === "running"
          ? `{nodes} is not ready${detail}`
          : `{nodes} is in stage ${stage || "unknown"}${detail}`,
        severity: stage === "running" ? "warning" : "error",
        since: one.updated,
        evidence: [{
          node: node.node,
          source: "MachineStatuses.runtime machine",
          text: `stage: ${stage}${detail}`,
          time: one.updated,
        }],
      };
    }),
  },
  {
    id: "watchdog-restarted",
    check: "boot",
    summary: "A node restarted without a shutdown",
    explanation:
      "The node booted within the last hour, and its log has no shutdown before: it lost power, the " +
      "kernel panicked, or a watchdog reset it.",
    severity: "note",
    certainty: "possible",
    reads: "call SystemStat: boot time; dmesg: panic of the last boot",
    releases: "all",
    source: "kernel: fs/pstore",
    actions: [DMESG, { text: "osctl list /sys/fs/pstore -n {node}" }],
    find: onLine({
      logs: ["dmesg"],
      pattern:
        /(pstore: .*(?:dump|Found \d+ record)|watchdog0: watchdog did not stop|reset by watchdog|Last boot.*watchdog)/i,
      withinMs: HOUR_MS,
      when: (node) => node.bootedAt !== undefined && node.readAt - node.bootedAt < HOUR_MS,
      title: "{nodes} restarted without a shutdown",
    }),
  },
];
