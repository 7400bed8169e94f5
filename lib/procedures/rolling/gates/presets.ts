/**
 * Gates for storage systems, as expressions over their custom resources.
 *
 * @module
 */
import type { FieldPath } from "../../../output/expression.ts";

/** An expression over each object of a kind. */
export interface ObjectCondition {
  readonly apiVersion: string;
  readonly kind: string;
  /** All namespaces when undefined. */
  readonly namespace?: string;
  readonly expression: string;
  /** Whether the gate holds when there is no such object. */
  readonly holdsWithoutObjects: boolean;
  /**
   * A field that the storage system updates periodically. Its value must change during a wait: until
   * then the status may be older than the change of the node.
   */
  readonly freshness?: FieldPath;
}

/** The presets by name. */
export const PRESETS: Readonly<Record<string, ObjectCondition>> = {
  /**
   * Longhorn: states and robustness of `Volume` (`k8s/pkg/apis/longhorn/v1beta2/volume.go`). Only an
   * attached volume is healthy or degraded; a detached one is faulted when all replicas failed.
   */
  longhorn: {
    apiVersion: "longhorn.io/v1beta2",
    kind: "Volume",
    expression: 'status.state == "attached" ? status.robustness == "healthy" : ' +
      '!(status.state in ["attaching", "detaching"]) && status.robustness != "faulted"',
    holdsWithoutObjects: true,
  },
  /**
   * Rook: health of `CephCluster` (`pkg/apis/ceph.rook.io/v1/types.go`), written every 60 s
   * (`pkg/operator/ceph/cluster/cephstatus.go`). The flag `noout` alone, which Ceph reports as the
   * health check OSDMAP_FLAGS, is set for maintenance and no failure.
   */
  "rook-ceph": {
    apiVersion: "ceph.rook.io/v1",
    kind: "CephCluster",
    expression: 'status.phase in ["Ready", "Connected"] && (status.ceph.health == "HEALTH_OK" || ' +
      'status.ceph.health == "HEALTH_WARN" && status.ceph.details.all(check, ' +
      'check == "OSDMAP_FLAGS" && status.ceph.details[check].message == "noout flag(s) set"))',
    holdsWithoutObjects: true,
    freshness: ["status", "ceph", "lastChecked"],
  },
  /**
   * CloudNativePG: `api/v1/cluster_types.go`. `status.readyInstances` is absent when it is 0; a
   * hibernated cluster has no instances.
   */
  cnpg: {
    apiVersion: "postgresql.cnpg.io/v1",
    kind: "Cluster",
    expression: 'has(metadata.annotations) && "cnpg.io/hibernation" in metadata.annotations && ' +
      'metadata.annotations["cnpg.io/hibernation"] == "on" || ' +
      'status.readyInstances == spec.instances && status.phase == "Cluster in healthy state"',
    holdsWithoutObjects: true,
  },
};
