/**
 * Rules about the control plane of Kubernetes, networks of pods, nodes and workloads.
 *
 * @module
 */
import { CONTROL_PLANE_COMPONENTS } from "../../../distribution.ts";
import { kubernetesRange, supportsKubernetes } from "../../../os_versions/kubernetes.ts";
import type { Facts, Json, KubeObject, NodeFacts, ResourceFact } from "../facts.ts";
import {
  addressesOf,
  at,
  conditionOf,
  controlPlanes,
  findLine,
  isWorking,
  lineEvidence,
  listAt,
  nodeNamed,
  parseTime,
  readNodes,
  specOf,
  textAt,
} from "../read_facts.ts";
import type { Evidence, Rule } from "../types.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, onControlPlanes, onLine, onNodes } from "./define.ts";

/** Time that a pod may take to start, milliseconds. */
const START_MS = 3 * MINUTE_MS;
const CNI_LOGS = ["kubelet", "cri"];
const NO_CNI =
  /cni plugin not initialized|no networks found in \/etc\/cni\/net\.d|cni config uninitialized|NetworkPluginNotReady/;
const CONTROL_PLANE_LABEL = "node-role.kubernetes.io/control-plane";

function nodeEvidence(name: string, condition: Json | undefined): Evidence {
  const text = ["type", "status", "reason", "message"].map((field) => textAt(condition, field))
    .filter((part) => part !== "").join(" ");
  return {
    source: `node ${name} of Kubernetes`,
    text,
    time: parseTime(textAt(condition, "lastTransitionTime")),
  };
}

function podEvidence({ metadata }: KubeObject, text: string): Evidence {
  return { source: `pod ${metadata.namespace}/${metadata.name}`, text };
}

/** Containers of a pod's status, init containers first. */
function containersOf(status: Json | undefined): readonly Json[] {
  return [...listAt(status, "initContainerStatuses"), ...listAt(status, "containerStatuses")];
}

function isReady(object: KubeObject): boolean {
  return conditionOf(object, "Ready")?.["status"] === "True";
}

/** Pods of daemon sets and deployments that are the network of pods. */
const NETWORK_PODS =
  /^(kube-flannel|flannel|cilium|calico|canal|weave|kube-router|multus|antrea|kube-ovn|ovn)/;

