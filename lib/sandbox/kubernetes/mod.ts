/**
 * The Kubernetes API of the sandbox.
 *
 * @module
 */
export { createKubernetes, createReport } from "./create_kubernetes.ts";
export { kubeconfigBinding } from "./kubeconfig.ts";
export type { Kubernetes } from "./kubernetes.ts";
