/**
 * Table cells of nodes.
 *
 * @module
 */
import { type KubeObject, mapsAt, stringAt, valueAt } from "../objects/objects.ts";
import { formatOrNone } from "./table_text.ts";

const ROLE_PREFIX = "node-role.kubernetes.io/";

/** Returns the cells of a node. */
export function nodeCells(
  node: KubeObject,
): Record<
  | "Status"
  | "Roles"
  | "Version"
  | "Internal-IP"
  | "External-IP"
  | "OS-Image"
  | "Kernel-Version"
  | "Container-Runtime",
  string
> {
  const info = (name: string) => stringAt(node, "status", "nodeInfo", name);
  const address = (type: string) =>
    stringAt(
      mapsAt(node, "status", "addresses").find((one) => one["type"] === type),
      "address",
    );
  const ready = mapsAt(node, "status", "conditions").find((one) => one["type"] === "Ready");
  const state = ready === undefined ? "Unknown" : ready["status"] === "True" ? "Ready" : "NotReady";
  const isCordoned = valueAt(node, "spec", "unschedulable") === true;
  const roles = Object.keys(node.metadata.labels ?? {})
    .filter((label) => label.startsWith(ROLE_PREFIX) && label !== ROLE_PREFIX)
    .map((label) => label.slice(ROLE_PREFIX.length));
  return {
    Status: isCordoned ? `${state},SchedulingDisabled` : state,
    Roles: formatOrNone(roles.sort().join(",")),
    Version: info("kubeletVersion"),
    "Internal-IP": formatOrNone(address("InternalIP")),
    "External-IP": formatOrNone(address("ExternalIP")),
    "OS-Image": info("osImage"),
    "Kernel-Version": info("kernelVersion"),
    "Container-Runtime": info("containerRuntimeVersion"),
  };
}
