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
  ["OSCTL_CONTEXT", "context of a shell that osctl shell started; others are refused"],
  ["OSCTL_SESSION", "1: use a running session also without a terminal, 0: never; see session"],
  ["OSCTL_YES", "1 skips the confirmation of disruptive commands, as does --yes"],
  ["OSCTL_RELEASE_URL", "address of the newest release for version --check"],
  ["OSCTL_DEBUG", "1 prints every call on stderr and adds details to errors"],
  ["NO_COLOR", "any value disables colours. --color takes precedence"],
  ["CLICOLOR_FORCE", "any value but 0 enables colours also off a terminal"],
  ["OSCTL_PAGER, PAGER", "pager of output that exceeds the screen of a terminal; cat: none"],
  ["OS_EDITOR, EDITOR", 'editor of "edit"; default vi'],
  ["HTTPS_PROXY", "HTTP proxy for connections to endpoints"],
  ["NO_PROXY", "comma-separated endpoints that bypass the proxy; * for all"],
  ["HOME", "parent of the directory .os; else USERPROFILE"],
];

/** Exit codes and their meaning. */
export const EXIT_CODES: readonly (readonly [code: string, meaning: string])[] = [
  [
    "0",
    "success; also when ^C stopped a stream that never ends by itself, or the reader closed the " +
    "output of a query",
  ],
  [
    "1",
    "failure of a node (the output of the others is printed), a file or a connection; a difference " +
    "that diff found; an upgrade, rotation or reboot that stopped because the reader closed the " +
    "output",
  ],
  ["2", "usage error: unknown command or flag, invalid value, missing argument, no nodes"],
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
      text: "Commands that print rows take these flags:",
    },
    {
      rows: [
        ["-o, --output", "format: a table, or records for scripts: json or yaml"],
        ["-o json=a,b", "JSON with these fields; json= lists them"],
        ["-o jsonpath={.a}", "the results of an expression, for each row"],
        ["-o name", "the name of each row"],
        ["--columns a,b", "columns of the table, in this order; help: list them"],
        ["--sort-by a", "sort the rows by a column; -a: descending"],
        [
          "--filter 'a > 1'",
          "print only rows that match an expression (CEL) over the fields of json",
        ],
        ["--no-headers", "omit the header of the table"],
        ["--wide", "show all columns in full on a terminal"],
        ["--color", "always, auto or never"],
      ],
    },
    {
      text: "Results are printed on stdout; errors, progress and prompts on stderr. In a pipe, " +
        "nothing is shortened or coloured, and no progress is shown.",
    },
    {
      text: "Records have stable field names, sizes in bytes, durations in seconds and times " +
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
      text: "A sandbox cluster runs on this machine in one process: without an image, a " +
        "virtual machine or root. Its nodes serve the node API from the state of this machine; " +
        "they change nothing on it. Use one to try commands and to rehearse automation.",
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
      text: "Faults make nodes fail: down, delayed, with errors or with truncated streams:",
    },
    {
      lines: [
        "osctl cluster fault add down --provisioner sandbox --node os-default-worker-1",
        "osctl cluster fault clear --provisioner sandbox",
      ],
    },
  ],
  "targets": [
    { text: "-n, --nodes takes addresses, host names and these targets, separated by commas:" },
    {
      rows: [
        ["worker-1", "the member of the cluster with this name"],
        ["worker-[1-3]", "members with these names"],
        ["@all", "all members"],
        ["@controlplane", "control plane nodes"],
        ["@workers", "worker nodes"],
        ["@label:<selector>", "nodes with a Kubernetes label, such as @label:zone=a"],
        ["@version:<limit>", "nodes with a version, such as '@version:<1.13', in quotes"],
        ["@failed", "nodes that failed in the last command"],
        ["@<group>", "a group that you have defined"],
        ["-<target>", "all nodes named so far but these"],
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
        "node. A command that changes nodes lists them first.",
    },
  ],
};
