/**
 * Rules about machines: memory, disks, kernel.
 *
 * @module
 */
import type { NodeFacts } from "../facts.ts";
import { specOf, textAt } from "../read_facts.ts";
import type { Rule } from "../types.ts";
import { DAY_MS, HOUR_MS, type NodeObservation, onLine, onNodes } from "./define.ts";

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

/** Memory that a node needs, as the health check requires, bytes: 2 GiB and 1 GiB minus a reserve. */
const NEEDED = { controlplane: 2 * GIB * 0.85, worker: GIB * 0.85 } as const;
/** Part of the file system from which it is nearly full, and full. */
const NEARLY_FULL = 0.9;
const FULL = 0.97;
/** Free bytes above which a part does not matter. */
const AMPLE = 10 * GIB;

/** File systems that hold the state of a node. */
const IMPORTANT = ["/var", "/system/state", "/"];

function isContainer({ mode }: NodeFacts): boolean {
  return mode === "container";
}

const KERNEL = ["dmesg"];
const DMESG = { text: "osctl dmesg -n {node}" };
const DISKS = { text: "osctl get disks -n {node}" };

export const MACHINE_RULES: readonly Rule[] = [
  {
    id: "memory-too-small",
    check: "machine",
    summary: "A machine has too little memory",
    explanation:
      "A control plane node needs 2 GiB of memory, a worker 1 GiB. With less, the kernel kills " +
      "processes, often etcd or the API server.",
    severity: "error",
    certainty: "certain",
    reads: "call Memory: MemTotal",
    releases: "all",
    source: "pkg/machinery/minimal: memory of node types",
    actions: [{ text: "osctl memory -n {node}" }, { text: "give the machine more memory" }],
    find: onNodes((node) => {
      if (node.memory === undefined || node.type === "unknown" || isContainer(node)) {
        return undefined;
      }
      const needed = NEEDED[node.type];
      if (node.memory.total === 0 || node.memory.total >= needed) return undefined;
      return {
        title: `{nodes} has ${Math.round(node.memory.total / MIB)} MiB of memory, needs ${
          node.type === "worker" ? 1 : 2
        } GiB`,
        evidence: [{
          node: node.node,
          source: "call Memory",
          text: `MemTotal ${Math.round(node.memory.total / MIB)} MiB`,
        }],
      };
    }),
  },
  {
    id: "memory-exhausted",
    check: "machine",
    summary: "A machine has almost no memory left",
    explanation:
      "Less than 5 % of the memory is available: the next allocation may end in an out-of-memory " +
      "kill.",
    severity: "warning",
    certainty: "certain",
    reads: "call Memory: MemAvailable",
    releases: "all",
    source: "proc_meminfo(5)",
    actions: [
      { text: "osctl memory -n {node}" },
      { text: "osctl processes -n {node} --sort rss" },
    ],
    find: onNodes(({ node, memory }) => {
      if (memory === undefined || memory.total === 0 || memory.available >= memory.total / 20) {
        return undefined;
      }
      // Nodes without the value report zero.
      if (memory.available === 0) return undefined;
      return {
        title: "{nodes} has almost no memory left",
        evidence: [{
          node,
          source: "call Memory",
          text: `MemAvailable ${Math.round(memory.available / MIB)} MiB of ${
            Math.round(memory.total / MIB)
          } MiB`,
        }],
      };
    }),
  },
  {
    id: "oom-kill",
    check: "machine",
    summary: "The kernel killed a process: out of memory",
    explanation:
      "The machine, or the control group of the process, had no memory left. A killed etcd or API " +
      "server explains restarts of the control plane.",
    severity: "error",
    certainty: "certain",
    reads: "dmesg of the last hour: Out of memory, oom-kill; OOMActions",
    releases: "all",
    source: "kernel: mm/oom_kill.c",
    actions: [
      { text: "osctl memory -n {node}" },
      { text: "osctl processes -n {node} --sort rss" },
      DMESG,
    ],
    find: onLine({
      logs: KERNEL,
      pattern:
        /(?:Memory cgroup out of memory|Out of memory): Killed process \d+ \(([^)]+)\)|(\S+) invoked oom-killer|Sending SIGKILL to cgroup.*?OOMController.*?"cgroup":\s*"([^"]+)"/,
      withinMs: HOUR_MS,
      title: (match) => `out of memory on {nodes}: ${match[1] ?? match[2] ?? match[3]} was killed`,
    }),
  },
  {
    id: "disk-full",
    check: "machine",
    summary: "A file system is full or nearly full",
    explanation:
      "Without space below /var, etcd stops, images cannot be pulled, and the kubelet evicts pods. " +
      "Images that are not used, logs of pods, and volumes of pods fill it.",
    severity: "error",
    certainty: "certain",
    reads: "call Mounts",
    releases: "all",
    source: "api/machine/machine.proto: MountStat",
    actions: [
      { text: "osctl mounts -n {node}" },
      { text: "osctl usage /var -d 2 -H -n {node}" },
    ],
    find: onNodes((node) => {
      if (isContainer(node)) return undefined;
      const seen = new Set<string>();
      return (node.mounts ?? []).flatMap(({ source, path, size, available }) => {
        const isState = IMPORTANT.includes(path) || /^\/var\/mnt\/|^\/var\/lib\//.test(path);
        if (!isState || path === "/" || size < 64 * MIB || seen.has(source)) return [];
        seen.add(source);
        const used = (size - available) / size;
        if (used < NEARLY_FULL || available > AMPLE) return [];
        return [{
          title: `file system ${path} of {nodes} is ${Math.floor(used * 100)} % full`,
          severity: used >= FULL ? "error" as const : "warning" as const,
          evidence: [{
            node: node.node,
            source: `mount ${path}`,
            text: `${Math.round(available / MIB)} MiB of ${Math.round(size / MIB)} MiB available`,
          }],
        }];
      });
    }),
  },
  {
    id: "disk-no-space",
    check: "machine",
    summary: "Writes fail: no space left on device",
    explanation:
      "A file system has no free blocks or inodes. Many small files exhaust the inodes while " +
      "there is space.",
    severity: "error",
    certainty: "certain",
    reads: "logs of the last hour: no space left on device",
    releases: "all",
    source: "errno(3): ENOSPC",
    actions: [
      { text: "osctl mounts -n {node}" },
      { text: "osctl usage /var -d 2 -H -n {node}" },
    ],
    find: onLine({
      logs: [
        "dmesg",
        "etcd",
        "kubelet",
        "cri",
        "containerd",
        "controller-runtime",
        "kube-system/*",
      ],
      pattern: /^(?!.*xfs_growfs).*no space left on device/i,
      withinMs: HOUR_MS,
      title: "writes of {nodes} fail: no space left on device",
    }),
  },
  {
    id: "disk-io-errors",
    check: "machine",
    summary: "A disk reports I/O errors",
    explanation: "The disk, its cable, or its controller is failing. Replace the disk.",
    severity: "error",
    certainty: "certain",
    reads: "dmesg: I/O error, medium error, timeouts of NVMe and ATA",
    releases: "all",
    source: "kernel: block/blk-core.c, drivers/nvme, drivers/ata",
    actions: [DMESG, DISKS],
    find: onLine({
      logs: KERNEL,
      pattern:
        /(?:I\/O error, dev (\w+)|Buffer I\/O error on dev (\w+)|critical medium error, dev (\w+)|(nvme\w+): I\/O (?:tag )?\d+.*timeout|(ata\d+(?:\.\d+)?): (?:failed command|exception Emask))/,
      withinMs: DAY_MS,
      title: (match) => {
        const device = match.slice(1).find((part) => part !== undefined);
        return /^(fd|sr|loop|nbd)\d/.test(device ?? "")
          ? `device ${device} of {nodes} reports I/O errors`
          : `disk ${device} of {nodes} reports I/O errors`;
      },
      when: (node) => !isContainer(node),
    }),
  },
  {
    id: "filesystem-damaged",
    check: "machine",
    summary: "A file system is damaged or read-only",
    explanation:
      "The kernel found damaged metadata, and shut the file system down or made it read-only. The " +
      "disk may be failing. Wiping the partition creates the file system again, without its data.",
    severity: "error",
    certainty: "certain",
    reads: "dmesg: XFS and EXT4 errors",
    releases: "all",
    source: "kernel: fs/xfs, fs/ext4",
    actions: [
      DMESG,
      DISKS,
      { text: "osctl reset -n {node} --system-labels-to-wipe EPHEMERAL --reboot" },
    ],
    find: onLine({
      logs: KERNEL,
      pattern:
        /XFS \((\S+)\): (?:Corruption|Metadata corruption|Internal error|Metadata I\/O [Ee]rror|log I\/O error|log mount\/recovery failed|Filesystem has been shut down|Please (?:unmount|umount))|EXT4-fs error \(device (\S+?)\)|(?:Remounting filesystem|remounted) read-only/,
      withinMs: DAY_MS,
      title: (match) =>
        `file system ${match[1] ?? match[2] ?? ""} of {nodes} is damaged`.replace("  ", " "),
    }),
  },
  {
    id: "volume-failed",
    check: "machine",
    summary: "A volume of a node cannot be used",
    explanation:
      "The node cannot find, create, unlock or mount the volume: no disk matches its selector, the " +
      "disk is too small, or the key of the encryption is not available.",
    severity: "error",
    certainty: "certain",
    reads: "VolumeStatuses.block",
    releases: "v1.8",
    source: "internal/app/machined/pkg/controllers/block/volume_manager.go",
    actions: [
      { text: "osctl get volumestatus {volume} -n {node} -o yaml" },
      { text: "osctl get discoveredvolumes -n {node}" },
      DISKS,
    ],
    find: onNodes((node) => {
      if (node.resources["VolumeStatuses.block"] === undefined) return loggedVolumes(node);
      return (node.resources["VolumeStatuses.block"] ?? []).flatMap(({ id, spec, updated }) => {
        const phase = textAt(spec, "phase");
        const error = textAt(spec, "errorMessage") || textAt(spec, "error");
        if (phase !== "failed" && !(phase === "waiting" && error !== "")) return [];
        return [{
          title: `volume ${id} of {nodes} ${phase === "failed" ? "failed" : "waits"}${
            error === "" ? "" : `: ${error}`
          }`,
          since: updated,
          evidence: [{
            node: node.node,
            source: `VolumeStatuses.block ${id}`,
            text: `phase: ${phase}${error === "" ? "" : `; errorMessage: ${error}`}`,
            time: updated,
          }],
          values: { volume: id },
        }];
      });
    }),
  },
  {
    id: "tasks-hang",
    check: "machine",
    summary: "Processes wait for the disk for minutes",
    explanation:
      "A process did not run for two minutes in the kernel, usually because a disk or network " +
      "storage does not respond.",
    severity: "warning",
    certainty: "certain",
    reads: "dmesg of the last hour: blocked for more than",
    releases: "all",
    source: "kernel: kernel/hung_task.c",
    actions: [DMESG, DISKS],
    find: onLine({
      logs: KERNEL,
      pattern: /INFO: task ([^:]+):\d+ blocked for more than (\d+) seconds/,
      withinMs: HOUR_MS,
      title: (match) => `process ${match[1]} of {nodes} was blocked for more than ${match[2]} s`,
    }),
  },
  {
    id: "hardware-errors",
    check: "machine",
    summary: "The processor or memory reports hardware errors",
    explanation: "Memory modules or the processor are failing, or overheat.",
    severity: "warning",
    certainty: "certain",
    reads: "dmesg of the last day: machine check, EDAC, thermal throttling",
    releases: "all",
    source: "kernel: arch/x86/kernel/cpu/mce, drivers/edac",
    actions: [DMESG],
    find: onLine({
      logs: KERNEL,
      pattern:
        /(\[Hardware Error\]: Machine check|mce: \[Hardware Error\]|EDAC MC\d+: \d+ (?:UE|CE)|cpu clock throttled|temperature above threshold)/,
      withinMs: DAY_MS,
      title: (match) => `{nodes} reports hardware errors: ${match[1]}`,
    }),
  },
  {
    id: "kernel-lockup",
    check: "machine",
    summary: "The kernel stalls or has crashed",
    explanation:
      "A processor did not schedule for long: a virtual machine whose host is overloaded, or a " +
      "fault of a driver.",
    severity: "warning",
    certainty: "certain",
    reads: "dmesg of the last hour: soft lockup, rcu stall, kernel BUG",
    releases: "all",
    source: "kernel: kernel/watchdog.c, kernel/rcu",
    actions: [DMESG, { text: "osctl version -n {node}" }],
    find: onLine({
      logs: KERNEL,
      pattern:
        /(watchdog: BUG: soft lockup|rcu: INFO: rcu_\w+ (?:self-)?detected stalls?|kernel BUG at|general protection fault|Oops: )/,
      withinMs: HOUR_MS,
      title: (match) => `kernel of {nodes}: ${match[1]}`,
    }),
  },
  {
    id: "cpu-overloaded",
    check: "machine",
    summary: "A machine has more work than processors",
    explanation:
      "For fifteen minutes, on average more than four processes per processor wanted to run or " +
      "waited for the disk. etcd misses heartbeats, and the kubelet its deadlines.",
    severity: "warning",
    certainty: "likely",
    reads: "calls LoadAvg, CPUInfo",
    releases: "all",
    source: "proc_loadavg(5)",
    actions: [{ text: "osctl processes -n {node} --sort cpu" }],
    find: onNodes((node) => {
      const { load, cpus } = node;
      if (load === undefined || cpus === undefined || cpus === 0 || isContainer(node)) {
        return undefined;
      }
      if (node.platform === "sandbox" || load[2] < cpus * 4 || load[2] < 8) return undefined;
      return {
        title: "{nodes} has more work than processors",
        evidence: [{
          node: node.node,
          source: "call LoadAvg",
          text: `load of 15 minutes ${load[2].toFixed(1)}, processors ${cpus}`,
        }],
      };
    }),
  },
  {
    id: "kernel-module-missing",
    check: "machine",
    summary: "A configured kernel module cannot be loaded",
    explanation:
      "The module of .machine.kernel.modules is not part of the image, or not for its kernel: it " +
      "needs a system extension of the same release.",
    severity: "error",
    certainty: "certain",
    reads: "dmesg: error loading module",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/runtime/kernel_module_spec.go",
    actions: [{ text: "osctl get extensions -n {node}" }, DMESG],
    find: onLine({
      logs: ["dmesg", "controller-runtime"],
      pattern:
        /error loading module "?([\w-]+)"?[^"]*|KernelModuleSpecController.*?(?:module|modprobe) "?([\w-]+)/,
      withinMs: HOUR_MS,
      title: (match) => `kernel module ${match[1] ?? match[2]} of {nodes} cannot be loaded`,
    }),
  },
  {
    id: "machine-uuid-shared",
    check: "machine",
    summary: "Two machines have one SMBIOS UUID",
    explanation:
      "Machines of one hypervisor template or of one vendor have the same UUID. Disk encryption " +
      "with nodeID keys and management by UUID confuse them.",
    severity: "note",
    certainty: "certain",
    reads: "SystemInformations.hardware",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/hardware",
    actions: [{ text: "osctl get systeminformation -n {nodes}" }],
    *find(facts) {
      yield* shared(facts.nodes, "SMBIOS UUID", (node) => {
        if (isContainer(node) || node.platform === "sandbox") return "";
        return textAt(specOf(node, "SystemInformations.hardware"), "uuid");
      });
    },
  },
];

