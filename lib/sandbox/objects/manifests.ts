/**
 * The manifests that control plane nodes apply to a new cluster, and that clients synchronize later:
 * bootstrap token and roles of nodes, kube-proxy, CoreDNS, flannel.
 *
 * @module
 */
import { apiVersionOf, kindOf } from "./kinds.ts";
import type { JsonMap } from "./objects.ts";
import type { KubernetesSettings } from "./settings.ts";

/** A manifest resource: its id and its objects. */
export type SystemManifest = readonly [id: string, ...objects: readonly JsonMap[]];

const SYSTEM = "kube-system";
const RBAC = "rbac.authorization.k8s.io";
const READ = ["get", "list", "watch"];

/** Returns the manifests of a configuration, sorted by id. */
export function systemManifests(settings: KubernetesSettings): SystemManifest[] {
  const { images, dnsDomain, serviceSubnet, podSubnet, endpoint, bootstrapToken } = settings;
  const address = `${serviceSubnet.split(".").slice(0, 3).join(".")}.10`;
  return [
    ...bootstrapToken === undefined ? [] : [bootstrapSecret(...bootstrapToken)],
    ...nodeRoles(),
    ...images.flannel === undefined ? [] : [flannel(images.flannel, podSubnet)],
    ...images.proxy === undefined ? [] : [proxy(images.proxy)],
    ...images.coreDns === undefined ? [] : coreDns(images.coreDns, dnsDomain, address),
    kubeconfig(endpoint),
  ];
}

/** Returns an object of a kind, with the fields of its manifest. */
function object(kindName: string, name: string, fields: JsonMap = {}, namespace = SYSTEM): JsonMap {
  const kind = kindOf(kindName);
  const { labels, ...rest } = fields;
  return {
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    metadata: {
      name,
      ...kind.namespaced ? { namespace } : {},
      ...labels === undefined ? {} : { labels },
    },
    ...rest,
  };
}

function rule(groups: string[], resources: string[], verbs: string[]): JsonMap {
  return { apiGroups: groups, resources, verbs };
}

function binding(name: string, role: string, subjects: JsonMap[]): JsonMap {
  const roleRef = { apiGroup: RBAC, kind: "ClusterRole", name: role };
  return object(`ClusterRoleBinding.${RBAC}`, name, { roleRef, subjects });
}

function group(name: string): JsonMap {
  return { apiGroup: RBAC, kind: "Group", name };
}

function account(name: string): JsonMap {
  return { kind: "ServiceAccount", name, namespace: SYSTEM };
}

function bootstrapSecret(id: string, secret: string): SystemManifest {
  return [
    "00-kubelet-bootstrapping-token",
    object("Secret", `bootstrap-token-${id}`, {
      type: "bootstrap.kubernetes.io/token",
      stringData: {
        "token-id": id,
        "token-secret": secret,
        "usage-bootstrap-authentication": "true",
        "auth-extra-groups": "system:bootstrappers:nodes",
      },
    }),
  ];
}

function nodeRoles(): SystemManifest[] {
  const csr = "system:certificates.k8s.io:certificatesigningrequests";
  const [bootstrappers, nodes] = [group("system:bootstrappers:nodes"), group("system:nodes")];
  return [
    [
      "01-csr-approver-role-binding",
      binding("system-bootstrap-approve-node-client-csr", `${csr}:nodeclient`, [bootstrappers]),
    ],
    [
      "01-csr-node-bootstrap",
      binding("system-bootstrap-node-bootstrapper", "system:node-bootstrapper", [
        bootstrappers,
        nodes,
      ]),
    ],
    [
      "01-csr-renewal-role-binding",
      binding("system-bootstrap-node-renewal", `${csr}:selfnodeclient`, [nodes]),
    ],
  ];
}

/** Returns the kubeconfig that kube-proxy mounts. */
function kubeconfig(server: string): SystemManifest {
  const folder = "/var/run/secrets/kubernetes.io/serviceaccount";
  const lines = [
    "apiVersion: v1",
    "clusters:",
    "- name: local",
    "  cluster:",
    `    server: ${server}`,
    `    certificate-authority: ${folder}/ca.crt`,
    "users:",
    "- name: service-account",
    "  user:",
    `    tokenFile: ${folder}/token`,
    "contexts:",
    "- context:",
    "    cluster: local",
    "    user: service-account",
  ];
  const data = { kubeconfig: `${lines.join("\n")}\n` };
  return ["11-kube-config-in-cluster", object("ConfigMap", "kubeconfig-in-cluster", { data })];
}

