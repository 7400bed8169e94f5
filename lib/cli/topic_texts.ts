/**
 * Texts of help topics.
 *
 * @module
 */
import type { HelpTopic } from "./help_topics.ts";

/** A part of a topic: a paragraph, rows of two columns, or command lines. */
export type TopicPart =
  | { readonly text: string }
  | { readonly rows: readonly (readonly [left: string, right: string])[] }
  | { readonly lines: readonly string[] };

/** Environment variables and their meaning. */
export const VARIABLES: readonly (readonly [name: string, meaning: string])[] = [
  [
    "OSCONFIG",
    "client configuration file; default ~/.os/config. --osconfig takes precedence",
  ],
  ["OSCTL_INTERFACE", "interface release, v1.8 (default) or v1.4: commands, flags and defaults"],
  ["OSCTL_CONNECT_TIMEOUT", "timeout of a connection to an endpoint, such as 5s; default 10s"],
  [
    "OSCTL_CALL_TIMEOUT",
    "timeout of a call to one node, and idle timeout of a stream; default 30s",
  ],
  ["OSCTL_CONTEXT", "context of a shell started by osctl shell; commands reject others"],
  ["OSCTL_SESSION", "1: use a running session even without a terminal; 0: never; see session"],
  ["OSCTL_YES", "1 skips the confirmation of disruptive commands, like --yes"],
  ["OSCTL_RELEASE_URL", "address of the newest release for version --check"],
  ["OSCTL_DEBUG", "1 prints every call on stderr and adds details to errors"],
  ["NO_COLOR", "any value disables colours. --color takes precedence"],
  ["CLICOLOR_FORCE", "any value but 0 enables colours even without a terminal"],
  ["OSCTL_PAGER, PAGER", "pager for output longer than the terminal; cat: none"],
  ["OS_EDITOR, EDITOR", 'editor of "edit"; default vi'],
  [
    "DENO_CERT, NODE_EXTRA_CA_CERTS",
    "PEM files of further authorities for object stores, proxies and releases",
  ],
  ["DENO_TLS_CA_STORE", "system: authorities of the system instead of Mozilla's"],
  ["HTTPS_PROXY", "proxy for connections to endpoints (http, https, socks5)"],
  ["NO_PROXY", "comma-separated endpoints that bypass the proxy; * for all"],
  ["HOME", "parent of the directory .os; else USERPROFILE"],
];

/** Exit codes and their meaning. */
export const EXIT_CODES: readonly (readonly [code: string, meaning: string])[] = [
  [
    "0",
    "success; also if ^C stopped a stream that never ends by itself, or the reader of a " +
    "query closed the output",
  ],
  [
    "1",
    "failure of a node (other nodes are still printed), a file or a connection; a " +
    "difference found by diff; an upgrade, rotation or reboot that stopped because the " +
    "reader closed the output",
  ],
  ["2", "usage error: unknown command or flag, invalid value, missing argument, no nodes"],
  ["75", "the pod of a rollout moves to another node"],
  ["129", "cancelled: the terminal was closed"],
  ["130", "cancelled by ^C or at a prompt"],
  ["143", "cancelled by SIGTERM"],
];

/** The texts by topic. */
export const TOPIC_TEXTS: Readonly<Record<HelpTopic, readonly TopicPart[]>> = {
  "environment": [
    { rows: VARIABLES },
    { text: "An empty variable counts as unset." },
  ],
  "exit-codes": [
    { rows: EXIT_CODES },
    {
      text: 'An error is one line on stderr that starts with "osctl:". A hint follows after a ' +
        "semicolon.",
    },
  ],
  "output": [
    {
      text: "Commands that print tables accept these flags:",
    },
    {
      rows: [
        ["-o, --output", "table, or json or yaml for scripts"],
        ["-o json=a,b", "JSON with these fields; json= lists them"],
        ["-o jsonpath={.a}", "the results of an expression for each row"],
        ["-o name", "the name of each row"],
        ["--columns a,b", "columns to print, in this order; help: list them"],
        ["--sort-by a", "sort the rows by a column; -a: descending"],
        [
          "--filter 'a > 1'",
          "print only rows that match a CEL expression over the JSON fields",
        ],
        ["--no-headers", "omit the table header"],
        ["--wide", "show all columns in full on a terminal"],
        ["--color", "always, auto or never"],
      ],
    },
    {
      text: "Results are printed on stdout; errors, progress and prompts on stderr. In a pipe, " +
        "nothing is shortened or coloured, and no progress is shown.",
    },
    {
      text:
        "JSON and YAML have stable field names, sizes in bytes, durations in seconds and times " +
        "in RFC 3339, UTC. The field node contains the node as named on the command line.",
    },
    {
      lines: [
        "osctl list -l /etc --columns name,size --sort-by=-size",
        "osctl memory -o json=node,free",
        "osctl processes -o jsonpath='{.node} {.pid} {.command}'",
        "osctl get members -o name",
        "osctl processes --filter 'residentMemory > 500 * MiB'",
        "osctl service --filter 'healthy != true' -n @all",
        "osctl get members --filter 'spec.machineType == \"worker\"'",
      ],
    },
  ],
  "sandbox": [
    {
      text: "A sandbox cluster runs in one process on this machine, without an image, a virtual " +
        "machine or root. Its nodes serve the node API from this machine's state and change " +
        "nothing on it. Use one to try commands and to rehearse automation.",
    },
    {
      lines: [
        "osctl cluster create --provisioner sandbox --workers 2",
        "osctl -n os-default-worker-1 version",
        "osctl cluster show --provisioner sandbox",
        "osctl cluster destroy --provisioner sandbox",
      ],
    },
    {
      text: "Faults make nodes fail, for example by errors, delays or closed ports:",
    },
    {
      lines: [
        "osctl cluster fault add down --provisioner sandbox --node os-default-worker-1",
        "osctl cluster fault clear --provisioner sandbox",
      ],
    },
  ],
  "targets": [
    { text: "-n, --nodes accepts addresses, host names and these targets, separated by commas:" },
    {
      rows: [
        ["worker-1", "the member of the cluster with this name"],
        ["worker-[1-3]", "members with these names"],
        ["@all", "all members"],
        ["@controlplane", "control plane nodes"],
        ["@workers", "worker nodes"],
        ["@label:<selector>", "nodes with a Kubernetes label, such as @label:zone=a"],
        ["@version:<limit>", "nodes with a version, such as '@version:<1.13', in quotes"],
        ["@failed", "nodes on which the last command failed"],
        ["@<group>", "a group of the preferences or of ./cluster.yaml"],
        ["-<target>", "all nodes named before, except these"],
      ],
    },
    {
      lines: [
        "osctl version -n @all",
        "osctl reboot -n @workers,-worker-3",
        "osctl preferences set groups.db worker-1,worker-2",
        "osctl disks -n @db",
      ],
    },
    {
      text: "Without --nodes, commands use the nodes of the context; set them with osctl config " +
        "node. Commands that change nodes list them first.",
    },
  ],
};
