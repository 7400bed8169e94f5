/**
 * The manifests of the nodes: their differences to the objects of the cluster, and their changes.
 *
 * @module
 */
import { structuredPatch } from "diff";
import { OsctlError } from "../../errors.ts";
import { writeYaml, type YamlData } from "../../yaml/mod.ts";
import { isConflict, isNotFound } from "../../kubernetes/kubernetes_error.ts";
import type { KubernetesObject, ObjectMeta, ResourceType } from "../../kubernetes/objects.ts";
import { apiVersionOf } from "../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../kubernetes/types.ts";
import { sleep } from "../../async/sleep.ts";
import { REDACTED } from "../support/redact.ts";
import type { PlanNode } from "./cluster_plan.ts";
import { MANIFEST_KIND } from "./components.ts";
import { isSpecMap, parseSpec, type UpgradeContext } from "./upgrade_context.ts";
import { retryNode, type Wait } from "../waits.ts";

/** An object of a manifest. */
export type Manifest = KubernetesObject & { readonly metadata: ObjectMeta };

/** A manifest that differs from the cluster. */
export interface ManifestChange {
  readonly type: ResourceType;
  readonly manifest: Manifest;
  /** `DaemonSet kube-system/kube-proxy` */
  readonly name: string;
  readonly action: "create" | "update";
  /** Unified diff of the YAML forms. */
  readonly diff: string;
}

/** Field manager of manifests on nodes that apply them on the server side. */
const NODE_MANAGER = "talos";
/** Annotation and name of the inventory in which these nodes list the objects of manifests. */
const INVENTORY = {
  "config.k8s.io/owning-inventory": "talos-bootstrap-manifests-inventory",
} as const;

/** Pause before a conflicting change is repeated, milliseconds. */
const CONFLICT_MS = 500;

