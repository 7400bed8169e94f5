// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./cluster.d.ts"
import "./common.js";
import "./google.js";
import { createPackage } from "../message.ts";
import { createMethod } from "../create_method.ts";
export const cluster = createPackage("cluster", (path) => {
switch (path) {
case "HealthCheckRequest": return ["1 waitTimeout .google.protobuf.Duration, 2 clusterInfo .cluster.ClusterInfo", ([waitTimeout, clusterInfo]) => ({ waitTimeout, clusterInfo })];
case "ClusterInfo": return ["1 controlPlaneNodes string[], 2 workerNodes string[], 3 forceEndpoint string", ([controlPlaneNodes, workerNodes, forceEndpoint]) => ({ controlPlaneNodes, workerNodes, forceEndpoint })];
case "HealthCheckProgress": return ["1 metadata .common.Metadata, 2 message string", ([metadata, message]) => ({ metadata, message })];
default: return undefined;
}
}, (path) => {
switch (path) {
default: return undefined;
}
}, []);
export const ClusterService = {
HealthCheck: createMethod("/cluster.ClusterService/HealthCheck", ".cluster.HealthCheckRequest", ".cluster.HealthCheckProgress", false, true),
};