export const KUBERNETES_RULES: readonly Rule[] = [
  {
    id: "static-pod-missing",
    check: "static-pods",
    summary: "A static pod of the control plane does not exist",
    explanation:
      "Each control plane node runs the API server, the controller manager and the scheduler as " +
      "static pods. They start when etcd and the kubelet run, and their secrets and configuration " +
      "are ready.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    reads: "StaticPodStatuses.kubernetes, containers",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/k8s/control_plane_static_pod.go",
    actions: [
      { text: "osctl get staticpodstatus -n {node}" },
      { text: "osctl get staticpods -n {node}" },
      { text: "osctl logs kubelet -n {node} --tail 100" },
    ],
    find: onControlPlanes((node) => {
      const statuses = node.resources["StaticPodStatuses.kubernetes"];
      if (statuses === undefined || node.mode === "unknown") return undefined;
      if (disablesKubernetes(node)) return undefined;
      const missing = CONTROL_PLANE_COMPONENTS.filter((name) =>
        !statuses.some(({ id }) => id.includes(`/${name}`)) &&
        !(node.containers ?? []).some((one) =>
          one.name === name && one.status === "CONTAINER_RUNNING"
        )
      );
      if (missing.length === 0 || isJustBooted(node)) return undefined;
      return {
        title: `{nodes} does not run ${missing.join(", ")}`,
        evidence: [{
          node: node.node,
          source: "StaticPodStatuses.kubernetes",
          text: statuses.length === 0 ? "none" : statuses.map(({ id }) => id).join(", "),
        }],
      };
    }),
  },
  {
    id: "static-pod-not-ready",
    check: "static-pods",
    summary: "A static pod of the control plane is not ready",
    explanation:
      "The pod exists, but its container waits, ends, or fails its probe. The log of the " +
      "container has the reason; an argument that the version does not know is a common one.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    isGeneric: true,
    reads: "StaticPodStatuses.kubernetes",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/k8s/kubelet_static_pod.go",
    actions: [
      { text: "osctl containers -k -n {node}" },
      { text: "osctl logs -k {container} -n {node} --tail 100" },
    ],
    find: onControlPlanes((node) =>
      (node.resources["StaticPodStatuses.kubernetes"] ?? []).flatMap((pod) => {
        const found = notReady(pod);
        if (found === undefined || isJustBooted(node)) return [];
        return [{
          title: `${found.component} of {nodes} ${found.text}`,
          since: parseTime(textAt(found.condition, "lastTransitionTime")),
          evidence: [{
            node: node.node,
            source: `StaticPodStatuses.kubernetes ${pod.id}`,
            text: found.detail,
            time: pod.updated,
          }],
          values: { container: `${pod.id}:${found.component}` },
        }];
      })
    ),
  },
  {
    id: "control-plane-arguments",
    check: "configuration",
    summary: "A component of the control plane rejects its arguments",
    explanation:
      "An extra argument of the machine configuration is unknown to this version of Kubernetes, or " +
      "its value is invalid. Flags and feature gates that a version removed remain in the " +
      "configuration after an upgrade.",
    severity: "error",
    certainty: "certain",
    reads: "logs of the containers of the control plane that do not run",
    releases: "all",
    source: "kubernetes: cmd/kube-apiserver, k8s.io/component-base/cli/flag",
    actions: [
      { text: "osctl get machineconfig v1alpha1 -n {node} -o yaml" },
      { text: "osctl edit mc -n {node}" },
    ],
    find: onLine({
      logs: ["kube-system/*"],
      pattern:
        /(?:Error: |"?command failed"? err=")?(unknown flag: \S+|unknown shorthand flag[^"]*|unrecognized feature gate: \S+|cannot set feature gate [^"]*|invalid argument "[^"]*" for "[^"]*" flag[^"]*|unknown command [^"]*|enable-admission-plugins plugin "[^"]*" is unknown)/,
      withinMs: DAY_MS,
      title: (match) =>
        `control plane of {nodes} rejects its arguments: ${match[1]!.replace(/[.,;]?"?$/, "")}`,
    }),
  },
  {
    id: "api-server-etcd-unreachable",
    check: "etcd",
    summary: "An API server does not reach etcd",
    explanation:
      "The API server connects to etcd of its own node on port 2379, and ends when it gets no " +
      "response.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    isGeneric: true,
    reads: "log of the container kube-apiserver",
    releases: "all",
    source: "kubernetes: staging/src/k8s.io/apiserver/pkg/storage/storagebackend",
    actions: [
      { text: "osctl service etcd -n {node}" },
      { text: "osctl etcd status -n {node}" },
    ],
    find: onLine({
      logs: ["kube-system/kube-apiserver*"],
      pattern:
        /2379[^"]*(connection refused|i\/o timeout|context deadline exceeded|x509[^"\\]*)|etcdserver: (request timed out|no leader|leader changed)/,
      withinMs: HOUR_MS,
      atLeast: 2,
      title: (match) => `kube-apiserver of {nodes} does not reach etcd: ${match[1] ?? match[2]}`,
    }),
  },
  {
    id: "port-in-use",
    check: "static-pods",
    summary: "A port of the control plane is in use",
    explanation: "Another process, or a second instance of the component, has the port.",
    severity: "error",
    certainty: "certain",
    reads: "logs of the containers of the control plane and of etcd",
    releases: "all",
    source: "net: bind: address already in use",
    actions: [{ text: "osctl netstat -l -p -n {node}" }],
    find: onLine({
      logs: ["kube-system/*", "etcd", "kubelet"],
      pattern: /listen tcp ([^\s"]+): bind: address already in use/,
      withinMs: 10 * MINUTE_MS,
      title: (match) => `port ${match[1]} of {nodes} is in use`,
    }),
  },
  {
    id: "api-server-unreachable",
    check: "api-server",
    summary: "The Kubernetes API does not respond",
    explanation:
      "The endpoint of the kubeconfig does not respond to this machine. If API servers run, the " +
      "virtual IP, the load balancer or the name of the endpoint is the cause.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    reads: "request to the endpoint of the kubeconfig",
    releases: "all",
    source: "siderolabs/docs: troubleshooting",
    actions: [
      { text: "osctl get staticpodstatus" },
      { text: "osctl kubeconfig --merge=false kubeconfig" },
      { text: "osctl health --once" },
    ],
    *find(facts) {
      const { error } = facts.kubernetes;
      if (error === undefined || controlPlanes(facts).length === 0) return;
      if (controlPlanes(facts).every(disablesKubernetes)) return;
      yield {
        title: `Kubernetes API does not respond: ${error}`,
        evidence: [{
          source: `Kubernetes API ${facts.kubernetes.server ?? ""}`.trim(),
          text: error,
        }],
      };
    },
  },
  {
    id: "kubeprism-unhealthy",
    check: "api-server",
    summary: "The load balancer of a node reaches no API server",
    explanation:
      "KubePrism forwards calls of the node on port 7445 to the API servers. It reaches none of " +
      "them: port 6443 of the control plane nodes is closed for this node, or none runs.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    reads: "KubePrismStatuses.kubernetes",
    releases: "v1.5",
    source: "internal/app/machined/pkg/controllers/k8s/kubeprism.go",
    actions: [
      { text: "osctl get kubeprismstatuses -n {node} -o yaml" },
      { text: "osctl get kubeprismendpoints -n {node} -o yaml" },
    ],
    find: onNodes((node) => {
      const one = node.resources["KubePrismStatuses.kubernetes"]?.[0];
      if (one === undefined || at(one.spec, "healthy") !== false) return undefined;
      return {
        title: "KubePrism of {nodes} reaches no API server",
        evidence: [{
          node: node.node,
          source: `KubePrismStatuses.kubernetes ${one.id}`,
          text: "healthy: false",
          time: one.updated,
        }],
      };
    }),
  },
  {
    id: "manifests-not-applied",
    check: "api-server",
    summary: "Manifests of the machine configuration are not applied",
    explanation:
      "The control plane applies its own manifests and the ones in the configuration: DNS, the " +
      "network of pods, extra and inline manifests. One of them is invalid or cannot be " +
      "downloaded, so that the following ones are missing too.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    reads: "dmesg: ExtraManifestController, ManifestApplyController",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/k8s/{extra_manifest,manifest_apply}.go",
    actions: [
      { text: "osctl get manifests -n {node}" },
      { text: "osctl logs controller-runtime -n {node} --tail 50" },
    ],
    find: onLine({
      logs: ["dmesg", "controller-runtime"],
      pattern:
        /(?=.*k8s\.(?:ExtraManifest|ManifestApply|Manifest|ControlPlane\w*)Controller).*?"error":\s*"((?:[^"\\]|\\.)*)"/,
      withinMs: 10 * MINUTE_MS,
      atLeast: 3,
      title: (match) => `manifests of {nodes} are not applied: ${match[1]}`,
    }),
  },
  {
    id: "cni-absent",
    check: "cni",
    summary: "A node has no network for pods",
    explanation:
      "The kubelet finds no configuration below /etc/cni/net.d. With .cluster.network.cni.name " +
      "none, a network must be installed, for example Cilium; otherwise, the pods of the network " +
      "do not run on the node.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    reads: "condition Ready of the node, log kubelet, pods of the network",
    releases: "all",
    source: "kubernetes: pkg/kubelet; containerd: internal/cri",
    actions: [
      { text: "kubectl get pods -n kube-system -o wide" },
      { text: "osctl list /etc/cni/net.d -n {node}" },
      { text: "osctl get machineconfig v1alpha1 -n {node} -o yaml" },
    ],
    *find(facts) {
      for (const node of readNodes(facts)) {
        const object = objectOf(facts, node);
        const condition = object && conditionOf(object, "Ready");
        const message = textAt(condition, "message");
        const isInCondition = condition !== undefined && condition["status"] !== "True" &&
          NO_CNI.test(message);
        const line = condition?.["status"] === "True" ? undefined : findLine(
          node,
          CNI_LOGS,
          NO_CNI,
          { withinMs: 10 * MINUTE_MS },
        );
        if (!isInCondition && (line === undefined || object !== undefined && isReady(object))) {
          continue;
        }
        if (!isInCondition && specOf(node, "NodeStatuses.kubernetes")?.["nodeReady"] === true) {
          continue;
        }
        const hasPods = facts.kubernetes.pods?.some((pod) => NETWORK_PODS.test(pod.metadata.name));
        yield {
          node,
          title: hasPods === false
            ? "no network for pods is installed"
            : "{nodes} has no network for pods: its CNI is not ready",
          certainty: hasPods === undefined ? "likely" : "certain",
          since: parseTime(textAt(condition, "lastTransitionTime")) ?? line?.since,
          evidence: [
            ...(isInCondition ? [nodeEvidence(node.name, condition)] : []),
            ...(line === undefined ? [] : [lineEvidence(node, line)]),
          ],
        };
      }
    },
  },
  {
    id: "cni-pods-failing",
    check: "cni",
    summary: "A pod of the network does not run on a node",
    explanation:
      "The network of pods runs a pod on every node; it waits or ends on this one. Its log has the " +
      "reason: a missing kernel module or privilege, pod subnets that differ from the subnets of the " +
      "cluster, or a Kubernetes API that it does not reach.",
    severity: "error",
    certainty: "certain",
    reads: "pods of flannel, cilium, calico and others",
    releases: "all",
    source: "kubernetes: pod status",
    actions: [
      { text: "kubectl logs -n {namespace} {pod} --all-containers --tail 50" },
      { text: "kubectl describe pod -n {namespace} {pod}" },
    ],
    *find(facts) {
      for (const pod of facts.kubernetes.pods ?? []) {
        const { name, namespace = "" } = pod.metadata;
        if (!NETWORK_PODS.test(name) || textAt(pod.spec, "nodeName") === "") continue;
        const failing = containersOf(pod.status).find((one) => isFailing(one));
        if (failing === undefined) continue;
        yield {
          node: nodeNamed(facts, textAt(pod.spec, "nodeName")),
          title: `${name.replace(/-\w{5}$/, "")} does not run on {nodes}: ${stateText(failing)}`,
          evidence: [podEvidence(pod, `${textAt(failing, "name")}: ${stateText(failing)}`)],
          values: { pod: name, namespace },
        };
      }
    },
  },
  {
    id: "node-not-ready",
    check: "node-ready",
    summary: "A node is not ready",
    explanation:
      "The condition Ready of the node is not true: the kubelet reports the reason, or it has not " +
      "reported for 40 seconds.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    reads: "nodes of Kubernetes; NodeStatuses.kubernetes",
    releases: "all",
    source: "kubernetes: pkg/controller/nodelifecycle",
    actions: [
      { text: "kubectl describe node {name}" },
      { text: "osctl logs kubelet -n {node} --tail 100" },
    ],
    *find(facts) {
      const objects = facts.kubernetes.nodes;
      for (const object of objects ?? []) {
        const condition = conditionOf(object, "Ready");
        if (condition === undefined || condition["status"] === "True") continue;
        const { name } = object.metadata;
        const node = nodeNamed(facts, name) ?? nodeByAddress(facts, object);
        if (node === undefined) continue;
        const message = textAt(condition, "message");
        yield {
          node,
          title: `{nodes} is NotReady${message === "" ? "" : `: ${message}`}`,
          since: parseTime(textAt(condition, "lastTransitionTime")),
          evidence: [nodeEvidence(name, condition)],
        };
      }
      if (objects !== undefined) return;
      for (const node of readNodes(facts)) {
        const status = node.resources["NodeStatuses.kubernetes"]?.[0];
        if (status === undefined || at(status.spec, "nodeReady") !== false) continue;
        yield {
          node,
          title: "{nodes} is NotReady",
          evidence: [{
            node: node.node,
            source: `NodeStatuses.kubernetes ${status.id}`,
            text: "nodeReady: false",
            time: status.updated,
          }],
        };
      }
    },
  },
  {
    id: "node-pressure",
    check: "machine",
    summary: "A node is under pressure",
    explanation:
      "The kubelet evicts pods, and no new ones are placed on the node, until memory, disk space " +
      "or process ids are free again.",
    severity: "error",
    certainty: "certain",
    reads: "conditions MemoryPressure, DiskPressure, PIDPressure of nodes",
    releases: "all",
    source: "kubernetes: pkg/kubelet/eviction",
    actions: [
      { text: "osctl memory -n {node}" },
      { text: "osctl mounts -n {node}" },
      { text: "osctl usage /var -d 2 -H -n {node}" },
      { text: "kubectl describe node {name}" },
    ],
    *find(facts) {
      for (const object of facts.kubernetes.nodes ?? []) {
        for (const type of ["MemoryPressure", "DiskPressure", "PIDPressure"]) {
          const condition = conditionOf(object, type);
          if (condition?.["status"] !== "True") continue;
          yield {
            node: nodeNamed(facts, object.metadata.name) ?? nodeByAddress(facts, object),
            title: `{nodes} has ${type}`,
            since: parseTime(textAt(condition, "lastTransitionTime")),
            evidence: [nodeEvidence(object.metadata.name, condition)],
          };
        }
      }
    },
  },
  {
    id: "node-cordoned",
    check: "workloads",
    summary: "A node accepts no pods",
    explanation:
      "The node was cordoned, by hand or by an upgrade that did not end, and was not uncordoned.",
    severity: "warning",
    certainty: "certain",
    reads: "nodes of Kubernetes: unschedulable",
    releases: "all",
    source: "kubernetes: node spec",
    actions: [{ text: "kubectl uncordon {name}" }],
    *find(facts) {
      for (const object of facts.kubernetes.nodes ?? []) {
        if (at(object.spec, "unschedulable") !== true) continue;
        const taint = listAt(object.spec, "taints").find((one) =>
          textAt(one, "key") === "node.kubernetes.io/unschedulable"
        );
        const since = parseTime(textAt(taint, "timeAdded"));
        yield {
          node: nodeNamed(facts, object.metadata.name) ?? nodeByAddress(facts, object),
          title: "{nodes} is cordoned",
          severity: since !== undefined && facts.now - since < HOUR_MS ? "note" : "warning",
          since,
          evidence: [{
            source: `node ${object.metadata.name} of Kubernetes`,
            text: "spec.unschedulable: true",
            time: since,
          }],
          values: { name: object.metadata.name },
        };
      }
    },
  },
  {
    id: "node-object-stale",
    check: "workloads",
    summary: "Kubernetes has a node that does not exist",
    explanation:
      "The node object is NotReady, and no node of the cluster has its name: the machine was " +
      "removed or renamed, and its object was not deleted. Its pods are not replaced until then.",
    severity: "warning",
    certainty: "likely",
    reads: "nodes of Kubernetes, Members.cluster",
    releases: "all",
    source: "siderolabs/docs: removing a node",
    actions: [{ text: "kubectl get nodes -o wide" }, { text: "kubectl delete node {name}" }],
    *find(facts) {
      if (!facts.isWhole || facts.nodes.length === 0) return;
      const members = new Set(
        readNodes(facts).flatMap(({ resources }) =>
          (resources["Members.cluster"] ?? []).map(({ id }) => id)
        ),
      );
      if (members.size === 0) return;
      for (const object of facts.kubernetes.nodes ?? []) {
        const { name } = object.metadata;
        if (isReady(object) || members.has(name)) continue;
        if (nodeNamed(facts, name) !== undefined || nodeByAddress(facts, object) !== undefined) {
          continue;
        }
        const condition = conditionOf(object, "Ready");
        yield {
          title: `node ${name} of Kubernetes does not exist any more`,
          since: parseTime(textAt(condition, "lastTransitionTime")),
          evidence: [nodeEvidence(name, condition)],
          values: { name },
        };
      }
    },
  },
  {
    id: "node-address-outside",
    check: "network",
    summary: "The address of a node object is not one of its node",
    explanation:
      "The node registered with an address that the machine does not have any more, or of another " +
      "network. Select the network with .machine.kubelet.nodeIP.validSubnets.",
    severity: "error",
    certainty: "certain",
    reads: "nodes of Kubernetes: InternalIP; NodeAddresses.net",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/k8s/nodeip.go",
    actions: [
      { text: "osctl get addresses -n {node}" },
      {
        text: "osctl patch mc -n {node} --patch " +
          `'{"machine": {"kubelet": {"nodeIP": {"validSubnets": ["<subnet>"]}}}}'`,
      },
    ],
    *find(facts) {
      for (const node of readNodes(facts)) {
        const object = objectOf(facts, node);
        const own = addressesOf(node);
        if (object === undefined || own.length === 0 || textAt(object.spec, "providerID") !== "") {
          continue;
        }
        const internal = listAt(object.status, "addresses").find((one) =>
          textAt(one, "type") === "InternalIP"
        );
        const address = textAt(internal, "address");
        if (address === "" || own.includes(address)) continue;
        yield {
          node,
          title: `node object of {nodes} has the address ${address}, which the node does not have`,
          evidence: [{
            source: `node ${object.metadata.name} of Kubernetes`,
            text: `InternalIP ${address}; addresses of the node: ${own.join(", ")}`,
          }],
        };
      }
    },
  },
  {
    id: "control-plane-label-missing",
    check: "node-ready",
    summary: "A control plane node lacks its label",
    explanation: "The label was removed by hand, or the node could not set it when it registered.",
    severity: "note",
    certainty: "certain",
    reads: "nodes of Kubernetes: labels",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/k8s/node_label_spec.go",
    actions: [{ text: "kubectl label node {name} node-role.kubernetes.io/control-plane=" }],
    *find(facts) {
      for (const node of controlPlanes(facts)) {
        const object = objectOf(facts, node);
        if (object === undefined || object.metadata.labels?.[CONTROL_PLANE_LABEL] !== undefined) {
          continue;
        }
        yield {
          node,
          title: "{nodes} lacks the label of the control plane",
          evidence: [{
            source: `node ${object.metadata.name} of Kubernetes`,
            text: `labels: no ${CONTROL_PLANE_LABEL}`,
          }],
        };
      }
    },
  },
  {
    id: "kubernetes-version-unsupported",
    check: "configuration",
    summary: "The version of Kubernetes is not supported by the release of the node",
    explanation:
      "Each release supports a range of minor versions of Kubernetes. Outside of it, arguments and " +
      "manifests of the node do not fit.",
    severity: "warning",
    certainty: "certain",
    reads: "KubeletSpecs.kubernetes: image; version of the node",
    releases: "all",
    source: "pkg/machinery/compatibility",
    actions: [
      { text: "osctl version -n {node}" },
      { text: "osctl upgrade-k8s -n {node} --to {supported} --dry-run" },
    ],
    find: onNodes((node) => {
      const image = textAt(specOf(node, "KubeletSpecs.kubernetes"), "image");
      const version = /:v?(\d+)\.(\d+)\.\d+/.exec(image);
      const release = /^v?(\d+\.\d+)/.exec(node.version ?? "")?.[1];
      const range = release === undefined ? undefined : kubernetesRange(`v${release}`);
      if (version === null || range === undefined) return undefined;
      const text = `${version[1]}.${version[2]}`;
      if (supportsKubernetes(range, text)) return undefined;
      return {
        title: `{nodes}: Kubernetes ${text} is not supported by v${release}, which supports ` +
          `${range.oldest} to ${range.newest}`,
        evidence: [{
          node: node.node,
          source: "KubeletSpecs.kubernetes kubelet",
          text: `image: ${image}`,
        }],
        values: { supported: `${range.newest}.0` },
      };
    }),
  },
  {
    id: "kubelet-version-skew",
    check: "kubelet",
    summary: "Versions of kubelets and of the API server are too far apart",
    explanation:
      "A kubelet may be up to three minor versions older than the API server, and never newer.",
    severity: "warning",
    certainty: "certain",
    reads: "nodes of Kubernetes: kubeletVersion; version of the API server",
    releases: "all",
    source: "kubernetes: version skew policy",
    actions: [{ text: "kubectl get nodes" }, {
      text: "osctl upgrade-k8s --to {version} --dry-run",
    }],
    *find(facts) {
      const server = minorOf(facts.kubernetes.version);
      if (server === undefined) return;
      for (const object of facts.kubernetes.nodes ?? []) {
        const text = textAt(object.status, "nodeInfo", "kubeletVersion");
        const kubelet = minorOf(text);
        if (kubelet === undefined || kubelet <= server && kubelet >= server - 3) continue;
        yield {
          node: nodeNamed(facts, object.metadata.name) ?? nodeByAddress(facts, object),
          title: `kubelet of {nodes} (${text}) is ${
            kubelet > server ? "newer" : "too old"
          } for the API server (${facts.kubernetes.version})`,
          evidence: [{
            source: `node ${object.metadata.name} of Kubernetes`,
            text: `kubeletVersion: ${text}`,
          }],
          values: { version: facts.kubernetes.version!.replace(/^v/, "") },
        };
      }
    },
  },
  {
    id: "pod-crash-loop",
    check: "workloads",
    summary: "A pod of the system ends again and again",
    explanation: "The log of the previous container has the reason.",
    severity: "warning",
    certainty: "certain",
    isSymptom: true,
    reads: "pods of kube-system: CrashLoopBackOff",
    releases: "all",
    source: "kubernetes: pkg/kubelet/kuberuntime",
    actions: [
      { text: "kubectl logs -n {namespace} {pod} --previous --tail 50" },
      { text: "kubectl describe pod -n {namespace} {pod}" },
    ],
    *find(facts) {
      for (const pod of facts.kubernetes.pods ?? []) {
        const { name, namespace = "" } = pod.metadata;
        if (namespace !== "kube-system" || NETWORK_PODS.test(name) || isStatic(pod)) continue;
        const failing = containersOf(pod.status).find((one) =>
          textAt(one, "state", "waiting", "reason") === "CrashLoopBackOff"
        );
        if (failing === undefined) continue;
        yield {
          node: nodeNamed(facts, textAt(pod.spec, "nodeName")),
          title: `pod ${namespace}/${name} ends again and again: ${stateText(failing)}`,
          evidence: [podEvidence(pod, `${textAt(failing, "name")}: ${stateText(failing)}`)],
          values: { pod: name, namespace },
        };
      }
    },
  },
  {
    id: "coredns-not-ready",
    check: "workloads",
    summary: "No pod of CoreDNS is ready",
    explanation:
      "Names of services do not resolve in the cluster. A loop of the resolver, a network of pods " +
      "that does not work, or no schedulable node are the usual causes.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    reads: "pods with the label k8s-app=kube-dns",
    releases: "all",
    source: "siderolabs/docs: troubleshooting",
    actions: [
      { text: "kubectl get pods -n kube-system -l k8s-app=kube-dns -o wide" },
      { text: "kubectl logs -n kube-system -l k8s-app=kube-dns --tail 20" },
    ],
    *find(facts) {
      const pods = (facts.kubernetes.pods ?? []).filter(({ metadata }) =>
        metadata.labels?.["k8s-app"] === "kube-dns" && metadata.deletionTimestamp === undefined
      );
      if (pods.length === 0 || pods.some(isReady)) return;
      if (pods.some((pod) => isYoung(facts, pod))) return;
      yield {
        title: `CoreDNS: none of ${pods.length} pods is ready`,
        evidence: pods.slice(0, 3).map((pod) => podEvidence(pod, podState(pod))),
      };
    },
  },
  {
    id: "pods-unschedulable",
    check: "workloads",
    summary: "Pods find no node",
    explanation:
      "The scheduler names the reason: taints, too little memory or processor, a volume, or no " +
      "ready node. On a cluster with control plane nodes only, allow workloads on them with " +
      ".cluster.allowSchedulingOnControlPlanes.",
    severity: "warning",
    certainty: "certain",
    isSymptom: true,
    reads: "pods: condition PodScheduled",
    releases: "all",
    source: "kubernetes: pkg/scheduler",
    actions: [
      { text: "kubectl get pods -A --field-selector=status.phase=Pending" },
      { text: "kubectl describe nodes" },
    ],
    *find(facts) {
      const waiting = (facts.kubernetes.pods ?? []).flatMap((pod) => {
        const condition = conditionOf(pod, "PodScheduled");
        const since = parseTime(textAt(condition, "lastTransitionTime"));
        const isOld = since === undefined || facts.now - since > 5 * MINUTE_MS;
        return condition?.["reason"] === "Unschedulable" && isOld
          ? [{ pod, condition, since }]
          : [];
      });
      const [first] = waiting;
      if (first === undefined) return;
      const reason = textAt(first.condition, "message").split(". ")[0]!;
      yield {
        title: waiting.length === 1
          ? `pod ${first.pod.metadata.namespace}/${first.pod.metadata.name} finds no node: ${reason}`
          : `${waiting.length} pods find no node: ${reason}`,
        since: first.since,
        evidence: waiting.slice(0, 3).map(({ pod, condition }) =>
          podEvidence(pod, textAt(condition, "message"))
        ),
      };
    },
  },
  {
    id: "budget-blocks-drain",
    check: "workloads",
    summary: "A disruption budget blocks every drain",
    explanation:
      "The budget allows no disruption although all of its pods are healthy, so that no node with " +
      "one of them can be drained: upgrades and reboots with drain wait until their limit. Raise " +
      "the number of replicas or change the budget.",
    severity: "warning",
    certainty: "certain",
    reads: "poddisruptionbudgets",
    releases: "all",
    source: "kubernetes: policy/v1",
    actions: [{ text: "kubectl get pdb -A" }, {
      text: "kubectl describe pdb -n {namespace} {name}",
    }],
    *find(facts) {
      for (const budget of facts.kubernetes.budgets ?? []) {
        const { name, namespace = "" } = budget.metadata;
        const expected = Number(at(budget.status, "expectedPods") ?? 0);
        const healthy = Number(at(budget.status, "currentHealthy") ?? 0);
        const allowed = Number(at(budget.status, "disruptionsAllowed") ?? 1);
        if (expected === 0 || allowed > 0 || healthy < expected) continue;
        yield {
          title: `budget ${namespace}/${name} blocks every drain of its ${expected} pods`,
          evidence: [{
            source: `poddisruptionbudget ${namespace}/${name}`,
            text: `disruptionsAllowed 0, currentHealthy ${healthy} of ${expected}`,
          }],
          values: { name, namespace },
        };
      }
    },
  },
  {
    id: "webhook-blocks",
    check: "workloads",
    summary: "A webhook without a running service rejects requests",
    explanation:
      "The webhook must answer before objects are changed (failurePolicy Fail), and its service " +
      "has no ready pod. If it selects pods or nodes of kube-system, the cluster cannot repair " +
      "itself: delete the webhook configuration, or repair its service.",
    severity: "error",
    certainty: "likely",
    reads: "validating and mutating webhooks, pods of their services",
    releases: "all",
    source: "kubernetes: admissionregistration/v1",
    actions: [
      { text: "kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations" },
      { text: "kubectl delete {kind} {name}" },
    ],
    *find(facts) {
      const { webhooks = [], services, pods } = facts.kubernetes;
      if (services === undefined || pods === undefined) return;
      for (const configuration of webhooks) {
        for (const webhook of configuration.webhooks ?? []) {
          const name = textAt(webhook, "clientConfig", "service", "name");
          const namespace = textAt(webhook, "clientConfig", "service", "namespace");
          if (name === "" || textAt(webhook, "failurePolicy") === "Ignore") continue;
          const service = services.find(({ metadata }) =>
            metadata.name === name && metadata.namespace === namespace
          );
          const selector = at(service?.spec, "selector");
          const running = service !== undefined &&
            (selector === undefined ||
              pods.some((pod) =>
                pod.metadata.namespace === namespace && isReady(pod) && matches(pod, selector)
              ));
          if (running) continue;
          yield {
            title: `webhook ${
              textAt(webhook, "name")
            } rejects requests: its service ${namespace}/${name} ${
              service === undefined ? "does not exist" : "has no ready pod"
            }`,
            evidence: [{
              source: `${
                configuration.kind ?? "webhook configuration"
              } ${configuration.metadata.name}`,
              text: `failurePolicy ${
                textAt(webhook, "failurePolicy") || "Fail"
              }, service ${namespace}/${name}`,
            }],
            values: {
              kind: (configuration.kind ?? "validatingwebhookconfiguration").toLowerCase(),
              name: configuration.metadata.name,
            },
          };
        }
      }
    },
  },
];

