/**
 * Static pods: the Kubernetes control plane while etcd is healthy, the pods of the machine
 * configuration, and their statuses while the kubelet runs.
 *
 * @module
 */
import { isList, isMap, sectionOf } from "../../../machineconfig/data.ts";
import { mainData } from "../../configuration/machine_config.ts";
import { type Controller, desired, type TypedResource } from "../controller.ts";
import {
  API_SERVER_CONFIG,
  CONTROLLER_MANAGER_CONFIG,
  type JsonObject,
  SCHEDULER_CONFIG,
  STATIC_POD,
  STATIC_POD_STATUS,
} from "../definitions/kubernetes.ts";
import { SERVICE } from "../definitions/runtime.ts";
import { onChangeOf } from "./config.ts";
import { jsonObject, textOr } from "./config_values.ts";
import { API_SERVER, CONTROLLER_MANAGER, SCHEDULER } from "./control_plane.ts";
import { apiServerPod, controllerManagerPod, schedulerPod } from "./control_plane_pods.ts";
import type { ControllerOptions } from "./controller_options.ts";
import { crashedStatus, runningStatus } from "./pod_status.ts";

/** Returns the controllers of static pods; none in maintenance mode. */
export function staticPodControllers(options: ControllerOptions): Controller[] {
  const { node, cluster, live: { config } } = options;
  if (cluster === undefined) return [];
  const isControlPlane = node.type === "controlplane";
  return [
    ...(isControlPlane ? [controlPlanePods] : []),
    {
      name: "k8s.StaticPodConfigController",
      inputs: [],
      outputs: [{ definition: STATIC_POD, kind: "shared" }],
      refresh: onChangeOf(config),
      run: () => {
        const pods = sectionOf(mainData(config.value?.documents ?? []), "machine")["pods"];
        return (isList(pods) ? pods.filter(isMap) : []).map((pod) => {
          const { name, namespace } = podName(jsonObject(pod));
          return desired(STATIC_POD, `${namespace}-${name}`, jsonObject(pod));
        });
      },
    },
    // The kubelet reports pod statuses to control plane nodes only.
    ...(isControlPlane ? [podStatuses(options)] : []),
  ];
}

const controlPlanePods: Controller = {
  name: "k8s.ControlPlaneStaticPodController",
  inputs: [
    { definition: SERVICE, id: "etcd", kind: "weak" },
    { definition: API_SERVER_CONFIG, id: API_SERVER, kind: "weak" },
    { definition: CONTROLLER_MANAGER_CONFIG, id: CONTROLLER_MANAGER, kind: "weak" },
    { definition: SCHEDULER_CONFIG, id: SCHEDULER, kind: "weak" },
  ],
  outputs: [{ definition: STATIC_POD, kind: "shared" }],
  refresh: { kind: "once" },
  run: (view) => {
    // The API server uses the etcd member of its node.
    if (view.find(SERVICE, "etcd")?.spec.healthy !== true) return [];
    const apiServer = view.find(API_SERVER_CONFIG, API_SERVER);
    const controllerManager = view.find(CONTROLLER_MANAGER_CONFIG, CONTROLLER_MANAGER);
    const scheduler = view.find(SCHEDULER_CONFIG, SCHEDULER);
    const pods: JsonObject[] = [];
    if (apiServer !== undefined) pods.push(apiServerPod(apiServer.spec, apiServer.version));
    if (controllerManager?.spec.enabled) {
      pods.push(controllerManagerPod(controllerManager.spec, controllerManager.version));
    }
    if (scheduler?.spec.enabled) pods.push(schedulerPod(scheduler.spec, scheduler.version));
    return pods.map((pod) => desired(STATIC_POD, podName(pod).name, pod));
  },
};

/** Interval of the kubelet's status while a client watches, milliseconds. */
const STATUS_MS = 1000;

function podStatuses({ node, live }: ControllerOptions): Controller {
  return {
    name: "k8s.KubeletStaticPodController",
    inputs: [
      { definition: SERVICE, id: "kubelet", kind: "weak" },
      { definition: STATIC_POD, kind: "weak" },
    ],
    outputs: [{ definition: STATIC_POD_STATUS, kind: "shared" }],
    refresh: { kind: "poll", everyMs: STATUS_MS },
    run: (view) => {
      if (view.find(SERVICE, "kubelet")?.spec.running !== true) return [];
      return view.list(STATIC_POD).map((pod: TypedResource<JsonObject>) => {
        const { name, namespace } = podName(pod.spec);
        const id = `${namespace}/${name}-${node.name}`;
        const status = live.crashesStaticPods?.() ? crashedStatus : runningStatus;
        return desired(STATIC_POD_STATUS, id, status(pod, node.address));
      });
    },
  };
}

/** Returns name and namespace of a pod, with the namespace `default` as on the API server. */
function podName(pod: JsonObject): { name: string; namespace: string } {
  const metadata = jsonObject(pod["metadata"]);
  return {
    name: textOr(metadata["name"], "unnamed"),
    namespace: textOr(metadata["namespace"], "default"),
  };
}
