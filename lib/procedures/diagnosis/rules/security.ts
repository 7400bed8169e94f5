/**
 * Rules about access and about configurations.
 *
 * @module
 */
import type { Json, NodeFacts } from "../facts.ts";
import { at, isAtLeast, listAt, readNodes, textAt } from "../read_facts.ts";
import type { Rule } from "../types.ts";
import { HOUR_MS, onLine, onNodes } from "./define.ts";

const EDIT = { text: "osctl edit mc -n {node}" };
const CONFIG = { text: "osctl get machineconfig v1alpha1 -n {node} -o yaml" };

/** The main document of a configuration. */
function mainOf(node: NodeFacts): Readonly<Record<string, Json>> | undefined {
  return node.config?.find((document) => document["machine"] !== undefined);
}

/** Fields that are ignored or removed from a release on. */
const DEPRECATED: readonly (readonly [path: readonly string[], since: string, instead: string])[] =
  [
    [["machine", "disks"], "v1.10", "use a document UserVolumeConfig"],
    [["cluster", "scheduler", "bootstrapKubeconfig"], "v1.4", "remove it"],
    [["machine", "systemDiskEncryption"], "v1.12", "use a document VolumeConfig"],
    [
      ["machine", "registries"],
      "v1.12",
      "use documents RegistryMirrorConfig, RegistryTLSConfig and RegistryAuthConfig",
    ],
    [["machine", "udev"], "v1.14", "use a document UdevRulesConfig"],
  ];