function minorOf(version: string | undefined): number | undefined {
  const match = /^v?1\.(\d+)/.exec(version ?? "");
  return match === null ? undefined : Number(match[1]);
}

function objectOf(facts: Facts, node: NodeFacts): KubeObject | undefined {
  const name = textAt(specOf(node, "Nodenames.kubernetes"), "nodename") || node.name;
  return facts.kubernetes.nodes?.find(({ metadata }) => metadata.name === name);
}

function nodeByAddress(facts: Facts, object: KubeObject): NodeFacts | undefined {
  const addresses = listAt(object.status, "addresses").map((one) => textAt(one, "address"));
  return facts.nodes.find((node) =>
    addresses.includes(node.node) || addresses.includes(node.name) ||
    addressesOf(node).some((own) => addresses.includes(own))
  );
}

function isJustBooted(node: NodeFacts): boolean {
  const kubelet = node.services.find(({ id }) => id === "kubelet")?.events.at(-1)?.time;
  return isWorking(node, "kubelet") && kubelet !== undefined && node.readAt - kubelet < START_MS;
}

function disablesKubernetes(node: NodeFacts): boolean {
  return node.services.length > 0 && !node.services.some(({ id }) => id === "kubelet");
}

/** Returns why a static pod is not ready; undefined when it is. */
function notReady({ id, spec }: ResourceFact) {
  const status = at(spec, "podStatus") ?? spec;
  const condition = listAt(status, "conditions").find((one) => textAt(one, "type") === "Ready");
  if (textAt(condition, "status") === "True") return undefined;
  if (textAt(status, "phase") === "Succeeded") return undefined;
  const failing = containersOf(status).find((one) => at(one, "ready") !== true);
  const component = CONTROL_PLANE_COMPONENTS.find((name) => id.includes(name)) ??
    id.replace(/^.*\//, "");
  const state = failing === undefined ? textAt(status, "phase") || "unknown" : stateText(failing);
  return {
    component,
    text: state === "running" ? "is not ready" : `does not run: ${state}`,
    condition,
    detail: `phase ${textAt(status, "phase") || "unknown"}; ${
      textAt(failing, "name") || component
    }: ${state}`,
  };
}

function isFailing(container: Json): boolean {
  const reason = textAt(container, "state", "waiting", "reason");
  return /CrashLoopBackOff|CreateContainer\w*Error|RunContainerError/.test(reason);
}

/** Describes the state of a container. */
function stateText(container: Json): string {
  const waiting = textAt(container, "state", "waiting", "reason");
  const last = at(container, "lastState", "terminated") ?? at(container, "state", "terminated");
  const exit = last === undefined || last === null ? "" : [
    textAt(last, "reason"),
    textAt(last, "exitCode") === "" ? "" : `exit code ${textAt(last, "exitCode")}`,
    textAt(last, "message").split("\n").at(-1)?.slice(0, 200) ?? "",
  ]
    .filter((part) => part !== "").join(", ");
  const message = textAt(container, "state", "waiting", "message").slice(0, 200);
  if (waiting !== "") {
    const detail = exit !== "" ? exit : message;
    return detail === "" ? waiting : `${waiting} (${detail})`;
  }
  if (at(container, "state", "terminated") !== undefined) return `terminated (${exit})`;
  return at(container, "state", "running") === undefined ? "not started" : "running";
}

function podState(pod: KubeObject): string {
  const container = containersOf(pod.status).find((one) => at(one, "ready") !== true);
  const phase = textAt(pod.status, "phase");
  return container === undefined ? phase : `${phase}: ${stateText(container)}`;
}

function isStatic({ metadata }: KubeObject): boolean {
  return metadata.annotations?.["kubernetes.io/config.mirror"] !== undefined;
}

function isYoung(facts: Facts, { metadata }: KubeObject): boolean {
  const created = parseTime(metadata.creationTimestamp ?? "");
  return created !== undefined && facts.now - created < START_MS;
}

function matches({ metadata }: KubeObject, selector: Json): boolean {
  return Object.entries(selector as Record<string, Json>)
    .every(([key, value]) => metadata.labels?.[key] === value);
}
