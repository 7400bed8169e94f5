// Generated from proto/*.proto by `deno task proto`. Do not edit.
import type { Method } from "../method.ts";
import type { common } from "./common.js";
import type { google } from "./google.js";

export namespace cluster {
  interface IHealthCheckRequest {
    waitTimeout?: google.protobuf.IDuration | null | undefined;
    clusterInfo?: cluster.IClusterInfo | null | undefined;
  }
  class HealthCheckRequest {
    private constructor();
    static create(properties?: cluster.IHealthCheckRequest): cluster.HealthCheckRequest;
    static encode(message: cluster.IHealthCheckRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): cluster.HealthCheckRequest;
    waitTimeout: google.protobuf.Duration | null;
    clusterInfo: cluster.ClusterInfo | null;
  }
  /** Addresses; discovered by the node when absent. */
  interface IClusterInfo {
    controlPlaneNodes?: string[] | null | undefined;
    workerNodes?: string[] | null | undefined;
    forceEndpoint?: string | null | undefined;
  }
  /** Addresses; discovered by the node when absent. */
  class ClusterInfo {
    private constructor();
    static create(properties?: cluster.IClusterInfo): cluster.ClusterInfo;
    static encode(message: cluster.IClusterInfo): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): cluster.ClusterInfo;
    controlPlaneNodes: string[];
    workerNodes: string[];
    forceEndpoint: string;
  }
  interface IHealthCheckProgress {
    metadata?: common.IMetadata | null | undefined;
    message?: string | null | undefined;
  }
  class HealthCheckProgress {
    private constructor();
    static create(properties?: cluster.IHealthCheckProgress): cluster.HealthCheckProgress;
    static encode(message: cluster.IHealthCheckProgress): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): cluster.HealthCheckProgress;
    metadata: common.Metadata | null;
    message: string;
  }
}
/** The methods of `cluster.ClusterService`. */
export const ClusterService: {
  readonly HealthCheck: Method<cluster.IHealthCheckRequest, cluster.HealthCheckProgress>;
};