export const SECURITY_RULES: readonly Rule[] = [
  {
    id: "rbac-disabled",
    check: "security",
    summary: "RBAC of the node API is disabled",
    explanation:
      "Every client certificate of the cluster has all permissions, whatever its roles. Enable " +
      ".machine.features.rbac.",
    severity: "warning",
    certainty: "certain",
    reads: "call Version: features",
    releases: "all",
    source: "internal/app/apid: --enable-rbac",
    actions: [{
      text: `osctl patch mc -n {node} --patch '{"machine": {"features": {"rbac": true}}}'`,
    }],
    find: onNodes(({ node, rbac }) =>
      rbac !== false ? undefined : {
        title: "RBAC of {nodes} is disabled",
        evidence: [{ node, source: "call Version", text: "features.rbac: false" }],
      }
    ),
  },
  {
    id: "authority-ends",
    check: "security",
    summary: "An authority of the cluster ends soon",
    explanation:
      "Authorities are valid for ten years. After its end, no certificate of it is valid: rotate " +
      "it before.",
    severity: "warning",
    certainty: "certain",
    reads: "certificate of the authority in the client configuration",
    releases: "all",
    source: "pkg/machinery/config/generate/secrets",
    actions: [{ text: "osctl rotate-ca -n {node} --dry-run" }],
    *find({ client, now }) {
      const end = client.authorityEndsAt;
      if (end === undefined || end - now > 180 * 24 * HOUR_MS) return;
      yield {
        title: `authority of the node API ${end < now ? "ended" : "ends"} on ${
          new Date(end).toISOString().slice(0, 10)
        }`,
        severity: end < now ? "error" : "warning",
        evidence: [{
          source: "client configuration",
          text: `ca: notAfter ${new Date(end).toISOString()}`,
        }],
      };
    },
  },
  {
    id: "kubernetes-certificates-rejected",
    check: "security",
    summary: "Components of Kubernetes reject each other's certificates",
    explanation:
      "The certificate of a component is not signed by the authority of the cluster, or has " +
      "expired: the configurations of control plane nodes come from different secrets, or a clock " +
      "is wrong.",
    severity: "error",
    certainty: "likely",
    reads: "logs of the containers of the control plane: x509",
    releases: "all",
    source: "Go: crypto/x509",
    actions: [
      { text: "osctl time" },
      { text: "compare .cluster.ca and .cluster.aggregatorCA of the control plane nodes" },
    ],
    find: onLine({
      logs: ["kube-system/*"],
      pattern:
        /x509: (certificate signed by unknown authority|certificate has expired[^"\\]*|certificate is valid for [^"\\]*|cannot validate certificate[^"\\]*)/,
      withinMs: HOUR_MS,
      atLeast: 3,
      title: (match) => `control plane of {nodes} rejects a certificate: ${match[1]}`,
    }),
  },
  {
    id: "sans-lack-endpoint",
    check: "security",
    summary: "Certificates of a node lack the name of an endpoint",
    explanation:
      "The client connects to a load balancer or name that is not in .machine.certSANs, so that " +
      "the handshake fails. Add it to the configuration of the control plane nodes.",
    severity: "error",
    certainty: "certain",
    reads: "TLS handshake",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/secrets/api_cert_sans.go",
    actions: [{
      text: `osctl patch mc -n {node} --patch '{"machine": {"certSANs": ["<endpoint>"]}}'`,
    }],
    *find({ nodes }) {
      for (const node of nodes) {
        const { unreachable } = node;
        if (unreachable?.kind !== "sans") continue;
        yield {
          node,
          title: "certificate of {nodes} lacks the name or address of the endpoint",
          evidence: [{ node: node.node, source: "call Version", text: unreachable.message }],
        };
      }
    },
  },
  {
    id: "configuration-differs-from-disk",
    check: "configuration",
    summary: "A node runs another configuration than it has on disk",
    explanation:
      "A configuration was staged for the next reboot, or tried for a limited time. After a " +
      "reboot, the node uses the one on disk.",
    severity: "note",
    certainty: "certain",
    reads: "MachineConfigs.config v1alpha1 and persistent",
    releases: "v1.10",
    source: "internal/app/machined/pkg/controllers/config/persistence.go",
    actions: [
      { text: "osctl get machineconfig -n {node}" },
      { text: "osctl reboot -n {node}" },
    ],
    find: onNodes(({ node, config, storedConfig }) => {
      if (config === undefined || storedConfig === undefined) return undefined;
      if (canonical(config) === canonical(storedConfig)) return undefined;
      return {
        title: "{nodes} runs another configuration than it has on disk",
        evidence: [{
          node,
          source: "MachineConfigs.config persistent",
          text: "differs from v1alpha1",
        }],
      };
    }),
  },
  {
    id: "configuration-field-deprecated",
    check: "configuration",
    summary: "The configuration has fields that this release deprecates",
    explanation:
      "The field still works or is ignored. A later release rejects it, so that the node would not " +
      "accept its configuration.",
    severity: "note",
    certainty: "certain",
    reads: "machine configuration",
    releases: "v1.4",
    source: "pkg/machinery/config/types/v1alpha1: deprecated fields",
    actions: [{ text: "{instead}" }, EDIT],
    find: onNodes((node) => {
      const main = mainOf(node);
      if (main === undefined) return undefined;
      return DEPRECATED.flatMap(([path, since, instead]) => {
        const value = at(main, ...path);
        if (value === undefined || value === null || !isAtLeast(node, since)) return [];
        if (Array.isArray(value) && value.length === 0) return [];
        if (typeof value === "object" && Object.keys(value).length === 0) return [];
        return [{
          title: `configuration of {nodes} has the deprecated field .${path.join(".")}`,
          evidence: [{
            node: node.node,
            source: "machine configuration",
            text: `.${path.join(".")} is set`,
          }],
          values: { instead },
        }];
      });
    }),
  },
  {
    id: "configurations-of-control-planes-differ",
    check: "configuration",
    summary: "Control plane nodes have different settings of the cluster",
    explanation:
      "The endpoint, the subnets of pods and services, and the authorities must be equal on all " +
      "control plane nodes: with others, their components do not work together.",
    severity: "error",
    certainty: "certain",
    reads: "machine configurations of control plane nodes",
    releases: "all",
    source: "pkg/machinery/config/types/v1alpha1",
    actions: [CONFIG, EDIT],
    *find(facts) {
      const planes = readNodes(facts).filter((node) =>
        node.type === "controlplane" && mainOf(node) !== undefined
      );
      for (const path of EQUAL_FIELDS) {
        const groups = Map.groupBy(
          planes,
          (node) => JSON.stringify(at(mainOf(node), "cluster", ...path) ?? null),
        );
        if (groups.size < 2) continue;
        const name = `.cluster.${path.join(".")}`;
        const smallest = [...groups].toSorted(([, a], [, b]) => a.length - b.length)[0]![1];
        for (const node of smallest) {
          yield {
            node,
            title: `{nodes} has another ${name} than other control plane nodes`,
            evidence: [{
              node: node.node,
              source: "machine configuration",
              // Authorities and tokens stay secret.
              text: SHOWN.includes(name)
                ? `${name}: ${JSON.stringify(at(mainOf(node), "cluster", ...path))}`
                : `${name} differs`,
            }],
          };
        }
      }
    },
  },
  {
    id: "cni-none",
    check: "configuration",
    summary: "The cluster installs no network for pods itself",
    explanation:
      ".cluster.network.cni.name is none: nodes stay NotReady until a network is installed by " +
      "hand, for example Cilium.",
    severity: "note",
    certainty: "certain",
    reads: "machine configuration: .cluster.network.cni; nodes of Kubernetes",
    releases: "all",
    source: "pkg/machinery/config/types/v1alpha1: CNIConfig",
    actions: [{ text: "kubectl get nodes" }, { text: "kubectl get daemonsets -A" }],
    *find(facts) {
      const { nodes, daemonSets } = facts.kubernetes;
      if (nodes === undefined || daemonSets === undefined) return;
      const isNone = readNodes(facts).some((node) =>
        textAt(mainOf(node), "cluster", "network", "cni", "name") === "none"
      );
      const ready = nodes.some(({ status }) =>
        listAt(status, "conditions").some((one) =>
          textAt(one, "type") === "Ready" && textAt(one, "status") === "True"
        )
      );
      if (!isNone || ready || nodes.length === 0) return;
      yield {
        title: "no network for pods: .cluster.network.cni.name is none, and none is installed",
        check: "cni",
        severity: "error",
        evidence: [{
          source: "daemonsets",
          text: daemonSets.map(({ metadata }) => metadata.name).join(", ") || "none",
        }],
      };
    },
  },
];

const EQUAL_FIELDS: readonly (readonly string[])[] = [
  ["controlPlane", "endpoint"],
  ["network", "podSubnets"],
  ["network", "serviceSubnets"],
  ["network", "dnsDomain"],
  ["clusterName"],
  ["id"],
  ["ca", "crt"],
  ["etcd", "ca", "crt"],
];
const SHOWN = [
  ".cluster.controlPlane.endpoint",
  ".cluster.network.podSubnets",
  ".cluster.network.serviceSubnets",
  ".cluster.network.dnsDomain",
  ".cluster.clusterName",
];

/** Text that is equal for equal configurations; the order of documents and keys does not matter. */
function canonical(documents: NonNullable<NodeFacts["config"]>): string {
  return JSON.stringify(documents.map((document) => JSON.stringify(sorted(document))).sort());
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as Record<string, Json>).toSorted(([a], [b]) =>
    a < b ? -1 : 1
  );
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}