const EVERYWHERE = [
  { effect: "NoSchedule", operator: "Exists" },
  { effect: "NoExecute", operator: "Exists" },
];

function proxy(image: string): SystemManifest {
  const labels = { tier: "node", "k8s-app": "kube-proxy" };
  return [
    "10-kube-proxy",
    object("ServiceAccount", "kube-proxy"),
    binding("kube-proxy", "system:node-proxier", [account("kube-proxy")]),
    object(
      "DaemonSet.apps",
      "kube-proxy",
      daemonSet(labels, {
        containers: [{
          name: "kube-proxy",
          image,
          command: ["/usr/local/bin/kube-proxy"],
          securityContext: { privileged: true },
        }],
        hostNetwork: true,
        priorityClassName: "system-cluster-critical",
        serviceAccountName: "kube-proxy",
        tolerations: EVERYWHERE,
      }),
    ),
  ];
}

function flannel(image: string, podSubnet: string): SystemManifest {
  const labels = { tier: "node", "k8s-app": "flannel" };
  const network = { Network: podSubnet, Backend: { Type: "vxlan", Port: 4789 } };
  return [
    "05-flannel",
    object("ServiceAccount", "flannel"),
    object(`ClusterRole.${RBAC}`, "flannel", {
      rules: [rule([""], ["pods"], ["get"]), rule([""], ["nodes"], READ)],
    }),
    binding("flannel", "flannel", [account("flannel")]),
    object("ConfigMap", "kube-flannel-cfg", {
      labels,
      data: { "net-conf.json": JSON.stringify(network, undefined, 2) },
    }),
    object(
      "DaemonSet.apps",
      "kube-flannel",
      daemonSet(labels, {
        containers: [{
          name: "kube-flannel",
          image,
          command: ["/opt/bin/flanneld", "--ip-masq", "--kube-subnet-mgr"],
          resources: { requests: { cpu: "100m", memory: "50Mi" } },
        }],
        hostNetwork: true,
        priorityClassName: "system-node-critical",
        serviceAccountName: "flannel",
        tolerations: EVERYWHERE,
      }),
    ),
  ];
}

function daemonSet(labels: JsonMap, spec: JsonMap): JsonMap {
  return {
    labels,
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  };
}

function coreDns(image: string, domain: string, address: string): SystemManifest[] {
  const labels = { "k8s-app": "kube-dns" };
  const corefile = [
    ".:53 {",
    "    errors",
    "    health",
    "    ready",
    `    kubernetes ${domain} in-addr.arpa ip6.arpa`,
    "    forward . /etc/resolv.conf",
    "    cache 30",
    "}",
  ];
  const podSpec = {
    nodeSelector: { "kubernetes.io/os": "linux" },
    serviceAccountName: "coredns",
    priorityClassName: "system-cluster-critical",
    tolerations: [{
      key: "node-role.kubernetes.io/control-plane",
      operator: "Exists",
      effect: "NoSchedule",
    }],
    containers: [{
      name: "coredns",
      image,
      args: ["-conf", "/etc/coredns/Corefile"],
      resources: {
        limits: { memory: "170Mi" },
        requests: { cpu: "100m", memory: "70Mi" },
      },
      ports: [
        { name: "dns", protocol: "UDP", containerPort: 53 },
        { name: "dns-tcp", protocol: "TCP", containerPort: 53 },
      ],
    }],
  };
  return [
    [
      "11-core-dns",
      object("ServiceAccount", "coredns"),
      object(`ClusterRole.${RBAC}`, "system:coredns", {
        rules: [rule([""], ["endpoints", "services", "pods", "namespaces"], ["list", "watch"])],
      }),
      binding("system:coredns", "system:coredns", [account("coredns")]),
      object("ConfigMap", "coredns", { data: { Corefile: `${corefile.join("\n")}\n` } }),
      object("Deployment.apps", "coredns", {
        labels: { ...labels, "kubernetes.io/name": "CoreDNS" },
        spec: {
          replicas: 2,
          strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1 } },
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: podSpec },
        },
      }),
    ],
    [
      "11-core-dns-svc",
      object("Service", "kube-dns", {
        labels,
        spec: {
          clusterIP: address,
          clusterIPs: [address],
          ports: [
            { name: "dns", port: 53, protocol: "UDP" },
            { name: "dns-tcp", port: 53, protocol: "TCP" },
          ],
          selector: labels,
        },
      }),
    ],
  ];
}
