/**
 * Pod specifications in workloads, and the mount of a secret into them.
 *
 * @module
 */
import { isList, isMap, own, type YamlMap, type YamlValue } from "../../yaml/mod.ts";

/** The path of the pod specification, by API version and kind. */
const POD_SPECS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ["v1 Pod", ["spec"]],
  ["apps/v1 Deployment", ["spec", "template", "spec"]],
  ["apps/v1 StatefulSet", ["spec", "template", "spec"]],
  ["apps/v1 DaemonSet", ["spec", "template", "spec"]],
  ["batch/v1 Job", ["spec", "template", "spec"]],
  ["batch/v1 CronJob", ["spec", "jobTemplate", "spec", "template", "spec"]],
]);

const VOLUME_NAME = "talos-secrets";

/** A manifest whose fields have other types than in its kind. */
export class ManifestError extends Error {}

/** The mounted secret. */
export interface SecretMount {
  readonly secretName: string;
  readonly mountPath: string;
}

/** Reports whether a manifest is of a kind with pods. */
export function isWorkload(data: YamlMap): boolean {
  return POD_SPECS.has(kindOf(data));
}

/**
 * Returns a workload whose containers and init containers have the secret mounted. Entries of the
 * same name are replaced; the new ones are the last.
 *
 * @throws {ManifestError}
 */
export function injectIntoWorkload(data: YamlMap, mount: SecretMount): YamlMap {
  const path = POD_SPECS.get(kindOf(data))!;
  return change(data, path, [], (spec) => ({
    ...spec,
    ...containersWith(spec, "initContainers", mount),
    ...containersWith(spec, "containers", mount),
    volumes: withNamed(spec, "volumes", {
      name: VOLUME_NAME,
      secret: { secretName: mount.secretName },
    }),
  }));
}

function kindOf(data: YamlMap): string {
  return `${own(data, "apiVersion")} ${own(data, "kind")}`;
}

/** Changes the map at a path; missing maps on the path are created. */
function change(
  map: YamlMap,
  [key, ...rest]: readonly string[],
  before: readonly string[],
  update: (map: YamlMap) => YamlMap,
): YamlMap {
  if (key === undefined) return update(map);
  const value = own(map, key) ?? {};
  const path = [...before, key];
  if (!isMap(value)) throw new ManifestError(`${path.join(".")} is not a map`);
  return { ...map, [key]: change(value, rest, path, update) };
}

function containersWith(spec: YamlMap, key: string, { mountPath }: SecretMount): YamlMap {
  const containers = listOf(spec, key);
  if (containers.length === 0) return {};
  const mount = { name: VOLUME_NAME, mountPath };
  return {
    [key]: containers.map((container) => {
      if (!isMap(container)) throw new ManifestError(`an entry of ${key} is not a map`);
      return { ...container, volumeMounts: withNamed(container, "volumeMounts", mount) };
    }),
  };
}

/** Returns a list with `item` at its end, instead of items of the same name. */
function withNamed(
  map: YamlMap,
  key: string,
  item: YamlMap & { readonly name: string },
): readonly YamlValue[] {
  const others = listOf(map, key).filter((one) => !isMap(one) || own(one, "name") !== item.name);
  return [...others, item];
}

function listOf(map: YamlMap, key: string): readonly YamlValue[] {
  const value = own(map, key) ?? [];
  if (!isList(value)) throw new ManifestError(`${key} is not a list`);
  return value;
}
