/**
 * Configuration of the Kubernetes control plane components, from the machine configuration.
 *
 * @module
 */
import {
  DEFAULT_RELEASE,
  KUBERNETES_VERSION,
  type KubernetesComponent,
  kubernetesImage,
} from "../../../distribution.ts";
import { type Data, isList, isMap, sectionOf, type Value } from "../../../machineconfig/data.ts";
import { componentsData } from "../../configuration/machine_config.ts";
import { type Controller, desired } from "../controller.ts";
import type { Definition } from "../definitions/definition.ts";
import {
  API_SERVER_CONFIG,
  type ApiServerConfig,
  type ComponentConfig,
  CONTROLLER_MANAGER_CONFIG,
  type ControllerManagerConfig,
  type ResourceLimits,
  SCHEDULER_CONFIG,
  type SchedulerConfig,
} from "../definitions/kubernetes.ts";
import { onChangeOf } from "./config.ts";
import { jsonObject, stringMap, strings, textOr } from "./config_values.ts";
import type { ControllerOptions } from "./controller_options.ts";

/** Ids of the components, which are the names of their static pods. */
export const API_SERVER = "kube-apiserver";
export const CONTROLLER_MANAGER = "kube-controller-manager";
export const SCHEDULER = "kube-scheduler";

const API_SERVER_PORT = 6443;
const POD_SUBNET = "10.244.0.0/16";
const SERVICE_SUBNET = "10.96.0.0/12";

/** Returns the controllers of component configurations; none on workers. */
export function controlPlaneControllers(
  { node, cluster, live: { config } }: ControllerOptions,
): Controller[] {
  if (node.type !== "controlplane" || cluster === undefined) return [];
  const controller = <S>(
    name: string,
    definition: Definition<S>,
    id: string,
    convert: (config: Data) => S,
  ): Controller => ({
    name,
    inputs: [],
    outputs: [{ definition, kind: "exclusive" }],
    refresh: onChangeOf(config),
    run: () =>
      config.value === undefined
        ? []
        : [desired(definition, id, convert(componentsData(config.value.documents)))],
  });
  return [
    controller(
      "k8s.ControlPlaneAPIServerController",
      API_SERVER_CONFIG,
      API_SERVER,
      toApiServerConfig,
    ),
    controller(
      "k8s.ControlPlaneControllerManagerController",
      CONTROLLER_MANAGER_CONFIG,
      CONTROLLER_MANAGER,
      toControllerManagerConfig,
    ),
    controller(
      "k8s.ControlPlaneSchedulerController",
      SCHEDULER_CONFIG,
      SCHEDULER,
      toSchedulerConfig,
    ),
  ];
}

function toApiServerConfig(config: Data): ApiServerConfig {
  const cluster = sectionOf(config, "cluster");
  const apiServer = sectionOf(cluster, "apiServer");
  const controlPlane = sectionOf(cluster, "controlPlane");
  const port = controlPlane["localAPIServerPort"];
  const kubelet = sectionOf(sectionOf(config, "machine"), "kubelet");
  const { image, extraArgs, extraVolumes, environmentVariables, resources } = toComponent(
    apiServer,
    API_SERVER,
  );
  return {
    image,
    cloudProvider: cloudProvider(cluster),
    controlPlaneEndpoint: textOr(controlPlane["endpoint"], ""),
    etcdServers: ["https://localhost:2379"],
    localPort: typeof port === "number" && port !== 0 ? port : API_SERVER_PORT,
    serviceCIDR: subnets(cluster, "serviceSubnets", SERVICE_SUBNET),
    extraArgs,
    extraVolumes,
    environmentVariables,
    podSecurityPolicyEnabled: apiServer["disablePodSecurityPolicy"] !== true,
    advertisedAddress: kubelet["skipNodeRegistration"] === true ? "" : "$(POD_IP)",
    resources,
  };
}

function toControllerManagerConfig(config: Data): ControllerManagerConfig {
  const cluster = sectionOf(config, "cluster");
  const { image, ...others } = toComponent(
    sectionOf(cluster, "controllerManager"),
    CONTROLLER_MANAGER,
  );
  return {
    enabled: isEnabled(config, "controllerManager"),
    image,
    cloudProvider: cloudProvider(cluster),
    podCIDRs: subnets(cluster, "podSubnets", POD_SUBNET),
    serviceCIDRs: subnets(cluster, "serviceSubnets", SERVICE_SUBNET),
    ...others,
  };
}

function toSchedulerConfig(config: Data): SchedulerConfig {
  const scheduler = sectionOf(sectionOf(config, "cluster"), "scheduler");
  return {
    enabled: isEnabled(config, "scheduler"),
    ...toComponent(scheduler, SCHEDULER),
    config: jsonObject(scheduler["config"]),
  };
}

function toComponent(component: Data, id: KubernetesComponent): ComponentConfig {
  const image = `${kubernetesImage(id)}:v${KUBERNETES_VERSION[DEFAULT_RELEASE]}`;
  const volumes = component["extraVolumes"];
  return {
    image: textOr(component["image"], image),
    extraArgs: stringMap(component["extraArgs"]),
    extraVolumes: (isList(volumes) ? volumes.filter(isMap) : []).map((volume, index) => ({
      name: textOr(volume["name"], `extra-volume-${index}`),
      hostPath: textOr(volume["hostPath"], ""),
      mountPath: textOr(volume["mountPath"], ""),
      readonly: volume["readonly"] === true,
    })),
    environmentVariables: stringMap(component["env"]),
    resources: toLimits(component["resources"]),
  };
}

function toLimits(value: Value | undefined): ResourceLimits {
  const resources = isMap(value) ? value : {};
  return {
    requests: { cpu: "", memory: "", ...stringMap(resources["requests"]) },
    limits: stringMap(resources["limits"]),
  };
}

function cloudProvider(cluster: Data): string {
  return sectionOf(cluster, "externalCloudProvider")["enabled"] === true ? "external" : "";
}

function isEnabled(config: Data, component: string): boolean {
  const controlPlane = sectionOf(sectionOf(config, "machine"), "controlPlane");
  return sectionOf(controlPlane, component)["disabled"] !== true;
}

function subnets(cluster: Data, name: string, fallback: string): readonly string[] {
  const listed = strings(sectionOf(cluster, "network")[name]);
  return listed.length === 0 ? [fallback] : listed;
}