/** Returns `Kind namespace/name`. */
export function objectName({ kind, metadata: { name, namespace } }: Manifest): string {
  return `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
}

/** Reads the manifests of a control plane, in the order in which nodes apply them. */
export async function readManifests(
  { resources, clock }: UpgradeContext,
  wait: Wait,
  { address }: PlanNode,
): Promise<Manifest[]> {
  const specs = await retryNode(clock, wait, async (signal) => {
    const found: string[] = [];
    for await (const { yaml } of resources.list(address, MANIFEST_KIND, { signal })) {
      found.push(yaml);
    }
    return found;
  });
  return specs.flatMap((yaml) => {
    const items = parseSpec(yaml);
    return Array.isArray(items) ? items.filter(isManifest) : [];
  });
}

function isManifest(data: YamlData): data is YamlData & Manifest {
  return isSpecMap(data) && typeof data["apiVersion"] === "string" &&
    typeof data["kind"] === "string" && isSpecMap(data["metadata"]) &&
    typeof data["metadata"]["name"] === "string";
}

/** Returns manifests with another image of kube-proxy. */
export function withProxyImage(manifests: readonly Manifest[], image: string): Manifest[] {
  return manifests.map((manifest) => {
    const template = proxyTemplate(manifest);
    if (template === undefined) return manifest;
    const containers = template.containers.map((one) =>
      one["name"] === "kube-proxy" ? { ...one, image } : one
    );
    return template.with(containers);
  });
}

/** Returns the image of kube-proxy in manifests; undefined without one. */
export function proxyImageOf(manifests: readonly Manifest[]): string | undefined {
  for (const manifest of manifests) {
    const found = proxyTemplate(manifest)?.containers.find(({ name }) => name === "kube-proxy");
    if (typeof found?.["image"] === "string") return found["image"];
  }
  return undefined;
}

type Container = { readonly [name: string]: YamlData };

function proxyTemplate(manifest: Manifest): {
  readonly containers: readonly Container[];
  with(containers: readonly Container[]): Manifest;
} | undefined {
  const { name, namespace } = manifest.metadata;
  if (manifest.kind !== "DaemonSet" || name !== "kube-proxy" || namespace !== "kube-system") {
    return undefined;
  }
  const data = manifest as unknown as Container;
  const spec = isSpecMap(data["spec"]) ? data["spec"] : {};
  const template = isSpecMap(spec["template"]) ? spec["template"] : {};
  const podSpec = isSpecMap(template["spec"]) ? template["spec"] : {};
  const containers = podSpec["containers"];
  return {
    containers: Array.isArray(containers) ? containers.filter(isSpecMap) : [],
    with: (changed) => ({
      ...manifest,
      spec: { ...spec, template: { ...template, spec: { ...podSpec, containers: changed } } },
    } as Manifest),
  };
}

/** Compares manifests with the cluster, and changes it. */
export class ManifestSync {
  readonly #context: UpgradeContext;
  readonly #isServerSide: boolean;
  readonly #types = new Map<string, ResourceType>();

  /** @param isServerSide whether all nodes apply manifests on the server side: from v1.13 on. */
  constructor(context: UpgradeContext, isServerSide: boolean) {
    this.#context = context;
    this.#isServerSide = isServerSide;
  }

  /** Returns how the cluster differs from a manifest; undefined when it does not. */
  async compare(wait: Wait, manifest: Manifest): Promise<ManifestChange | undefined> {
    return await this.#untilNoConflict(wait, async (client, signal) => {
      const type = await this.#typeOf(client, manifest, signal);
      const complete = withNamespace(manifest, type);
      const { name, namespace } = complete.metadata;
      const facts = { type, manifest: complete, name: objectName(complete) };
      let live: KubernetesObject;
      try {
        live = await client.get(type, { name: name!, namespace }, { signal });
      } catch (error) {
        if (!isNotFound(error)) throw error;
        return { ...facts, action: "create", diff: diffOf(facts, undefined, complete) };
      }
      const result = await this.#write(client, type, complete, live, { signal, dryRun: true });
      const diff = diffOf(facts, live, result);
      return diff === "" ? undefined : { ...facts, action: "update", diff };
    });
  }

  /**
   * Applies a manifest, and returns the change; undefined when there was none. After a lost reply or a
   * conflict with another client, it compares again.
   */
  async apply(wait: Wait, manifest: Manifest): Promise<ManifestChange | undefined> {
    const { kubernetes, clock } = this.#context;
    let first: ManifestChange | undefined;
    while (true) {
      const change = await this.compare(wait, manifest);
      if (change === undefined) return first;
      first ??= change;
      try {
        await kubernetes.request(wait, (client, signal) => this.#change(client, change, signal));
        return first;
      } catch (error) {
        if (!isConflict(error)) throw error;
        wait.report(error.message);
      }
      await sleep(clock, CONFLICT_MS, wait.signal);
    }
  }

  async #change(
    client: KubernetesClient,
    { type, manifest, action }: ManifestChange,
    signal: AbortSignal,
  ): Promise<void> {
    const { name, namespace } = manifest.metadata;
    if (action === "create" && !this.#isServerSide) {
      await client.create(type, manifest, { signal });
      return;
    }
    const live = action === "create"
      ? {}
      : await client.get(type, { name: name!, namespace }, { signal });
    await this.#write(client, type, manifest, live, { signal, dryRun: false });
  }

  #write(
    client: KubernetesClient,
    type: ResourceType,
    manifest: Manifest,
    live: KubernetesObject,
    options: { readonly signal: AbortSignal; readonly dryRun: boolean },
  ): Promise<KubernetesObject> {
    const { metadata } = manifest;
    const { name, namespace } = metadata;
    if (this.#isServerSide) {
      const annotations = { ...metadata.annotations, ...INVENTORY };
      const body = { ...manifest, metadata: { ...metadata, annotations } };
      const patch = { type: "apply" as const, body, force: true };
      const manager = { ...options, fieldManager: NODE_MANAGER };
      return client.patch(type, { name: name!, namespace }, patch, manager);
    }
    const resourceVersion = live.metadata?.resourceVersion;
    const versioned = resourceVersion === undefined ? {} : { resourceVersion };
    return client.replace(
      type,
      { ...manifest, metadata: { ...metadata, ...versioned } },
      options,
    );
  }

  /** Repeats after a conflict: another client has changed the object between two requests. */
  async #untilNoConflict<T>(
    wait: Wait,
    run: (client: KubernetesClient, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { kubernetes, clock } = this.#context;
    while (true) {
      try {
        return await kubernetes.request(wait, run);
      } catch (error) {
        if (!isConflict(error)) throw error;
        wait.report(error.message);
        await sleep(clock, CONFLICT_MS, wait.signal);
      }
    }
  }

  async #typeOf(
    client: KubernetesClient,
    { apiVersion = "", kind = "" }: Manifest,
    signal: AbortSignal,
  ): Promise<ResourceType> {
    const key = `${apiVersion} ${kind}`;
    const known = this.#types.get(key);
    if (known !== undefined) return known;
    const type = await client.resolveType(apiVersion, kind, { signal });
    this.#types.set(key, type);
    return type;
  }
}

function withNamespace(manifest: Manifest, { isNamespaced }: ResourceType): Manifest {
  const { namespace, ...metadata } = manifest.metadata;
  if (!isNamespaced) return { ...manifest, metadata };
  return { ...manifest, metadata: { ...metadata, namespace: namespace ?? "default" } };
}

/** Fields of metadata that the server sets. */
const SERVER_FIELDS = [
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "managedFields",
  "finalizers",
  "selfLink",
  "ownerReferences",
];

/** Part of the keys of annotations that Kubernetes sets. */
const SERVER_ANNOTATION = "kubernetes.io/";

/** Returns the parts of an object that a manifest decides, without the values of secrets. */
function comparable(object: KubernetesObject): { readonly [name: string]: YamlData } {
  const { metadata = {}, ...fields } = object as unknown as {
    readonly metadata?: { readonly [name: string]: YamlData };
    readonly [name: string]: YamlData | undefined;
  };
  const { annotations, ...others } = metadata;
  const own = isSpecMap(annotations)
    ? Object.entries(annotations).filter(([key]) => !key.includes(SERVER_ANNOTATION))
    : [];
  const data: Record<string, YamlData> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || (object.kind === "ServiceAccount" && name === "secrets")) continue;
    data[name] = value;
  }
  data["metadata"] = Object.fromEntries([
    ...Object.entries(others).filter(([name]) => !SERVER_FIELDS.includes(name)),
    ...own.length === 0 ? [] : [["annotations", Object.fromEntries(own)]],
  ]);
  return data;
}

/** Sorts keys, as YAML forms of objects have them. */
function sorted(value: YamlData): YamlData {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isSpecMap(value)) return value;
  const entries = Object.entries(value).sort(([one], [other]) => one < other ? -1 : 1);
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}

/** Lines of context around a change. */
const CONTEXT = 3;

/** Returns the unified diff of two objects; empty when they are equal. */
function diffOf(
  { type, manifest: { metadata: { name, namespace } } }: {
    readonly type: ResourceType;
    readonly manifest: Manifest;
  },
  before: KubernetesObject | undefined,
  after: KubernetesObject,
): string {
  const scope = namespace === undefined ? "" : `${namespace}/`;
  const path = `${apiVersionOf(type)}.${type.kind}/${scope}${name}`;
  const isSecret = type.kind === "Secret" && type.group === "";
  const [old, next] = isSecret ? redacted(before, after) : [before, after];
  const text = (object: KubernetesObject | undefined) =>
    object === undefined ? "" : writeYaml(sorted(comparable(object)));
  const { hunks } = structuredPatch("a", "b", text(old), text(next), "", "", { context: CONTEXT });
  if (hunks.length === 0) return "";
  const parts = hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) =>
    [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines].join("\n")
  );
  return `--- a/${path}\n+++ b/${path}\n${parts.join("\n")}\n`;
}

/** Replaces the values of secrets; changed ones differ in the result. */
function redacted(
  before: KubernetesObject | undefined,
  after: KubernetesObject,
): [KubernetesObject | undefined, KubernetesObject] {
  type Secret = KubernetesObject & { readonly data?: unknown; readonly stringData?: unknown };
  const values = (object: KubernetesObject | undefined, field: "data" | "stringData") => {
    const map = (object as Secret | undefined)?.[field];
    return typeof map === "object" && map !== null ? map as Record<string, unknown> : {};
  };
  const mask = (object: KubernetesObject, changed: (field: "data", key: string) => boolean) => {
    const masked: Record<string, Record<string, string>> = {};
    for (const field of ["data", "stringData"] as const) {
      for (const key of Object.keys(values(object, field))) {
        const isChanged = field === "data" && changed(field, key);
        (masked[field] ??= {})[key] = isChanged ? `${REDACTED} (changed)` : REDACTED;
      }
    }
    return { ...object, ...masked } as KubernetesObject;
  };
  if (before === undefined) return [undefined, mask(after, () => false)];
  const old = values(before, "data");
  const isChanged = (field: "data", key: string) =>
    old[key] !== undefined && old[key] !== values(after, field)[key];
  return [mask(before, () => false), mask(after, isChanged)];
}

/** Throws when the manifests lack what the upgrade needs. */
export function requireManifests(manifests: readonly Manifest[], node: PlanNode): void {
  if (manifests.length > 0) return;
  throw new OsctlError("node", `${node.address} has no manifests`, {
    hint: "check that its etcd member runs: osctl service etcd",
  });
}
