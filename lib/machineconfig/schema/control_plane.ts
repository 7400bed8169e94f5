/** The parts of the orchestrator's control plane. */
import { bool, free, list, map, object, one, TEXT, text } from "./types.ts";

export const volumeMountConfig = object("VolumeMountConfig", "", {
  hostPath: text({ doc: "", always: true }),
  mountPath: text({ doc: "", always: true }),
  readonly: bool({ doc: "" }),
});

export const admissionPluginConfig = object("AdmissionPluginConfig", "", {
  name: text({ doc: "", always: true }),
  configuration: free({ doc: "", always: true }),
});

export const resourcesConfig = object("ResourcesConfig", "", {
  requests: free({ doc: "" }),
  limits: free({ doc: "" }),
});

export const apiServerConfig = object("APIServerConfig", "", {
  image: text({ doc: "" }),
  extraArgs: map(TEXT, { doc: "" }),
  extraVolumes: list(volumeMountConfig, { doc: "" }),
  env: map(TEXT, { doc: "" }),
  certSANs: list(TEXT, { doc: "" }),
  disablePodSecurityPolicy: bool({ doc: "" }),
  admissionControl: list(admissionPluginConfig, { doc: "", merge: { by: ["name"] } }),
  auditPolicy: free({ doc: "", since: "v1.3", merge: "replace" }),
  resources: one(resourcesConfig, { doc: "", since: "v1.5" }),
});

export const controllerManagerConfig = object("ControllerManagerConfig", "", {
  image: text({ doc: "" }),
  extraArgs: map(TEXT, { doc: "" }),
  extraVolumes: list(volumeMountConfig, { doc: "" }),
  env: map(TEXT, { doc: "" }),
  resources: one(resourcesConfig, { doc: "", since: "v1.5" }),
});

export const proxyConfig = object("ProxyConfig", "", {
  disabled: bool({ doc: "" }),
  image: text({ doc: "" }),
  mode: text({ doc: "" }),
  extraArgs: map(TEXT, { doc: "" }),
});

export const schedulerConfig = object("SchedulerConfig", "", {
  image: text({ doc: "" }),
  extraArgs: map(TEXT, { doc: "" }),
  extraVolumes: list(volumeMountConfig, { doc: "" }),
  env: map(TEXT, { doc: "" }),
  resources: one(resourcesConfig, { doc: "", since: "v1.5" }),
  config: free({ doc: "", since: "v1.6" }),
});
