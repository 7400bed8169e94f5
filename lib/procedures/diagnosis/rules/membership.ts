/**
 * Rules about discovery, members and KubeSpan.
 *
 * @module
 */
import type { NodeFacts } from "../facts.ts";
import { at, nodeNamed, parseTime, readNodes, specOf, textAt } from "../read_facts.ts";
import type { Rule } from "../types.ts";
import { HOUR_MS, MINUTE_MS, onLine, onNodes } from "./define.ts";
import { shared } from "./machine.ts";

const LOGS = ["dmesg", "controller-runtime"];
const MEMBERS = { text: "osctl get members -n {nodes}" };

function membersOf(node: NodeFacts): readonly string[] | undefined {
  return node.resources["Members.cluster"]?.map(({ id }) => id);
}

export const MEMBERSHIP_RULES: readonly Rule[] = [
  {
    id: "discovery-unreachable",
    check: "membership",
    summary: "The discovery service does not respond",
    explanation:
      "Nodes find each other through the discovery service, by default discovery.talos.dev on port " +
      "443. Without access to it, use the Kubernetes registry, or disable discovery; KubeSpan and " +
      "lists of members need it.",
    severity: "warning",
    certainty: "certain",
    reads: "dmesg of the last ten minutes: hello failed",
    releases: "all",
    source:
      "internal/app/machined/pkg/controllers/cluster/discovery_service.go; siderolabs/discovery-client",
    actions: [
      { text: "osctl get discoveryconfigs -n {node} -o yaml" },
      { text: "osctl get resolvers -n {node}" },
      { text: "allow TCP port 443 to discovery.talos.dev from {node}" },
    ],
    find: onLine({
      logs: LOGS,
      pattern:
        /(?:hello failed|DiscoveryServiceController|discovery service).*?"error":\s*"((?:[^"\\]|\\.)*)"/,
      withinMs: 10 * MINUTE_MS,
      atLeast: 2,
      title: (match) => `discovery service does not respond to {nodes}: ${match[1]!.slice(0, 200)}`,
    }),
  },
  {
    id: "members-differ",
    check: "membership",
    summary: "Nodes know different members",
    explanation:
      "Each node lists the members that it has discovered. A node with another list cannot reach " +
      "the discovery service, or has another cluster id or secret.",
    severity: "warning",
    certainty: "certain",
    isSymptom: true,
    reads: "Members.cluster of all nodes",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/cluster/member.go",
    actions: [MEMBERS, { text: "osctl get affiliates -n {node}" }],
    *find(facts) {
      const lists = readNodes(facts).flatMap((node) => {
        const members = membersOf(node);
        return members === undefined || members.length === 0 ? [] : [{ node, members }];
      });
      if (lists.length < 2) return;
      const groups = Map.groupBy(lists, ({ members }) => members.toSorted().join(","));
      if (groups.size < 2) return;
      const usual = [...groups].toSorted(([, a], [, b]) => b.length - a.length)[0]![1][0]!.members;
      for (const { node, members } of lists) {
        const missing = usual.filter((one) => !members.includes(one));
        const extra = members.filter((one) => !usual.includes(one));
        if (missing.length === 0 && extra.length === 0) continue;
        const texts = [
          ...(missing.length === 0 ? [] : [`lacks ${missing.join(", ")}`]),
          ...(extra.length === 0 ? [] : [`has ${extra.join(", ")}`]),
        ];
        yield {
          node,
          title: `{nodes} knows other members: ${texts.join("; ")}`,
          evidence: [{ node: node.node, source: "Members.cluster", text: members.join(", ") }],
        };
      }
    },
  },
  {
    id: "node-lists-only-itself",
    check: "membership",
    summary: "A node has discovered no other member",
    explanation:
      "The node knows itself only, though other nodes exist: it cannot reach the discovery " +
      "service, or its cluster id or secret is another one.",
    severity: "warning",
    certainty: "certain",
    isSymptom: true,
    isGeneric: true,
    reads: "Members.cluster",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/cluster/member.go",
    actions: [MEMBERS, { text: "osctl get discoveryconfigs -n {node} -o yaml" }],
    *find(facts) {
      const nodes = readNodes(facts).filter((node) => (membersOf(node)?.length ?? 0) > 0);
      // With a single list, two nodes that differ are already reported.
      const alone = nodes.filter((node) => membersOf(node)!.length === 1);
      if (nodes.length < 2 || alone.length !== nodes.length) return;
      for (const node of alone) {
        yield {
          node,
          title: "{nodes} has discovered no other member",
          evidence: [{
            node: node.node,
            source: "Members.cluster",
            text: membersOf(node)!.join(", "),
          }],
        };
      }
    },
  },
  {
    id: "identity-shared",
    check: "membership",
    summary: "Two nodes have one identity",
    explanation:
      "The disks were copied, or machines were cloned from an installed one: discovery, KubeSpan " +
      "and Kubernetes take them for one node. Reset one of them, so that it creates a new " +
      "identity.",
    severity: "error",
    certainty: "certain",
    reads: "Identities.cluster of all nodes",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/cluster/node_identity.go",
    actions: [
      { text: "osctl get identities -n {nodes}" },
      { text: "osctl reset -n <one of {nodes}> --system-labels-to-wipe STATE,EPHEMERAL --reboot" },
    ],
    *find(facts) {
      yield* shared(
        readNodes(facts),
        "identity",
        (node) => textAt(specOf(node, "Identities.cluster"), "nodeId"),
      );
    },
  },
  {
    id: "kubespan-peer-down",
    check: "membership",
    summary: "A KubeSpan peer is down",
    explanation:
      "The WireGuard connection to the peer has no handshake: UDP port 51820 is closed between the " +
      "nodes, or no endpoint of the peer is reachable from this one.",
    severity: "warning",
    certainty: "certain",
    reads: "KubeSpanPeerStatuses.kubespan",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/kubespan/manager.go",
    actions: [
      { text: "osctl get kubespanpeerstatuses -n {node}" },
      { text: "osctl get kubespanendpoints -n {node}" },
    ],
    *find(facts) {
      for (const node of readNodes(facts)) {
        for (const { spec, updated } of node.resources["KubeSpanPeerStatuses.kubespan"] ?? []) {
          if (textAt(spec, "state") !== "down") continue;
          const label = textAt(spec, "label");
          const peer = nodeNamed(facts, label);
          const since = parseTime(textAt(spec, "lastHandshakeTime"));
          yield {
            node,
            title: `KubeSpan of {nodes}: peer ${label} is down`,
            severity: peer?.unreachable === undefined ? "warning" : "note",
            since: since !== undefined && since > 0 ? since : undefined,
            evidence: [{
              node: node.node,
              source: `KubeSpanPeerStatuses.kubespan ${label}`,
              text: `state: down, endpoint: ${textAt(spec, "endpoint")}`,
              time: updated,
            }],
          };
        }
      }
    },
  },
  {
    id: "discovery-disabled-with-kubespan",
    check: "configuration",
    summary: "KubeSpan is enabled without discovery",
    explanation: "KubeSpan finds its peers through discovery, which is disabled.",
    severity: "error",
    certainty: "certain",
    reads: "KubeSpanConfigs.kubespan, DiscoveryConfigs.cluster",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/kubespan/config.go",
    actions: [{
      text: "osctl patch mc -n {node} --patch " +
        `'{"cluster": {"discovery": {"enabled": true}}}'`,
    }],
    find: onNodes((node) => {
      const kubespan = specOf(node, "KubeSpanConfigs.kubespan");
      const discovery = specOf(node, "DiscoveryConfigs.cluster");
      if (at(kubespan, "enabled") !== true || at(discovery, "discoveryEnabled") !== false) {
        return undefined;
      }
      return {
        title: "KubeSpan of {nodes} is enabled, but discovery is not",
        evidence: [{
          node: node.node,
          source: "DiscoveryConfigs.cluster cluster",
          text: "discoveryEnabled: false",
        }],
      };
    }),
  },
  {
    id: "affiliate-rejected",
    check: "membership",
    summary: "Data of another cluster reach the discovery of a node",
    explanation:
      "An affiliate cannot be decrypted: two clusters use one cluster id with different secrets.",
    severity: "error",
    certainty: "likely",
    reads: "dmesg of the last hour: error decrypting affiliate",
    releases: "all",
    source: "siderolabs/discovery-client",
    actions: [{ text: "osctl get affiliates -n {node}" }],
    find: onLine({
      logs: LOGS,
      pattern: /(?:decrypt\w*[^"]*affiliate|affiliate[^"]*decrypt)[^"]*/i,
      withinMs: HOUR_MS,
      title: "{nodes} cannot decrypt data of members: another cluster secret",
    }),
  },
];
