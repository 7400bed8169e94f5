// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./cluster.d.ts"
import "./common.js";
import "./google.js";
import { createPackage } from "../message.ts";
import { createMethod } from "../create_method.ts";
export const cluster = createPackage("cluster", {
"HealthCheckRequest": ["1 waitTimeout .google.protobuf.Duration, 2 clusterInfo .cluster.ClusterInfo", ([waitTimeout, clusterInfo]) => ({ waitTimeout, clusterInfo })],
"ClusterInfo": ["1 controlPlaneNodes string[], 2 workerNodes string[], 3 forceEndpoint string", ([controlPlaneNodes, workerNodes, forceEndpoint]) => ({ controlPlaneNodes, workerNodes, forceEndpoint })],
"HealthCheckProgress": ["1 metadata .common.Metadata, 2 message string", ([metadata, message]) => ({ metadata, message })],
}, {
});
export const ClusterService = {
HealthCheck: createMethod("/cluster.ClusterService/HealthCheck", ".cluster.HealthCheckRequest", ".cluster.HealthCheckProgress", false, true),
};
