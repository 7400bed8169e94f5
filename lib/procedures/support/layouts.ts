/**
 * Paths in the archive, by interface release.
 *
 * @module
 */
import type { Release } from "../../distribution.ts";
import type { BundleLayout } from "./types.ts";

/** The layouts of each talosctl release. */
export const LAYOUTS: Readonly<Record<Release, BundleLayout>> = {
  "v1.4": {
    logs: ["controller-runtime"],
    resources: ["talosResources"],
    containerLogs: [],
    services: [],
    kubernetes: ["cluster", "kubernetesResources"],
  },
  "v1.8": {
    logs: ["controller-runtime", "dns-resolve-cache"],
    resources: ["resources"],
    containerLogs: ["kubernetes-logs"],
    services: ["service-logs"],
    kubernetes: ["kubernetesResources"],
  },
};
