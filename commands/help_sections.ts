/**
 * Sections of the program's help.
 *
 * @module
 */
import type { HelpSection } from "../lib/cli/command.ts";

/** Sections, with the names of their commands. */
export const helpSections: readonly HelpSection[] = [
  {
    title: "Read nodes",
    commands: [
      ...[
        "cgroups",
        "containers",
        "copy",
        "dashboard",
        "disks",
        "dmesg",
        "events",
        "get",
        "image",
        "images",
      ],
      ...["inspect", "list", "logs", "memory", "mounts", "netstat", "pcap", "processes", "read"],
      ...["service", "stats", "support", "time", "usage", "version", "wait"],
    ],
  },
  {
    title: "Change nodes",
    commands: [
      ...[
        "apply-config",
        "diff",
        "edit",
        "meta",
        "patch",
        "reboot",
        "reset",
        "restart",
        "rollback",
      ],
      ...["shutdown", "upgrade", "wipe"],
    ],
  },
  {
    title: "Cluster",
    commands: [
      ...[
        "bootstrap",
        "conformance",
        "diagnose",
        "etcd",
        "health",
        "kubeconfig",
        "rollout",
        "rotate-ca",
      ],
      "upgrade-k8s",
    ],
  },
  {
    title: "Configuration",
    commands: [
      ...["alias", "completion", "config", "context", "explain", "inject", "machineconfig"],
      ...["plugin", "preferences", "schema", "session", "shell", "validate"],
    ],
  },
  { title: "Local clusters", commands: ["cluster"] },
  { title: "Keys", commands: ["gen"] },
];
