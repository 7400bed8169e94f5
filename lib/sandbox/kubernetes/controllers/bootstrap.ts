/**
 * The objects of a new cluster: namespaces, bootstrap roles, and the manifests of a control plane
 * node (kube-proxy, CoreDNS, flannel).
 *
 * @module
 */
import { withDefaults } from "../defaults.ts";
import { kindOf } from "../kinds.ts";
import type { JsonMap, KubeObject } from "../objects.ts";
import type { ControllerContext } from "./controller.ts";

const NAMESPACES = ["default", "kube-node-lease", "kube-public", "kube-system"];
const SYSTEM = "kube-system";

/** A manifest: kind, name, namespace unless cluster-scoped, and fields. */
type Manifest = readonly [kind: string, name: string, fields: JsonMap, namespace?: string];

/** Creates the objects of a new cluster that do not exist. */
export function bootstrap({ writer, settings }: ControllerContext): void {
  const { images, dnsDomain, serviceSubnet } = settings;
  const prefix = serviceSubnet.split(".").slice(0, 3).join(".");
  const manifests: Manifest[] = [
    ...NAMESPACES.map((name): Manifest => ["Namespace", name, {}]),
    ...ROLES,
    ["Service", "kubernetes", service(`${prefix}.1`, [{ name: "https", port: 443 }]), "default"],
    ...images.proxy === undefined ? [] : proxy(images.proxy),
    ...images.coreDns === undefined ? [] : coreDns(images.coreDns, dnsDomain, `${prefix}.10`),
    ...images.flannel === undefined ? [] : flannel(images.flannel, settings.podSubnet),
  ];
  for (const [kindName, name, fields, namespace] of manifests) {
    const kind = kindOf(kindName);
    const { labels, ...rest } = fields;
    const metadata = { name, ...(namespace ? { namespace } : {}), ...(labels ? { labels } : {}) };
    const object = withDefaults(kindName.split(".")[0]!, { metadata, ...rest });
    writer.ensure(kind, object as JsonMap & Pick<KubeObject, "metadata">);
  }
}

const RBAC = "rbac.authorization.k8s.io";

function rule(groups: string[], resources: string[], verbs: string[]): JsonMap {
  return { apiGroups: groups, resources, verbs };
}

function bind(role: string, subjects: JsonMap[]): JsonMap {
  return { roleRef: { apiGroup: RBAC, kind: "ClusterRole", name: role }, subjects };
}

function group(name: string): JsonMap {
  return { apiGroup: RBAC, kind: "Group", name };
}

function account(name: string): JsonMap {
  return { kind: "ServiceAccount", name, namespace: SYSTEM };
}

const READ = ["get", "list", "watch"];
const WRITE = ["create", "delete", "deletecollection", "patch", "update"];
/** Resources that the roles `view` and `edit` cover. */
const CORE_RESOURCES = [
  "configmaps",
  "endpoints",
  "events",
  "limitranges",
  "persistentvolumeclaims",
  "pods",
  "pods/log",
  "pods/status",
  "resourcequotas",
  "serviceaccounts",
  "services",
];
const APPS_RESOURCES = ["daemonsets", "deployments", "deployments/scale", "replicasets"];

const CLUSTER_ROLE = `ClusterRole.${RBAC}`;
const CLUSTER_ROLE_BINDING = `ClusterRoleBinding.${RBAC}`;

const VIEW = [
  rule([""], [...CORE_RESOURCES, "namespaces"], READ),
  rule(["apps"], APPS_RESOURCES, READ),
  rule(["policy"], ["poddisruptionbudgets"], READ),
];
const EDIT = [
  ...VIEW,
  rule([""], [...CORE_RESOURCES, "secrets", "pods/eviction"], [...READ, ...WRITE]),
  rule(["apps"], APPS_RESOURCES, WRITE),
  rule(["policy"], ["poddisruptionbudgets"], WRITE),
];

