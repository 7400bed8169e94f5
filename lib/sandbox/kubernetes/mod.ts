/**
 * The Kubernetes API of the sandbox.
 *
 * @module
 */
export { createKubernetes } from "./create_kubernetes.ts";
export { kubeconfigBinding } from "./kubeconfig.ts";
