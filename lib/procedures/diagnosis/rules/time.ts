/**
 * Rules about clocks of nodes.
 *
 * @module
 */
import {
  findLine,
  lineEvidence,
  readNodes,
  serviceEvidence,
  specOf,
  waitingFor,
} from "../read_facts.ts";
import type { Rule } from "../types.ts";
import { HOUR_MS, MINUTE_MS, onLine, onNodes } from "./define.ts";

const TIME_LOGS = ["dmesg", "controller-runtime"];
const QUERY_ERROR =
  /(?:time query error.*?"error":\s*"((?:[^"\\]|\\.)*)"|(?:ntp |time )?query error(?: with server)?:? (.+))/;
const SERVER = /"server":\s*"([^"]*)"/;

/** Difference between two nodes at which leases and certificates fail, milliseconds. */
const MAX_SKEW_MS = 2000;

export const TIME_RULES: readonly Rule[] = [
  {
    id: "time-not-synced",
    check: "time",
    summary: "The clock of a node is not synchronized",
    explanation:
      "The node has not got the time from any of its servers. etcd and the kubelet wait for the " +
      "time, and certificates fail with a clock that is wrong. UDP port 123 to the servers must " +
      "be open, and their names must resolve; a network without access needs its own servers in " +
      ".machine.time.servers.",
    severity: "error",
    certainty: "certain",
    reads: "TimeStatuses.v1alpha1; controller-runtime: time query error",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/time/sync.go; internal/pkg/ntp",
    actions: [
      { text: "osctl time -n {node}" },
      { text: "osctl get timeservers -n {node}" },
      {
        text: "osctl patch mc -n {node} --patch " +
          `'{"machine": {"time": {"servers": ["<server>"]}}}'`,
      },
    ],
    find: onNodes((node) => {
      const status = specOf(node, "TimeStatuses.v1alpha1");
      const waiting = waitingFor(node, /\btime sync\b/);
      if (status === undefined ? waiting === undefined : status["synced"] === true) {
        return undefined;
      }
      const line = findLine(node, TIME_LOGS, QUERY_ERROR);
      const server = line === undefined ? undefined : SERVER.exec(line.line.text)?.[1];
      const detail = line === undefined
        ? ""
        : `: ${server ?? "server"}: ${line.match[1] ?? line.match[2]}`;
      return {
        title: `clock of {nodes} is not synchronized${detail}`,
        since: line?.since,
        evidence: [
          ...(status === undefined ? [] : [{
            node: node.node,
            source: "TimeStatuses.v1alpha1 node",
            text: "synced: false",
            time: node.resources["TimeStatuses.v1alpha1"]?.[0]?.updated,
          }]),
          ...(waiting === undefined ? [] : [serviceEvidence(node, waiting)]),
          ...(line === undefined ? [] : [lineEvidence(node, line)]),
        ],
      };
    }),
  },
  {
    id: "time-query-errors",
    check: "time",
    summary: "A time server does not respond",
    explanation:
      "The clock was synchronized, but the last queries failed. After a restart the node would " +
      "wait for the time before it starts etcd and the kubelet.",
    severity: "warning",
    certainty: "certain",
    reads: "controller-runtime: time query error within the last hour",
    releases: "all",
    source: "internal/pkg/ntp/ntp.go",
    actions: [{ text: "osctl time -n {node}" }, { text: "osctl get timeservers -n {node}" }],
    find: onLine({
      logs: TIME_LOGS,
      pattern: QUERY_ERROR,
      withinMs: HOUR_MS,
      atLeast: 3,
      when: (node) => specOf(node, "TimeStatuses.v1alpha1")?.["synced"] === true,
      title: (match) => `{nodes}: time server does not respond: ${match[1] ?? match[2]}`,
    }),
  },
  {
    id: "time-offset",
    check: "time",
    summary: "The clock of a node differs from its time server",
    explanation:
      "The node adjusts small differences slowly and large ones at once. A difference that stays " +
      "means that the hypervisor or the hardware clock works against it, or that the server " +
      "itself is wrong.",
    severity: "warning",
    certainty: "certain",
    reads: "call Time: localtime, remotetime",
    releases: "all",
    source: "api/time/time.proto",
    actions: [{ text: "osctl time -n {node}" }, { text: "osctl get adjtimestatus -n {node}" }],
    find: onNodes(({ node, clock }) => {
      const offset = clock?.serverOffsetMs;
      if (offset === undefined || Math.abs(offset) < MAX_SKEW_MS) return undefined;
      return {
        title: `clock of {nodes} differs from ${clock?.server ?? "its server"} by ${
          seconds(offset)
        }`,
        severity: Math.abs(offset) > MINUTE_MS ? "error" : "warning",
        evidence: [{
          node,
          source: "call Time",
          text: `localtime - remotetime = ${seconds(offset)}`,
        }],
      };
    }),
  },
  {
    id: "time-skew-between-nodes",
    check: "time",
    summary: "Clocks of nodes differ from each other",
    explanation:
      "etcd warns from one second on, leases of Kubernetes and tokens fail from some seconds on, " +
      "and new certificates are not valid yet on a node that is behind.",
    severity: "error",
    certainty: "likely",
    reads: "time of each node when it responded",
    releases: "all",
    source: "etcd: server/etcdserver/api/rafthttp (clock drift of peers)",
    actions: [{ text: "osctl time" }, { text: "osctl get timeservers" }],
    *find(facts) {
      const read = readNodes(facts).filter(({ clock }) => clock?.clientOffsetMs !== undefined);
      if (read.length < 2) return;
      const offsets = read.map(({ clock }) => clock!.clientOffsetMs!).toSorted((a, b) => a - b);
      const median = offsets[Math.floor((offsets.length - 1) / 2)]!;
      for (const node of read) {
        const difference = node.clock!.clientOffsetMs! - median;
        if (Math.abs(difference) < MAX_SKEW_MS * 2) continue;
        yield {
          node,
          title: `clock of {nodes} is ${seconds(Math.abs(difference))} ${
            difference > 0 ? "ahead of" : "behind"
          } the other nodes`,
          evidence: [{
            node: node.node,
            source: "call Time",
            text: `differs from the median of ${read.length} nodes by ${seconds(difference)}`,
          }],
        };
      }
    },
  },
  {
    id: "time-spikes",
    check: "time",
    summary: "Responses of the time server are discarded as spikes",
    explanation:
      "The filter of the node discards measurements that differ too much. If a full window is " +
      "discarded, the clock is not adjusted at all: the path to the server is overloaded, or a " +
      "virtual machine is paused often.",
    severity: "warning",
    certainty: "certain",
    reads: "controller-runtime: spike filter discarded",
    releases: "v1.9",
    source: "internal/pkg/ntp/internal/spike",
    actions: [{ text: "osctl time -n {node}" }, { text: "osctl get timeservers -n {node}" }],
    find: onLine({
      logs: TIME_LOGS,
      pattern: /spike filter discarded a full window/,
      withinMs: HOUR_MS,
      title: "{nodes}: responses of the time server are discarded as spikes",
    }),
  },
];

function seconds(ms: number): string {
  const value = ms / 1000;
  return `${Math.abs(value) < 10 ? value.toFixed(1) : Math.round(value)} s`;
}