const ROLES: readonly Manifest[] = [
  [CLUSTER_ROLE, "cluster-admin", {
    rules: [rule(["*"], ["*"], ["*"]), { nonResourceURLs: ["*"], verbs: ["*"] }],
  }],
  [CLUSTER_ROLE, "admin", {
    rules: [...EDIT, rule([RBAC], ["roles", "rolebindings"], [...READ, ...WRITE])],
  }],
  [CLUSTER_ROLE, "edit", { rules: EDIT }],
  [CLUSTER_ROLE, "view", { rules: VIEW }],
  [CLUSTER_ROLE, "system:discovery", {
    rules: [{
      nonResourceURLs: [
        "/api",
        "/api/*",
        "/apis",
        "/apis/*",
        "/healthz",
        "/livez",
        "/openapi",
        "/openapi/*",
        "/readyz",
        "/version",
        "/version/",
      ],
      verbs: ["get"],
    }],
  }],
  [CLUSTER_ROLE, "system:basic-user", {
    rules: [
      rule(["authorization.k8s.io"], ["selfsubjectaccessreviews"], ["create"]),
      rule(["authentication.k8s.io"], ["selfsubjectreviews"], ["create"]),
    ],
  }],
  [CLUSTER_ROLE, "system:node-proxier", {
    rules: [rule([""], ["endpoints", "services", "nodes"], READ)],
  }],
  [CLUSTER_ROLE_BINDING, "cluster-admin", bind("cluster-admin", [group("system:masters")])],
  [
    CLUSTER_ROLE_BINDING,
    "system:discovery",
    bind("system:discovery", [group("system:authenticated")]),
  ],
  [
    CLUSTER_ROLE_BINDING,
    "system:basic-user",
    bind("system:basic-user", [group("system:authenticated")]),
  ],
];

const EVERYWHERE = [
  { effect: "NoSchedule", operator: "Exists" },
  { effect: "NoExecute", operator: "Exists" },
];

function proxy(image: string): Manifest[] {
  const labels = { tier: "node", "k8s-app": "kube-proxy" };
  return [
    ["ServiceAccount", "kube-proxy", {}, SYSTEM],
    [CLUSTER_ROLE_BINDING, "kube-proxy", bind("system:node-proxier", [account("kube-proxy")])],
    [
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
      SYSTEM,
    ],
  ];
}

function flannel(image: string, podSubnet: string): Manifest[] {
  const labels = { tier: "node", "k8s-app": "flannel" };
  const network = { Network: podSubnet, Backend: { Type: "vxlan", Port: 4789 } };
  return [
    ["ServiceAccount", "flannel", {}, SYSTEM],
    [CLUSTER_ROLE, "flannel", {
      rules: [rule([""], ["pods"], ["get"]), rule([""], ["nodes"], READ)],
    }],
    [CLUSTER_ROLE_BINDING, "flannel", bind("flannel", [account("flannel")])],
    ["ConfigMap", "kube-flannel-cfg", {
      labels,
      data: { "net-conf.json": JSON.stringify(network, undefined, 2) },
    }, SYSTEM],
    [
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
      SYSTEM,
    ],
  ];
}

function daemonSet(labels: JsonMap, spec: JsonMap): JsonMap {
  return {
    labels,
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  };
}

function coreDns(image: string, domain: string, address: string): Manifest[] {
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
  return [
    ["ServiceAccount", "coredns", {}, SYSTEM],
    [CLUSTER_ROLE, "system:coredns", {
      rules: [rule([""], ["endpoints", "services", "pods", "namespaces"], ["list", "watch"])],
    }],
    [CLUSTER_ROLE_BINDING, "system:coredns", bind("system:coredns", [account("coredns")])],
    ["ConfigMap", "coredns", { data: { Corefile: `${corefile.join("\n")}\n` } }, SYSTEM],
    ["Deployment.apps", "coredns", {
      labels: { ...labels, "kubernetes.io/name": "CoreDNS" },
      spec: {
        replicas: 2,
        strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1 } },
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
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
          },
        },
      },
    }, SYSTEM],
    [
      "Service",
      "kube-dns",
      {
        labels,
        ...service(address, [
          { name: "dns", port: 53, protocol: "UDP" },
          { name: "dns-tcp", port: 53, protocol: "TCP" },
        ], labels),
      },
      SYSTEM,
    ],
  ];
}

function service(clusterIP: string, ports: JsonMap[], selector?: JsonMap): JsonMap {
  return {
    spec: { clusterIP, clusterIPs: [clusterIP], ports, ...(selector ? { selector } : {}) },
    status: { loadBalancer: {} },
  };
}
