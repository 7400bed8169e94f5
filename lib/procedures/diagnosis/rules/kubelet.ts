/**
 * Rules about the kubelet and its registration.
 *
 * @module
 */
import {
  at,
  isBroken,
  isWorking,
  listAt,
  nodeNamed,
  parseTime,
  readNodes,
  serviceEvidence,
  serviceOf,
  serviceSince,
  specOf,
  textAt,
} from "../read_facts.ts";
import type { Rule } from "../types.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, onLine, onNodes } from "./define.ts";

const LOG = { text: "osctl logs kubelet -n {node} --tail 100" };

/** A call to the API server that failed before its response. */
const DIAL =
  /(https:\/\/[^/"\\]+)[^"]*\\?"?: (dial tcp[^"]*|context deadline exceeded|net\/http: TLS handshake timeout|EOF)/;

/** Time that a request for a certificate may be pending, milliseconds. */
const PENDING_MS = 2 * MINUTE_MS;

export const KUBELET_RULES: readonly Rule[] = [
  {
    id: "kubelet-not-running",
    check: "kubelet",
    summary: "The kubelet of a node does not run",
    explanation:
      "The service has another state than running, or its health check fails. Without the kubelet, " +
      "no pod of the node starts, static pods of the control plane included.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    isGeneric: true,
    reads: "service kubelet",
    releases: "all",
    source: "internal/app/machined/pkg/system/services/kubelet.go",
    actions: [{ text: "osctl service kubelet -n {node}" }, LOG],
    find: onNodes((node) => {
      if (!isBroken(node, "kubelet")) return undefined;
      const since = serviceSince(node, "kubelet");
      const { state, healthy, events } = serviceOf(node, "kubelet")!;
      if (since !== undefined && node.readAt - since < MINUTE_MS && state !== "Failed") {
        return undefined;
      }
      const last = events.at(-1)?.message ?? "";
      return {
        title: state === "Running" && healthy === false
          ? "kubelet of {nodes} is not healthy"
          : `kubelet of {nodes} does not run (${state})${last === "" ? "" : `: ${last}`}`,
        since,
        evidence: [serviceEvidence(node, "kubelet")],
      };
    }),
  },
  {
    id: "kubelet-configuration-invalid",
    check: "configuration",
    summary: "The kubelet rejects its configuration",
    explanation:
      "An argument or field of .machine.kubelet is unknown to this version of the kubelet, or its " +
      "value is invalid. Flags that a version removed are a common cause after an upgrade.",
    severity: "error",
    certainty: "certain",
    reads: "log kubelet: failed to parse, unknown flag, invalid configuration",
    releases: "all",
    source: "kubernetes: cmd/kubelet/app",
    actions: [
      LOG,
      { text: "osctl get kubeletspec -n {node} -o yaml" },
      { text: "osctl edit mc -n {node}" },
    ],
    find: onLine({
      logs: ["kubelet"],
      pattern:
        /failed to parse kubelet flag[^"]*|unknown flag: \S+|failed to (?:load|validate|construct|decode) kubelet (?:config|flags)[^"]*|invalid configuration: [^"]*|"Failed to (?:validate|load|construct|decode|parse|run) kubelet[^"]*" err="[^"]*|bad --node-ip [^;]*|unrecognized feature gate: \S+|misconfiguration: [^"]*|running with swap on is not supported[^"]*|cannot set feature gate [^"]*/,
      withinMs: DAY_MS,
      whileBroken: "kubelet",
      title: (match) => `kubelet of {nodes} rejects its configuration: ${match[0].trim()}`,
      evidence: (node) => [serviceEvidence(node, "kubelet")],
    }),
  },
  {
    id: "kubelet-node-name-conflict",
    check: "kubelet",
    summary: "A kubelet registers as a node that is not its own",
    explanation:
      "The API server does not allow the kubelet to change the node object: its certificate is of " +
      "another name. Two nodes have one host name, or the host name changed after the kubelet got " +
      "its certificate. Delete the node object, or give each node a name of its own.",
    severity: "error",
    certainty: "certain",
    reads: "log kubelet: is not allowed to modify node",
    releases: "all",
    source: "kubernetes: plugin/pkg/admission/noderestriction",
    actions: [
      { text: "osctl get hostname" },
      { text: "kubectl get nodes" },
      { text: "kubectl delete node {name}" },
    ],
    find: onLine({
      logs: ["kubelet"],
      pattern: /node \\*"?([\w.-]+)\\*"? is not allowed to modify node \\*"?([\w.-]+)/,
      withinMs: HOUR_MS,
      title: (match) =>
        `kubelet of {nodes} is "${match[1]}", and may not register as "${match[2]}"`,
    }),
  },
  {
    id: "kubelet-unauthorized",
    check: "kubelet",
    summary: "The API server rejects a kubelet",
    explanation:
      "The bootstrap token or the client certificate of the kubelet is not valid in this cluster: " +
      "the node has secrets of another cluster, its data are of a former cluster, the certificate " +
      "has expired while the node was off, or the clock is wrong. Wiping the ephemeral partition " +
      "makes the kubelet request a new certificate.",
    severity: "error",
    certainty: "likely",
    reads: "log kubelet: Unauthorized, x509",
    releases: "all",
    source: "kubernetes: pkg/kubelet/certificate/bootstrap",
    actions: [
      LOG,
      { text: "osctl time -n {node}" },
      { text: "osctl get kubeletspec -n {node} -o yaml" },
    ],
    find: onLine({
      logs: ["kubelet"],
      pattern:
        /(?:Unable to register node|failed to ensure (?:node )?lease exists|Failed to (?:list|watch) \*v1\.\w+|failed to list \*v1\.\w+).*?(Unauthorized|x509: [^"\\]*|User \\*"system:anonymous\\*" cannot \w+ resource)|(?:bootstrap|client) (?:token|certificate)[^"]*(expired|Unauthorized)|part of the existing bootstrap client certificate in \S+ is (expired)/,
      withinMs: HOUR_MS,
      atLeast: 2,
      title: (match) =>
        `kubelet of {nodes} is rejected by the API server: ${
          match.slice(1).find((one) => one !== undefined)
        }`,
    }),
  },
  {
    id: "kubelet-csr-pending",
    check: "kubelet",
    summary: "Certificates of kubelets wait for approval",
    explanation:
      "The kubelet rotates its serving certificate (rotate-server-certificates), and nothing " +
      "approves its requests: logs, exec and metrics of its pods fail. Install a controller that " +
      "approves them, or approve them by hand.",
    severity: "warning",
    certainty: "certain",
    reads: "certificatesigningrequests; Diagnostics.runtime kubelet-csr",
    releases: "all",
    source:
      "internal/app/machined/pkg/controllers/runtime/internal/diagnostics/kubelet_csr_not_approved.go",
    actions: [
      { text: "kubectl get csr" },
      { text: "kubectl certificate approve {csr}" },
    ],
    *find(facts) {
      const reported = new Set<string>();
      for (const request of facts.kubernetes.requests ?? []) {
        const { name, creationTimestamp = "" } = request.metadata;
        if (textAt(request.spec, "signerName").indexOf("kubelet") < 0) continue;
        if (listAt(request.status, "conditions").length > 0) continue;
        const created = parseTime(creationTimestamp);
        if (created !== undefined && facts.now - created < PENDING_MS) continue;
        const owner = textAt(request.spec, "username").replace(/^system:node:/, "");
        if (reported.has(owner)) continue;
        reported.add(owner);
        yield {
          node: nodeNamed(facts, owner),
          title: "certificates of the kubelet wait for approval",
          since: created,
          evidence: [{
            source: `certificatesigningrequest ${name}`,
            text: `signer ${textAt(request.spec, "signerName")}, user ${owner}: no condition`,
            time: created,
          }],
          values: { csr: name },
        };
      }
      for (const node of readNodes(facts)) {
        const one = node.resources["Diagnostics.runtime"]?.find(({ id }) => id === "kubelet-csr");
        if (one === undefined || reported.has(node.name)) continue;
        yield {
          node,
          title: "certificates of the kubelet wait for approval",
          evidence: [{
            node: node.node,
            source: "Diagnostics.runtime kubelet-csr",
            text: [textAt(one.spec, "message"), ...listAt(one.spec, "details").map(String)].join(
              "; ",
            ),
            time: one.updated,
          }],
          values: { csr: "<name>" },
        };
      }
    },
  },
  {
    id: "kubelet-no-node-ip",
    check: "network",
    summary: "The kubelet finds no address for its node",
    explanation:
      "No address of the node is in the subnets of .machine.kubelet.nodeIP.validSubnets, or all " +
      "of them are in the subnets of pods or services.",
    severity: "error",
    certainty: "certain",
    reads: "dmesg: no suitable node IP found; NodeIPs.kubernetes",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/k8s/nodeip.go",
    actions: [
      { text: "osctl get addresses -n {node}" },
      { text: "osctl get nodeipconfigs -n {node} -o yaml" },
    ],
    find: onLine({
      logs: ["dmesg", "controller-runtime"],
      pattern: /no suitable node IP found/,
      when: (node) => listAt(specOf(node, "NodeIPs.kubernetes"), "addresses").length === 0,
      title: "kubelet of {nodes} finds no address for its node",
    }),
  },
  {
    id: "kubelet-node-ip-absent",
    check: "network",
    summary: "The address of the kubelet is not one of its machine",
    explanation:
      "The kubelet was started with an address that no link of the machine has: it moved to " +
      "another network, or the virtual IP moved to another node. Restrict the addresses with " +
      ".machine.kubelet.nodeIP.validSubnets.",
    severity: "error",
    certainty: "certain",
    reads: "log kubelet of the last ten minutes: not found in the host's network interfaces",
    releases: "all",
    source: "kubernetes: pkg/kubelet/nodestatus",
    actions: [
      { text: "osctl get addresses -n {node}" },
      { text: "osctl get nodeips -n {node} -o yaml" },
    ],
    find: onLine({
      logs: ["kubelet"],
      pattern: /node IP: \\*"([^"\\]+)\\*" not found in the host's network interfaces/,
      withinMs: 10 * MINUTE_MS,
      title: (match) => `kubelet of {nodes} uses the address ${match[1]}, which no link has`,
    }),
  },
  {
    id: "kubelet-not-registering",
    check: "kubelet",
    summary: "A kubelet runs, but its node does not exist in Kubernetes",
    explanation:
      "The kubelet cannot create its node object: it does not reach the endpoint of the control " +
      "plane, is not authorized, or the object was deleted while the kubelet ran; it creates it " +
      "when it restarts.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    reads: "service kubelet, nodes of Kubernetes",
    releases: "all",
    source: "kubernetes: pkg/kubelet/kubelet_node_status.go",
    actions: [
      LOG,
      { text: "osctl service kubelet restart -n {node}" },
      { text: "kubectl get nodes -o wide" },
    ],
    *find(facts) {
      const objects = facts.kubernetes.nodes;
      if (objects === undefined) return;
      for (const node of readNodes(facts)) {
        if (!isWorking(node, "kubelet") || skipsRegistration(node)) continue;
        const nodename = textAt(specOf(node, "Nodenames.kubernetes"), "nodename") || node.name;
        if (objects.some(({ metadata }) => metadata.name === nodename)) continue;
        const since = serviceSince(node, "kubelet");
        if (since !== undefined && facts.now - since < 2 * MINUTE_MS) continue;
        yield {
          node,
          title: "kubelet of {nodes} runs, but Kubernetes has no such node",
          since,
          evidence: [
            serviceEvidence(node, "kubelet"),
            { source: "nodes of Kubernetes", text: `no node "${nodename}"` },
          ],
        };
      }
    },
  },
  {
    id: "kubelet-endpoint-unreachable",
    check: "api-server",
    summary: "A kubelet does not reach the endpoint of the control plane",
    explanation:
      "The kubelet of a worker calls the Kubernetes API at .cluster.controlPlane.endpoint. The " +
      "name does not resolve, the virtual IP or the load balancer does not forward to a control " +
      "plane node, or a firewall closes its port.",
    severity: "error",
    certainty: "likely",
    isSymptom: true,
    reads: "log kubelet of the last ten minutes: dial tcp",
    releases: "all",
    source: "kubernetes: pkg/kubelet",
    actions: [
      LOG,
      { text: "osctl get machineconfig v1alpha1 -n {node} -o yaml" },
      { text: "osctl get kubeprismstatuses -n {node}", since: "v1.5" },
    ],
    find: onLine({
      logs: ["kubelet"],
      pattern: DIAL,
      withinMs: 10 * MINUTE_MS,
      atLeast: 3,
      when: (node) =>
        isWorking(node, "kubelet") &&
        at(specOf(node, "NodeStatuses.kubernetes"), "nodeReady") !== true,
      title: ([, url, reason]) =>
        `kubelet of {nodes} does not reach the Kubernetes API at ${url}: ${reason}`,
    }),
  },
  {
    id: "kubelet-pleg",
    check: "kubelet",
    summary: "The kubelet waits for the container runtime",
    explanation:
      "The kubelet lists its containers regularly; if that takes minutes, the node becomes " +
      "NotReady. The disk or the processor of the node is overloaded, or the runtime hangs.",
    severity: "warning",
    certainty: "likely",
    reads: "log kubelet of the last ten minutes: PLEG is not healthy",
    releases: "all",
    source: "kubernetes: pkg/kubelet/pleg",
    actions: [{ text: "osctl processes -n {node} --sort cpu" }, {
      text: "osctl logs cri -n {node} --tail 100",
    }],
    find: onLine({
      logs: ["kubelet"],
      pattern: /PLEG is not healthy: ([^"]*)/,
      withinMs: 10 * MINUTE_MS,
      title: (match) => `kubelet of {nodes} waits for the container runtime: ${match[1]}`,
    }),
  },
];

function skipsRegistration(node: Parameters<typeof specOf>[0]): boolean {
  return at(specOf(node, "Nodenames.kubernetes"), "skipNodeRegistration") === true;
}
