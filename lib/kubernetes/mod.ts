/**
 * Kubernetes API client and kubeconfig files.
 *
 * @module
 */
export { isConflict, isNotFound, KubernetesError } from "./kubernetes_error.ts";
export * from "./objects.ts";
export type {
  ConnectionSettings,
  ExecPlugin,
  Impersonation,
  Kubeconfig,
  KubeconfigEntry,
  Section,
} from "./kubeconfig/types.ts";
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
