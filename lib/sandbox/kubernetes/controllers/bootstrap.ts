/**
 * The objects of a new cluster: namespaces, bootstrap roles, and the manifests of a control plane
 * node.
 *
 * @module
 */
import { withDefaults } from "../defaults.ts";
import { kindOf } from "../../objects/kinds.ts";
import { systemManifests } from "../../objects/manifests.ts";
import { type JsonMap, type KubeObject, stringAt } from "../../objects/objects.ts";
import type { ControllerContext } from "./controller.ts";

const NAMESPACES = ["default", "kube-node-lease", "kube-public", "kube-system"];

/** A manifest: kind, name, namespace unless cluster-scoped, and fields. */
type Manifest = readonly [kind: string, name: string, fields: JsonMap, namespace?: string];

/** Creates the objects of a new cluster that do not exist. */
export function bootstrap({ writer, settings }: ControllerContext): void {
  const prefix = settings.serviceSubnet.split(".").slice(0, 3).join(".");
  const manifests: Manifest[] = [
    ...NAMESPACES.map((name): Manifest => ["Namespace", name, {}]),
    ...ROLES,
    ["Service", "kubernetes", service(`${prefix}.1`, [{ name: "https", port: 443 }]), "default"],
  ];
  for (const [kindName, name, fields, namespace] of manifests) {
    const kind = kindOf(kindName);
    const { labels, ...rest } = fields;
    const metadata = { name, ...(namespace ? { namespace } : {}), ...(labels ? { labels } : {}) };
    const object = withDefaults(kindName.split(".")[0]!, { metadata, ...rest });
    writer.ensure(kind, object as JsonMap & Pick<KubeObject, "metadata">);
  }
  for (const [, ...objects] of systemManifests(settings)) {
    for (const { apiVersion, kind, ...rest } of objects) {
      const [group, version] = String(apiVersion).split("/");
      const object = withServiceStatus(withDefaults(String(kind), rest));
      writer.ensure(
        kindOf(version === undefined ? String(kind) : `${kind}.${group}`),
        object as JsonMap & Pick<KubeObject, "metadata">,
      );
    }
  }
}

/** Adds the status of a service, which manifests lack. */
function withServiceStatus(object: JsonMap): JsonMap {
  const isService = stringAt(object, "spec", "clusterIP") !== "";
  return isService ? { ...object, status: { loadBalancer: {} } } : object;
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

function service(clusterIP: string, ports: JsonMap[]): JsonMap {
  return {
    spec: { clusterIP, clusterIPs: [clusterIP], ports },
    status: { loadBalancer: {} },
  };
}