/** Reports nodes with one value. */
export function* shared(
  nodes: readonly NodeFacts[],
  what: string,
  valueOf: (node: NodeFacts) => string,
) {
  const groups = Map.groupBy(nodes.filter((node) => valueOf(node) !== ""), valueOf);
  for (const [value, group] of groups) {
    if (group.length < 2) continue;
    for (const node of group) {
      yield {
        node,
        title: `{nodes} have the same ${what}`,
        evidence: [{ node: node.node, source: what, text: value }],
      };
    }
  }
}

/** Failed volumes in the log of a node whose resources cannot be read. */
function loggedVolumes(node: NodeFacts): readonly NodeObservation[] {
  const failed = new Map<string, NodeObservation>();
  for (const line of node.logs["dmesg"] ?? []) {
    const status = VOLUME_STATUS.exec(line.text);
    if (status === null) continue;
    const [, volume, phase, error] = status as unknown as [string, string, string, string?];
    failed.delete(volume);
    if (phase !== "failed" || error === undefined) continue;
    failed.set(volume, {
      title: `volume ${volume} of {nodes} failed: ${error}`,
      since: line.time,
      evidence: [{ node: node.node, source: "dmesg", text: line.text.trim(), time: line.time }],
      values: { volume },
    });
  }
  return [...failed.values()];
}

const VOLUME_STATUS =
  /volume status .*?"volume":\s*"([^"]+)",.*?"phase":\s*"\w+ -> (\w+)"(?:,\s*"error":\s*"((?:[^"\\]|\\.)*)")?/;
