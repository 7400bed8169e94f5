/**
 * Which containers of a node are meant.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";

/** The part of a request that chooses containers. */
export interface ContainerSelection {
  readonly namespace: string;
  readonly driver: common.ContainerDriver;
}

/** The containers of Kubernetes, or those of the node's own services. */
export function containerSelection({ kubernetes }: { kubernetes: boolean }): ContainerSelection {
  return kubernetes
    ? { namespace: "k8s.io", driver: common.ContainerDriver.CRI }
    : { namespace: "system", driver: common.ContainerDriver.CONTAINERD };
}
