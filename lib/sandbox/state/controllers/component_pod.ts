/**
 * The static pod of a component of the Kubernetes control plane, as nodes hand it to the kubelet.
 *
 * @module
 */
import type { ComponentConfig, JsonObject } from "../definitions/kubernetes.ts";
import { sortKeys } from "./config_values.ts";

/** Priority of the class `system-cluster-critical`. */
const PRIORITY = 2_000_000_000;
/** Version of rendered secrets and files, which the sandbox never changes. */
export const RENDERED_VERSION = "1";

/** The parts of a pod that differ between components. */
export interface PodPlan {
  readonly id: string;
  readonly config: ComponentConfig;
  /** Version of the component's configuration resource. */
  readonly version: number;
  readonly command: readonly string[];
  readonly user: number;
  readonly requests: { readonly cpu: string; readonly memory: string };
  readonly volumes: readonly Volume[];
  readonly annotations?: Readonly<Record<string, string>>;
  readonly addedCapabilities?: readonly string[];
  readonly probes?: JsonObject;
}

/** A mounted folder of the node. */
export interface Volume {
  readonly name: string;
  readonly path: string;
  readonly mountPath: string;
  readonly readOnly: boolean;
}

/** Returns the pod of a component. */
export function toPod(plan: PodPlan): JsonObject {
  const { id, config, user, addedCapabilities } = plan;
  const volumes = [
    ...plan.volumes,
    ...config.extraVolumes.map(({ name, hostPath, mountPath, readonly }) => ({
      name,
      path: hostPath,
      mountPath,
      readOnly: readonly,
    })),
  ];
  const environment = Object.entries(config.environmentVariables).sort(([a], [b]) =>
    a < b ? -1 : 1
  );
  const container: JsonObject = {
    name: id,
    image: config.image,
    command: plan.command,
    env: [
      { name: "POD_IP", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } },
      // Kubernetes expands `$(NAME)` in values; `$$` is a literal dollar sign.
      ...environment.map(([name, value]) => ({ name, value: value.replaceAll("$", "$$$$") })),
    ],
    resources: {
      requests: { ...plan.requests, ...present(config.resources.requests) },
      ...Object.keys(config.resources.limits).length === 0
        ? {}
        : { limits: config.resources.limits },
    },
    volumeMounts: volumes.map(({ name, mountPath, readOnly }) => ({
      name,
      mountPath,
      ...readOnly ? { readOnly } : {},
    })),
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: {
        drop: ["ALL"],
        ...addedCapabilities === undefined ? {} : { add: addedCapabilities },
      },
      seccompProfile: { type: "RuntimeDefault" },
    },
    ...plan.probes,
  };
  return sortKeys<JsonObject>({
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: id,
      namespace: "kube-system",
      creationTimestamp: null,
      annotations: {
        "talos.dev/config-version": String(plan.version),
        "talos.dev/secrets-version": RENDERED_VERSION,
        ...plan.annotations,
      },
      labels: { "k8s-app": id, tier: "control-plane" },
    },
    spec: {
      containers: [container],
      hostNetwork: true,
      priority: PRIORITY,
      priorityClassName: "system-cluster-critical",
      securityContext: { runAsGroup: user, runAsNonRoot: true, runAsUser: user },
      volumes: volumes.map(({ name, path }) => ({ name, hostPath: { path } })),
    },
    status: {},
  });
}

/** Returns a volume that is mounted at its own path. */
export function hostPath(name: string, path: string, readOnly = true): Volume {
  return { name, path, mountPath: path, readOnly };
}

function present(
  quantities: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(quantities).filter(([, quantity]) => quantity !== ""));
}
