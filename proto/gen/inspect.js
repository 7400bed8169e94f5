// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./inspect.d.ts"
import "./common.js";
import "./google.js";
import { createPackage } from "../message.ts";
import { createMethod } from "../create_method.ts";
export const inspect = createPackage("inspect", (path) => {
switch (path) {
case "ControllerRuntimeDependenciesResponse": return ["1 messages .inspect.ControllerRuntimeDependency[]", ([messages]) => ({ messages })];
case "ControllerRuntimeDependency": return ["1 metadata .common.Metadata, 2 edges .inspect.ControllerDependencyEdge[]", ([metadata, edges]) => ({ metadata, edges })];
case "ControllerDependencyEdge": return ["1 controllerName string, 2 edgeType enum, 3 resourceNamespace string, 4 resourceType string, 5 resourceId string", ([controllerName, edgeType, resourceNamespace, resourceType, resourceId]) => ({ controllerName, edgeType, resourceNamespace, resourceType, resourceId })];
default: return undefined;
}
}, (path) => {
switch (path) {
case "DependencyEdgeType": return {"OUTPUT_EXCLUSIVE":0,"INPUT_STRONG":1,"INPUT_WEAK":2,"OUTPUT_SHARED":3,"INPUT_DESTROY_READY":4};
default: return undefined;
}
}, []);
export const InspectService = {
ControllerRuntimeDependencies: createMethod("/inspect.InspectService/ControllerRuntimeDependencies", ".google.protobuf.Empty", ".inspect.ControllerRuntimeDependenciesResponse", false, false),
};
