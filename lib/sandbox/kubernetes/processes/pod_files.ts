/**
 * Files of a pod that runs as a process: its volumes, in a folder that stands for its root.
 *
 * @module
 */
import { ensureFolder, writeFileAtomic } from "../../../platform/files.ts";
import { decodeBase64 } from "../../../yaml/base64.ts";
import {
  type JsonMap,
  type KubeObject,
  mapAt,
  mapsAt,
  stringAt,
  stringsAt,
} from "../../objects/objects.ts";
import type { ObjectStore } from "../object_store.ts";

/** A volume of a container. */
interface Mount {
  /** Path in the container. */
  readonly path: string;
  /** Content by relative path; undefined for a folder that the process writes to. */
  readonly files: ReadonlyMap<string, Uint8Array> | undefined;
  /** Folder that outlives the pod: of a claim. */
  readonly claim?: string;
}

/** The content that a pod requires before it starts. */
export interface PodContent {
  readonly mounts: readonly Mount[];
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
}

/** Folder of the service account in containers. */
export const ACCOUNT_FOLDER = "/var/run/secrets/kubernetes.io/serviceaccount";

/**
 * Returns what a pod's container needs; undefined while an object of its volumes does not exist.
 */
export function readContent(store: ObjectStore, pod: KubeObject): PodContent | undefined {
  const [container = {}] = mapsAt(pod, "spec", "containers");
  const volumes = mapsAt(pod, "spec", "volumes");
  const mounts: Mount[] = [];
  for (const mount of mapsAt(container, "volumeMounts")) {
    const volume = volumes.find(({ name }) => name === mount["name"]);
    const path = stringAt(mount, "mountPath").replace(/\/$/, "");
    if (volume === undefined || !isMountPath(path)) return undefined;
    const claim = stringAt(volume, "persistentVolumeClaim", "claimName");
    if (claim !== "") mounts.push({ path, files: undefined, claim });
    else if ("emptyDir" in volume) mounts.push({ path, files: undefined });
    else {
      const files = volumeFiles(store, pod.metadata.namespace, volume);
      if (files === undefined) return undefined;
      mounts.push({ path, files });
    }
  }
  const env = envOf(store, pod, container);
  if (env === undefined) return undefined;
  const args = container["args"];
  const texts = Array.isArray(args) ? args.filter((arg) => typeof arg === "string") : [];
  return { mounts, env, args: texts.map((arg) => expand(arg, env)) };
}

/** Reports whether a path is absolute and stays below the root. */
function isMountPath(path: string): boolean {
  return /^(\/[\w.-]+)+$/.test(path) && !path.split("/").includes("..");
}

/** Reports whether a path is relative and stays below the mount. */
function isRelativePath(path: string): boolean {
  return path !== "" && !path.startsWith("/") && !path.includes("\0") &&
    !path.split("/").includes("..");
}

/** Returns the content of a volume; undefined without its objects. */
function volumeFiles(
  store: ObjectStore,
  namespace: string | undefined,
  volume: JsonMap,
): ReadonlyMap<string, Uint8Array> | undefined {
  if ("secret" in volume) {
    const source = mapAt(volume, "secret");
    const name = stringAt(source, "secretName");
    return filesOf(store, { kind: "secrets", namespace, name }, source);
  }
  if (!("projected" in volume)) {
    const source = mapAt(volume, "configMap");
    return filesOf(
      store,
      { kind: "configmaps", namespace, name: stringAt(source, "name") },
      source,
    );
  }
  const files = new Map<string, Uint8Array>();
  for (const projection of mapsAt(volume, "projected", "sources")) {
    const isSecret = "secret" in projection;
    const source = mapAt(projection, isSecret ? "secret" : "configMap");
    const kind = isSecret ? "secrets" : "configmaps";
    const some = filesOf(store, { kind, namespace, name: stringAt(source, "name") }, source);
    if (some === undefined) return undefined;
    for (const [path, bytes] of some) files.set(path, bytes);
  }
  return files;
}

