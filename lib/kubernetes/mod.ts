/**
 * Kubernetes API client and kubeconfig files. Load it with `await import()`; only types may be
 * imported statically.
 *
 * @module
 */
export { createKubernetesClient } from "./client.ts";
export type { KubernetesSystem } from "./connection.ts";
export { KubeconfigEditor } from "./kubeconfig/editor.ts";
export {
  chooseWritablePath,
  editKubeconfig,
  kubeconfigPaths,
  type KubeconfigSurroundings,
  readKubeconfig,
} from "./kubeconfig/files.ts";
export {
  type MergeConflict,
  type MergedEntry,
  mergeKubeconfig,
  type MergeKubeconfigOptions,
  type MergeKubeconfigResult,
} from "./kubeconfig/merge.ts";
export { type ParsedKubeconfig, parseKubeconfig } from "./kubeconfig/parse.ts";
export { resolveConnection } from "./kubeconfig/resolve.ts";
export type {
  ConnectionSettings,
  ExecPlugin,
  Impersonation,
  Kubeconfig,
  KubeconfigEntry,
  Section,
} from "./kubeconfig/types.ts";
export { isConflict, isNotFound, KubernetesError } from "./kubernetes_error.ts";
export * from "./objects.ts";
export type {
  DeleteOptions,
  EvictOptions,
  ExecEvent,
  ExecOptions,
  JsonPatchOperation,
  KubernetesClient,
  ListOptions,
  ObjectList,
  ObjectRef,
  Patch,
  PatchOptions,
  PodLogOptions,
  RequestOptions,
  SelectOptions,
  ServerVersion,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from "./types.ts";
