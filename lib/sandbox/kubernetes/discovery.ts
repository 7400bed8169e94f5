/**
 * Discovery documents: API versions, groups and their resources, plain and aggregated.
 *
 * @module
 */
import { apiVersionOf, type Kind } from "../objects/kinds.ts";
import type { JsonMap } from "../objects/objects.ts";

const VERBS = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

/** Kind and group version of a subresource's objects, when it differs from its parent. */
const SUBRESOURCE_KINDS: Readonly<Record<string, Partial<Kind> & { readonly kind: string }>> = {
  binding: { kind: "Binding" },
  eviction: { kind: "Eviction", group: "policy", version: "v1" },
  exec: { kind: "PodExecOptions" },
  scale: { kind: "Scale", group: "autoscaling", version: "v1" },
  token: { kind: "TokenRequest", group: "authentication.k8s.io", version: "v1" },
};

const SUBRESOURCE_VERBS: Readonly<Record<string, readonly string[]>> = {
  binding: ["create"],
  eviction: ["create"],
  exec: ["create", "get"],
  finalize: ["update"],
  log: ["get"],
  token: ["create"],
};

/** Kinds that can only be created, to evaluate them. */
export const REVIEWS: readonly { readonly group: string; readonly kind: string }[] = [
  { group: "authentication.k8s.io", kind: "SelfSubjectReview" },
  { group: "authorization.k8s.io", kind: "SelfSubjectAccessReview" },
];

interface Group {
  readonly name: string;
  readonly versions: readonly string[];
}

function listGroups(kinds: readonly Kind[]): Group[] {
  const names = new Set([
    ...kinds.map(({ group }) => group),
    ...REVIEWS.map(({ group }) => group),
  ]);
  return [...names].map((name) => ({
    name,
    versions: [
      ...new Set([
        ...kinds.filter(({ group }) => group === name).map(({ version }) => version),
        ...REVIEWS.filter(({ group }) => group === name).map(() => "v1"),
      ]),
    ],
  }));
}

/** Returns the document of `/api`. */
export function apiVersions(address: string): JsonMap {
  return {
    kind: "APIVersions",
    versions: ["v1"],
    serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: address }],
  };
}

function groupDocument({ name, versions }: Group): JsonMap {
  const entries = versions.map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions: entries, preferredVersion: entries[0]! };
}

/** Returns the document of `/apis`. */
export function apiGroupList(kinds: readonly Kind[]): JsonMap {
  const groups = listGroups(kinds).filter(({ name }) => name !== "").map(groupDocument);
  return { kind: "APIGroupList", apiVersion: "v1", groups };
}

/** Returns the document of `/apis/<group>`; undefined for an unknown group. */
export function apiGroup(kinds: readonly Kind[], name: string): JsonMap | undefined {
  const group = listGroups(kinds).find((one) => one.name === name);
  if (group === undefined || name === "") return undefined;
  return { kind: "APIGroup", apiVersion: "v1", ...groupDocument(group) };
}

/** Returns the document of a group version; undefined for an unknown one. */
export function apiResourceList(
  all: readonly Kind[],
  group: string,
  version: string,
): JsonMap | undefined {
  const kinds = all.filter((kind) => kind.group === group && kind.version === version);
  const reviews = REVIEWS.filter((review) => review.group === group && version === "v1");
  if (kinds.length + reviews.length === 0) return undefined;
  const resources = [
    ...kinds.flatMap((kind): JsonMap[] => [
      {
        name: kind.plural,
        singularName: kind.singular,
        namespaced: kind.namespaced,
        kind: kind.kind,
        verbs: VERBS,
        ...(kind.shortNames.length === 0 ? {} : { shortNames: kind.shortNames }),
        ...(kind.categories.length === 0 ? {} : { categories: kind.categories }),
      },
      ...kind.subresources.map((name) => {
        const other = SUBRESOURCE_KINDS[name];
        const { group, version } = other ?? {};
        return {
          name: `${kind.plural}/${name}`,
          singularName: "",
          namespaced: kind.namespaced,
          ...(group === undefined ? {} : { group, version }),
          kind: other?.kind ?? kind.kind,
          verbs: SUBRESOURCE_VERBS[name] ?? ["get", "patch", "update"],
        };
      }),
    ]),
    ...reviews.map(({ kind }) => ({
      name: `${kind.toLowerCase()}s`,
      singularName: kind.toLowerCase(),
      namespaced: false,
      kind,
      verbs: ["create"],
    })),
  ];
  const groupVersion = apiVersionOf({ group, version });
  return { kind: "APIResourceList", apiVersion: "v1", groupVersion, resources };
}

/** Media type of aggregated discovery. */
export const AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** Returns the aggregated document of `/api` (the core group) or `/apis` (all others). */
export function aggregatedDiscovery(kinds: readonly Kind[], isCore: boolean): JsonMap {
  const groups = listGroups(kinds).filter(({ name }) => (name === "") === isCore);
  const items = groups.map(({ name, versions }) => ({
    metadata: { creationTimestamp: null, ...(isCore ? {} : { name }) },
    versions: versions.map((version) => ({
      version,
      resources: [...aggregatedKinds(kinds, name, version), ...aggregatedReviews(name)],
      freshness: "Current",
    })),
  }));
  return {
    kind: "APIGroupDiscoveryList",
    apiVersion: "apidiscovery.k8s.io/v2",
    metadata: {},
    items,
  };
}

function aggregatedKinds(all: readonly Kind[], group: string, version: string): JsonMap[] {
  return all.filter((kind) => kind.group === group && kind.version === version).map((kind) => ({
    resource: kind.plural,
    responseKind: { group, version, kind: kind.kind },
    scope: kind.namespaced ? "Namespaced" : "Cluster",
    singularResource: kind.singular,
    verbs: VERBS,
    shortNames: kind.shortNames,
    categories: kind.categories,
    subresources: kind.subresources.map((subresource) => ({
      subresource,
      responseKind: { group, version, kind: kind.kind, ...SUBRESOURCE_KINDS[subresource] },
      verbs: SUBRESOURCE_VERBS[subresource] ?? ["get", "patch", "update"],
    })),
  }));
}

function aggregatedReviews(group: string): JsonMap[] {
  return REVIEWS.filter((review) => review.group === group).map(({ kind }) => ({
    resource: `${kind.toLowerCase()}s`,
    responseKind: { group, version: "v1", kind },
    scope: "Cluster",
    singularResource: kind.toLowerCase(),
    verbs: ["create"],
  }));
}
