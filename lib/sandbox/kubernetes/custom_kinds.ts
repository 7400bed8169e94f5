/**
 * Kinds that custom resource definitions add. Objects keep the version in which they were written:
 * versions are not converted, and schemas are not enforced.
 *
 * @module
 */
import { type Kind, kindOf, KINDS } from "../objects/kinds.ts";
import { type KubeObject, mapAt, mapsAt, stringAt } from "../objects/objects.ts";
import type { ObjectStore } from "./object_store.ts";

/** Kind of the definitions. */
export const DEFINITION = kindOf("CustomResourceDefinition.apiextensions.k8s.io");

const known = new WeakMap<KubeObject, readonly Kind[]>();

/** Returns the kinds of all definitions in a store. */
export function customKinds(store: ObjectStore): readonly Kind[] {
  return store.list("customresourcedefinitions.apiextensions.k8s.io").flatMap((definition) => {
    let kinds = known.get(definition);
    if (kinds === undefined) known.set(definition, kinds = readKinds(definition));
    return kinds;
  });
}

/** Returns all kinds that a store can hold. */
export function allKinds(store: ObjectStore): readonly Kind[] {
  return [...KINDS, ...customKinds(store)];
}

/** Returns the kind of each served version of a definition. */
function readKinds(definition: KubeObject): readonly Kind[] {
  const spec = mapAt(definition, "spec");
  const names = mapAt(spec, "names");
  const kind = stringAt(names, "kind");
  const texts = (name: string): readonly string[] => {
    const list = names[name];
    return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
  };
  return mapsAt(spec, "versions").filter(({ served }) => served === true).map((version) => ({
    group: stringAt(spec, "group"),
    version: stringAt(version, "name"),
    kind,
    plural: stringAt(names, "plural"),
    singular: stringAt(names, "singular") || kind.toLowerCase(),
    shortNames: texts("shortNames"),
    categories: texts("categories"),
    namespaced: stringAt(spec, "scope") === "Namespaced",
    subresources: mapAt(version, "subresources")["status"] === undefined ? [] : ["status"],
    hasGeneration: true,
    isGraceful: false,
    isCustom: true,
  }));
}
