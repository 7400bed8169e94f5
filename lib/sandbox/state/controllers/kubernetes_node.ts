/**
 * The labels of the Kubernetes node in the machine configuration, and the state of its object.
 *
 * @module
 */
import { readSettings } from "../../objects/settings.ts";
import { componentsData } from "../../configuration/machine_config.ts";
import { type Controller, desired } from "../controller.ts";
import { NODE_LABEL_SPEC, NODE_STATUS } from "../definitions/kubernetes.ts";
import { NODENAME } from "../definitions/runtime.ts";
import { onChangeOf } from "./config.ts";
import type { ControllerOptions } from "./controller_options.ts";
import { NODENAME_ID } from "./names.ts";

const CONTROL_PLANE_LABEL = "node-role.kubernetes.io/control-plane";

/** Interval of the status while a client watches it, milliseconds. */
const STATUS_MS = 1000;

/** Returns the controllers of the Kubernetes node; none in maintenance mode. */
export function kubernetesNodeControllers(
  { node, cluster, live: { config, kubernetesNode } }: ControllerOptions,
): Controller[] {
  if (cluster === undefined) return [];
  const labels: Controller = {
    name: "k8s.NodeLabelSpecController",
    inputs: [],
    outputs: [{ definition: NODE_LABEL_SPEC, kind: "exclusive" }],
    refresh: onChangeOf(config),
    run() {
      if (config.value === undefined) return [];
      const { nodeLabels } = readSettings(componentsData(config.value.documents));
      const all = {
        ...nodeLabels,
        ...node.type === "controlplane" ? { [CONTROL_PLANE_LABEL]: "" } : {},
      };
      return Object.entries(all).map(([key, value]) =>
        desired(NODE_LABEL_SPEC, key, { key, value })
      );
    },
  };
  if (kubernetesNode === undefined) return [labels];
  const status: Controller = {
    name: "k8s.NodeStatusController",
    inputs: [{ definition: NODENAME, id: NODENAME_ID, kind: "weak" }],
    outputs: [{ definition: NODE_STATUS, kind: "exclusive" }],
    refresh: { kind: "poll", everyMs: STATUS_MS },
    run(view) {
      const name = view.find(NODENAME, NODENAME_ID)?.spec.nodename;
      kubernetesNode.load();
      const object = kubernetesNode.live.value;
      if (name === undefined || object === undefined) return [];
      const { isReady, isUnschedulable, labels, annotations } = object;
      return [desired(NODE_STATUS, name, {
        nodename: name,
        nodeReady: isReady,
        unschedulable: isUnschedulable,
        labels,
        annotations,
      })];
    },
  };
  return [labels, status];
}
