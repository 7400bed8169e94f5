/**
 * Authorization by the roles and bindings of the cluster (RBAC).
 *
 * @module
 */
import { ApiError } from "./api_error.ts";
import { type JsonMap, type KubeObject, mapAt, mapsAt, stringAt } from "../objects/objects.ts";
import type { ObjectStore } from "./object_store.ts";
import type { User } from "./request.ts";

/** Access to a resource, or to a non-resource path. */
export type Access =
  | {
    readonly verb: string;
    readonly group: string;
    /** For example `pods/log`. */
    readonly resource: string;
    readonly namespace: string | undefined;
    readonly name: string | undefined;
  }
  | { readonly verb: string; readonly path: string };

/** Group with all permissions, which requires no role. */
const MASTERS = "system:masters";

const RBAC = "rbac.authorization.k8s.io";

/**
 * Rejects access that no role of the user permits.
 *
 * @throws {ApiError} Forbidden
 */
export function authorize(store: ObjectStore, user: User, access: Access): void {
  if (isAllowed(store, user, access)) return;
  const { verb } = access;
  const who = `User "${user.name}" cannot`;
  if ("path" in access) {
    throw new ApiError("Forbidden", `forbidden: ${who} ${verb} path "${access.path}"`);
  }
  const { group, resource, namespace, name } = access;
  const [plural = ""] = resource.split("/");
  const scope = namespace === undefined
    ? "at the cluster scope"
    : `in the namespace "${namespace}"`;
  const target = `${plural}${group === "" ? "" : `.${group}`}${
    name === undefined ? "" : ` "${name}"`
  }`;
  throw new ApiError(
    "Forbidden",
    `${target} is forbidden: ${who} ${verb} resource "${resource}" in API group "${group}" ${scope}`,
    {
      ...(name === undefined ? {} : { name }),
      ...(group === "" ? {} : { group }),
      kind: plural,
    },
  );
}

/** Reports whether a user has access. */
export function isAllowed(store: ObjectStore, user: User, access: Access): boolean {
  if (user.groups.includes(MASTERS)) return true;
  const namespace = "path" in access ? undefined : access.namespace;
  const bindings = [
    ...store.list(`clusterrolebindings.${RBAC}`),
    ...namespace === undefined ? [] : store.list(`rolebindings.${RBAC}`, namespace),
  ];
  return bindings.some((binding) =>
    mapsAt(binding, "subjects").some((subject) => isSubject(subject, user)) &&
    rulesOf(store, binding).some((rule) => matchesRule(rule, access))
  );
}

function isSubject(subject: JsonMap, { name, groups }: User): boolean {
  if (subject["kind"] === "User") return subject["name"] === name;
  if (subject["kind"] === "Group") return groups.includes(stringAt(subject, "name"));
  const account = `system:serviceaccount:${subject["namespace"]}:${subject["name"]}`;
  return subject["kind"] === "ServiceAccount" && account === name;
}

function rulesOf(store: ObjectStore, binding: KubeObject): readonly JsonMap[] {
  const { kind, name } = mapAt(binding, "roleRef");
  const role = kind === "Role"
    ? store.get(`roles.${RBAC}`, binding.metadata.namespace, String(name))
    : store.get(`clusterroles.${RBAC}`, undefined, String(name));
  return mapsAt(role, "rules");
}

function matchesRule(rule: JsonMap, access: Access): boolean {
  const has = (field: string, value: string) => {
    const values = rule[field];
    return Array.isArray(values) && (values.includes("*") || values.includes(value));
  };
  if (!has("verbs", access.verb)) return false;
  if ("path" in access) {
    const urls = rule["nonResourceURLs"];
    return Array.isArray(urls) && urls.some((url) =>
      url === "*" || url === access.path ||
      String(url).endsWith("*") && access.path.startsWith(String(url).slice(0, -1))
    );
  }
  const names = rule["resourceNames"];
  return has("apiGroups", access.group) && has("resources", access.resource) &&
    (!Array.isArray(names) || names.length === 0 || names.includes(access.name ?? ""));
}
