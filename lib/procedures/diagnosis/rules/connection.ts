/**
 * Rules about reaching nodes: endpoints, certificates, addresses.
 *
 * @module
 */
import { formatRelativeTime } from "../../../output/relative_time.ts";
import type { NodeFacts, UnreachableFact } from "../facts.ts";
import { readNodes } from "../read_facts.ts";
import type { Evidence, Rule } from "../types.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./define.ts";

function unreachable(
  kinds: readonly UnreachableFact["kind"][],
  title: string,
): Rule["find"] {
  return function* ({ nodes }) {
    for (const node of nodes) {
      const { unreachable: fact } = node;
      if (fact === undefined || !kinds.includes(fact.kind)) continue;
      if ((fact.reachableThrough?.length ?? 0) > 0) continue;
      yield { node, title, evidence: [callEvidence(node, fact)] };
    }
  };
}

function callEvidence({ node }: NodeFacts, { message }: UnreachableFact): Evidence {
  return { node, source: "call Version", text: message };
}

export const CONNECTION_RULES: readonly Rule[] = [
  {
    id: "node-refuses-connections",
    check: "connection",
    summary: "Port 50000 of a node is closed",
    explanation:
      "The machine responds, but nothing listens on port 50000: it is booting, shut down to a " +
      "boot menu, not a Talos node, or apid does not run. A node that hangs in its boot shows " +
      "the reason on its console.",
    severity: "error",
    certainty: "certain",
    reads: "result of the call Version",
    releases: "all",
    source: "tests/data/frames.json: version-all-dead",
    actions: [
      {
        text: "look at the console of the node: it shows the stage of the boot and its last errors",
      },
      { text: "osctl version -n {node}" },
      { text: "osctl version -n {node} --insecure" },
    ],
    find: unreachable(["refused"], "{nodes}: port 50000 is closed"),
  },
  {
    id: "node-does-not-respond",
    check: "connection",
    summary: "A node does not respond",
    explanation:
      "Nothing responds at the address: the machine is off, its address has changed, or a " +
      "firewall drops the packets between the control plane nodes and port 50000 of the node.",
    severity: "error",
    certainty: "certain",
    reads: "result of the call Version, through each control plane node",
    releases: "all",
    source: "tests/data/frames.json: version-one-dead",
    actions: [
      { text: "check that the machine has power and the address it had" },
      { text: "osctl version -n {node}" },
      { text: "osctl get members" },
    ],
    find: unreachable(["no-response", "other"], "{nodes} does not respond"),
  },
  {
    id: "node-reachable-through-some",
    check: "connection",
    summary: "A node responds through some endpoints only",
    explanation:
      "The node works, but at least one control plane node cannot connect to its port 50000. A " +
      "firewall or a missing route between the two machines is the usual cause; etcd, the " +
      "kubelet and the network of pods will fail on the same path.",
    severity: "error",
    certainty: "certain",
    reads: "result of the call Version, through each control plane node",
    releases: "all",
    source: "apid forwards calls: internal/app/apid",
    actions: [
      { text: "allow TCP port 50000 from {blocked} to {node}" },
      { text: "osctl netstat -n {reachable}" },
      { text: "osctl get routes -n {reachable}" },
    ],
    *find({ nodes }) {
      for (const node of nodes) {
        const through = node.unreachable?.reachableThrough ?? [];
        if (through.length === 0) continue;
        const blocked = node.unreachable!.unreachableThrough ?? [];
        yield {
          node,
          title: `{nodes} cannot be reached from ${blocked.join(", ")}, but from ${
            through.join(", ")
          }`,
          evidence: [callEvidence(node, node.unreachable!)],
          values: { blocked: blocked.join(", "), reachable: through[0]! },
        };
      }
    },
  },
  {
    id: "node-of-other-authority",
    check: "connection",
    summary: "A node has certificates of another authority",
    explanation:
      "The certificate of the node is not signed by the authority of the context, or the node " +
      "does not accept the client certificate: the node belongs to another cluster, was " +
      "generated from other secrets, is in maintenance mode, or the context is of another " +
      "cluster.",
    severity: "error",
    certainty: "certain",
    reads: "TLS handshake of the call Version",
    releases: "all",
    source: "internal/app/apid/pkg/provider",
    actions: [
      { text: "osctl config info" },
      { text: "osctl version -n {node} --insecure" },
      { text: "generate the configuration of the node from the secrets of this cluster" },
    ],
    find: unreachable(["authority"], "{nodes} has certificates of another authority"),
  },
  {
    id: "node-certificate-expired",
    check: "connection",
    summary: "A certificate on the way to a node has expired",
    explanation:
      "Nodes renew their certificates by themselves through trustd, unless their clock is wrong " +
      "or trustd of the control plane does not respond on port 50001.",
    severity: "error",
    certainty: "certain",
    reads: "TLS handshake of the call Version",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/secrets/api.go",
    actions: [
      { text: "osctl config info" },
      { text: "compare the clock of the node with this machine" },
    ],
    find: unreachable(["expired"], "{nodes}: certificate has expired or is not valid yet"),
  },
  {
    id: "node-name-unresolved",
    check: "connection",
    summary: "The name of a node does not resolve",
    explanation:
      "Endpoints resolve the names of nodes themselves. A name that they do not know is not " +
      "called; an address always works.",
    severity: "error",
    certainty: "certain",
    reads: "result of the call Version",
    releases: "all",
    source: "internal/app/apid/pkg/director",
    actions: [
      { text: "osctl get members" },
      { text: "use the address of the node with --nodes" },
    ],
    find: unreachable(["name"], "the name {nodes} does not resolve"),
  },
  {
    id: "endpoint-is-worker",
    check: "connection",
    summary: "An endpoint is a worker, which does not forward calls",
    explanation:
      "Only control plane nodes forward calls to other nodes. A worker, or a virtual address that " +
      "is on a worker, answers for itself only.",
    severity: "error",
    certainty: "certain",
    reads: "result of the call Version",
    releases: "all",
    source: "tests/data/frames.json: version-worker-asked-to-forward",
    actions: [
      { text: "osctl config endpoint <addresses of control plane nodes>" },
      { text: "osctl config info" },
    ],
    find: unreachable(
      ["proxy"],
      "{nodes} is called through a worker, which does not forward calls",
    ),
  },
  {
    id: "node-in-maintenance",
    check: "connection",
    summary: "A node is in maintenance mode",
    explanation:
      "The node has no machine configuration: it is new, was reset, or could not read its " +
      "configuration from its disk or platform.",
    severity: "error",
    certainty: "certain",
    reads: "result of the call Version",
    releases: "all",
    source: "tests/data/frames.json: maintenance-version",
    actions: [
      { text: "osctl get machinestatus -n {node} --insecure" },
      { text: "osctl apply-config -n {node} --insecure --file <configuration of the node>" },
    ],
    find: unreachable(["maintenance"], "{nodes} is in maintenance mode: it has no configuration"),
  },
  {
    id: "node-denies-calls",
    check: "connection",
    summary: "A node accepts no calls with this certificate",
    explanation: "The client certificate has no role that the node knows, or none at all.",
    severity: "error",
    certainty: "certain",
    reads: "result of the call Version",
    releases: "all",
    source: "pkg/grpc/middleware/authz",
    actions: [{ text: "osctl config info" }, { text: "osctl config new --roles os:admin <file>" }],
    find: unreachable(["denied"], "{nodes} does not accept the client certificate"),
  },
  {
    id: "client-certificate-ends",
    check: "connection",
    summary: "The client certificate ends soon, or has ended",
    explanation:
      "A client certificate is valid for a year by default. After its end, no node accepts calls, " +
      "and a new one has to be issued from the secrets of the cluster or on the console.",
    severity: "warning",
    certainty: "certain",
    reads: "certificate of the context",
    releases: "all",
    source: "pkg/machinery/constants: default lifetime of a client certificate",
    actions: [
      { text: "osctl config info" },
      { text: "osctl config new --roles os:admin <file>" },
    ],
    *find({ client, now }) {
      const end = client.certificateEndsAt;
      if (end === undefined || end - now > SOON_MS) return;
      const isOver = end <= now;
      const start = client.certificateStartsAt;
      // Short-lived credentials are meant to end soon.
      if (!isOver && start !== undefined && end - start < 2 * SOON_MS) return;
      yield {
        title: `client certificate of context "${client.context ?? ""}" ${
          isOver ? "expired" : "expires"
        } ${formatRelativeTime(end, now)}`,
        severity: isOver ? "error" : "warning",
        since: isOver ? end : undefined,
        evidence: [{
          source: "client configuration",
          text: `certificate: notAfter ${new Date(end).toISOString()}`,
        }],
      };
    },
  },
  {
    id: "client-certificate-not-yet-valid",
    check: "connection",
    summary: "The client certificate is not valid yet",
    explanation:
      "The certificate starts in the future by the clock of this machine: the clock is slow, or " +
      "the machine that issued the certificate was ahead.",
    severity: "error",
    certainty: "certain",
    reads: "certificate of the context, clock of this machine",
    releases: "all",
    source: "RFC 5280, 4.1.2.5",
    actions: [{ text: "set the clock of this machine" }, { text: "osctl config info" }],
    *find({ client, now }) {
      const start = client.certificateStartsAt;
      if (start === undefined || start <= now + MINUTE_MS) return;
      yield {
        title: `client certificate starts ${formatRelativeTime(start, now)}: check the clock`,
        evidence: [{
          source: "client configuration",
          text: `certificate: notBefore ${new Date(start).toISOString()}`,
        }],
      };
    },
  },
  {
    id: "client-clock-differs",
    check: "connection",
    summary: "The clock of this machine differs from all nodes",
    explanation:
      "Certificates are valid between two times. If the clock of this machine is wrong, it issues " +
      "certificates that nodes reject, and rejects the certificates of nodes.",
    severity: "warning",
    certainty: "likely",
    reads: "time of each node when it responded, clock of this machine",
    releases: "all",
    source: "api/time/time.proto",
    actions: [{ text: "set the clock of this machine" }, { text: "osctl time" }],
    *find(facts) {
      const offsets = readNodes(facts).flatMap(({ clock }) => clock?.clientOffsetMs ?? []);
      if (offsets.length === 0) return;
      const least = Math.min(...offsets.map(Math.abs));
      const spread = Math.max(...offsets) - Math.min(...offsets);
      if (least < MINUTE_MS || spread > MINUTE_MS) return;
      const seconds = Math.round(least / 1000);
      yield {
        title: `clock of this machine differs from all nodes by ${seconds} s`,
        severity: least > HOUR_MS ? "error" : "warning",
        evidence: readNodes(facts).slice(0, 3).map(({ node, clock }) => ({
          node,
          source: "call Time",
          text: `localtime differs by ${Math.round((clock?.clientOffsetMs ?? 0) / 1000)} s`,
        })),
      };
    },
  },
];

/** Time before its end at which a certificate is reported, milliseconds. */
const SOON_MS = 30 * DAY_MS;