/** Returns the content of a Secret or ConfigMap; undefined without it. */
function filesOf(
  store: ObjectStore,
  { kind, namespace, name }: {
    readonly kind: "secrets" | "configmaps";
    readonly namespace: string | undefined;
    readonly name: string;
  },
  source: JsonMap,
): ReadonlyMap<string, Uint8Array> | undefined {
  const object = store.get(kind, namespace, name);
  if (object === undefined) return undefined;
  const data = stringsAt(object, "data");
  const items = mapsAt(source, "items").map((item) => [
    stringAt(item, "key"),
    stringAt(item, "path"),
  ]);
  const chosen = items.length > 0 ? items : Object.keys(data).map((key) => [key, key]);
  const files = new Map<string, Uint8Array>();
  for (const [key = "", path = ""] of chosen) {
    const text = data[key];
    if (text === undefined || !isRelativePath(path)) return undefined;
    const bytes = kind === "secrets" ? decodeBase64(text) : new TextEncoder().encode(text);
    if (bytes === undefined) return undefined;
    files.set(path, bytes);
  }
  return files;
}

/** Returns the variables of a container; undefined without a Secret that one of them names. */
function envOf(
  store: ObjectStore,
  pod: KubeObject,
  container: JsonMap,
): Readonly<Record<string, string>> | undefined {
  const env: Record<string, string> = {};
  for (const source of mapsAt(container, "envFrom")) {
    const name = stringAt(source, "secretRef", "name");
    const secret = store.get("secrets", pod.metadata.namespace, name);
    if (secret === undefined) return undefined;
    for (const [key, text] of Object.entries(stringsAt(secret, "data"))) {
      env[key] = new TextDecoder().decode(decodeBase64(text));
    }
  }
  for (const entry of mapsAt(container, "env")) {
    const path = stringAt(entry, "valueFrom", "fieldRef", "fieldPath");
    const secret = mapAt(entry, "valueFrom", "secretKeyRef");
    let value = path === "" ? stringAt(entry, "value") : stringAt(pod, ...path.split("."));
    if (stringAt(secret, "key") !== "") {
      const object = store.get("secrets", pod.metadata.namespace, stringAt(secret, "name"));
      const data = object && stringsAt(object, "data")[stringAt(secret, "key")];
      const bytes = data === undefined ? undefined : decodeBase64(data);
      if (bytes === undefined) {
        if (secret["optional"] === true) continue;
        return undefined;
      }
      value = new TextDecoder().decode(bytes);
    }
    env[stringAt(entry, "name")] = value;
  }
  return env;
}

/** Replaces `$(NAME)` by the value of a variable; `$$(NAME)` is the text `$(NAME)`. */
function expand(text: string, env: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /(\$?)\$\(([A-Za-z_]\w*)\)/g,
    (all, escape: string, name: string) => escape === "" ? env[name] ?? all : all.slice(1),
  );
}

/** The folder of a pod. */
export class PodFolder {
  readonly root: string;
  readonly #mounts: readonly Mount[];
  readonly #claims: string;
  /** Written contents, by path. */
  readonly #written = new Map<string, string>();

  /** @param claims Folder of the claims of all pods of the namespace. */
  constructor(root: string, claims: string, mounts: readonly Mount[]) {
    this.root = root;
    this.#claims = claims;
    this.#mounts = mounts;
  }

  /** Folders that the process may write to. */
  get writable(): string[] {
    return this.#mounts.filter(({ files }) => files === undefined)
      .map((mount) => this.#folderOf(mount));
  }

  /** Folders that the process may read. */
  get readable(): string[] {
    return [this.root, ...this.writable];
  }

  #folderOf({ path, claim }: Mount): string {
    return claim === undefined ? `${this.root}${path}` : `${this.#claims}/${claim}`;
  }

  /**
   * Replaces paths of mounts, at the start of a text or after `=`, by the paths on this machine.
   */
  translate(text: string): string {
    for (const mount of this.#mounts) {
      const { path } = mount;
      const at = text === path || text.startsWith(`${path}/`) ? 0 : text.indexOf(`=${path}/`) + 1;
      if (at === 0 && !text.startsWith(path)) continue;
      return `${text.slice(0, at)}${this.#folderOf(mount)}${text.slice(at + path.length)}`;
    }
    return text;
  }

  /** Creates the folders, and writes files that have changed. */
  async write(mounts: readonly Mount[]): Promise<void> {
    for (const mount of mounts) {
      const folder = this.#folderOf(mount);
      await ensureFolder(folder, 0o700);
      for (const [path, bytes] of mount.files ?? []) {
        const target = `${folder}/${path}`;
        const content = bytes.toBase64();
        if (this.#written.get(target) === content) continue;
        await ensureFolder(target.replace(/\/[^/]*$/, ""), 0o700);
        await writeFileAtomic(target, bytes, { mode: 0o600 });
        this.#written.set(target, content);
      }
    }
  }
}
