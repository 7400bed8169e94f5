/** A Kubernetes API in memory, which returns what a test sets. */
import { isDeepStrictEqual } from "node:util";
import type { KubernetesClient } from "../../../../lib/kubernetes/types.ts";
import { KubernetesError } from "../../../../lib/kubernetes/kubernetes_error.ts";
import { OsctlError } from "../../../../lib/errors.ts";

/** An object of any kind. */
// deno-lint-ignore no-explicit-any -- objects with the fields that a test reads
export type Json = any;

/** Kinds that the API serves, by plural. */
export type Objects = Record<string, Json[]>;

/** Returns an error response. */
export function apiError(code: number, message: string, details: Json = undefined) {
  const status = { kind: "Status", apiVersion: "v1", code, message, details };
  return new KubernetesError(message, code, "", status);
}

/** Returns an error of a connection. */
export function unreachable(): OsctlError {
  return new OsctlError("connection", "cannot connect to 10.0.0.1:6443: connection refused");
}

/** A fake of the client; `fail` is called before each request and may throw. */
export class FakeKubernetes {
  /** Requests so far: `list pods`, `evict web/a`. */
  readonly requests: string[] = [];
  fail: (request: string) => void = () => {};
  /** Called for each eviction after `fail`; deletes the pod by default. */
  evict: (pod: Json) => void = (pod) => this.remove("pods", pod);
  #version = 1;

  constructor(readonly objects: Objects) {}

  get client(): KubernetesClient {
    const found = (plural: string, { name, namespace }: Json) => {
      const object = (this.objects[plural] ?? []).find(({ metadata }) =>
        metadata.name === name && (metadata.namespace ?? namespace) === namespace
      );
      if (object === undefined) throw apiError(404, `${plural} "${name}" not found`);
      return object;
    };
    const request = (text: string) => {
      this.requests.push(text);
      this.fail(text);
    };
    const client = {
      list: (type: Json, { namespace, fieldSelector }: Json = {}) =>
        settle(() => {
          request(`list ${type.plural}`);
          const all = this.objects[type.plural];
          if (all === undefined) throw apiError(404, "the server could not find the resource");
          const node = /^spec\.nodeName=(.*)$/.exec(fieldSelector ?? "")?.[1];
          const items = all.filter((object) =>
            (namespace === undefined || object.metadata.namespace === namespace) &&
            (node === undefined || object.spec.nodeName === node)
          );
          return { items: structuredClone(items), resourceVersion: "1" };
        }),
      get: (type: Json, ref: Json) =>
        settle(() => {
          request(`get ${type.plural} ${ref.name}`);
          return structuredClone(found(type.plural, ref));
        }),
      create: (type: Json, object: Json) =>
        settle(() => {
          request(`create ${type.plural} ${object.metadata.name}`);
          const all = this.objects[type.plural] ??= [];
          const { name, namespace } = object.metadata;
          const isThere = all.some(({ metadata }) =>
            metadata.name === name && metadata.namespace === namespace
          );
          if (isThere) throw apiError(409, `${type.plural} "${name}" already exists`);
          const created = structuredClone(object);
          created.metadata.resourceVersion = String(++this.#version);
          created.metadata.uid = crypto.randomUUID();
          all.push(created);
          return structuredClone(created);
        }),
      replace: (type: Json, object: Json) =>
        settle(() => {
          request(`replace ${type.plural} ${object.metadata.name}`);
          const stored = found(type.plural, object.metadata);
          const { resourceVersion } = object.metadata;
          if (
            resourceVersion !== undefined && resourceVersion !== stored.metadata.resourceVersion
          ) {
            throw apiError(409, "the object has been modified");
          }
          const changed = structuredClone(object);
          changed.metadata.resourceVersion = String(++this.#version);
          const all = this.objects[type.plural]!;
          all[all.indexOf(stored)] = changed;
          return structuredClone(changed);
        }),
      patch: (type: Json, ref: Json, { body }: Json) =>
        settle(() => {
          request(`patch ${type.plural} ${ref.name}`);
          const stored = found(type.plural, ref);
          for (const [key, value] of Object.entries(body.spec ?? {})) {
            if (value === null) delete stored.spec[key];
            else stored.spec[key] = value;
          }
          return structuredClone(stored);
        }),
      delete: (type: Json, ref: Json, { uid }: Json = {}) =>
        settle(() => {
          request(`delete ${type.plural} ${ref.name}`);
          const stored = found(type.plural, ref);
          if (uid !== undefined && uid !== stored.metadata.uid) throw apiError(409, "other UID");
          this.remove(type.plural, stored);
          return stored;
        }),
      evict: (ref: Json, { uid }: Json = {}) =>
        settle(() => {
          request(`evict ${ref.namespace}/${ref.name}`);
          const pod = found("pods", ref);
          if (uid !== undefined && uid !== pod.metadata.uid) {
            throw apiError(409, "the UID in the precondition differs from the UID in record");
          }
          this.evict(pod);
        }),
      resolveType: (apiVersion: string, kind: string) =>
        settle(() => {
          request(`discover ${apiVersion}`);
          const [version, group = ""] = apiVersion.split("/").reverse();
          const plural = `${kind.toLowerCase()}s`;
          if (this.objects[plural] === undefined) {
            throw apiError(404, `the server does not serve ${apiVersion} ${kind}`);
          }
          return { group, version, kind, plural, isNamespaced: true };
        }),
      version: () => settle(() => ({ major: "1", minor: "34", gitVersion: "v1.34.1" })),
      close: () => {},
    };
    return client as unknown as KubernetesClient;
  }

  /** Removes an object. */
  remove(plural: string, object: Json): void {
    this.objects[plural] = this.objects[plural]!.filter((one) => !isDeepStrictEqual(one, object));
  }
}

async function settle<T>(body: () => T): Promise<T> {
  await Promise.resolve();
  return body();
}
