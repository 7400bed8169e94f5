// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./common.d.ts"
import "./google.js";
import { createPackage } from "../message.ts";
export const common = createPackage("common", (path) => {
switch (path) {
case "Metadata": return ["1 hostname string, 2 error string, 3 status .google.rpc.Status", ([hostname, error, status]) => ({ hostname, error, status })];
case "Empty": return ["1 metadata .common.Metadata", ([metadata]) => ({ metadata })];
case "EmptyResponse": return ["1 messages .common.Empty[]", ([messages]) => ({ messages })];
case "Data": return ["1 metadata .common.Metadata, 2 bytes bytes", ([metadata, bytes]) => ({ metadata, bytes })];
case "DataResponse": return ["1 messages .common.Data[]", ([messages]) => ({ messages })];
case "Error": return ["1 code enum, 2 message string, 3 details .google.protobuf.Any[]", ([code, message, details]) => ({ code, message, details })];
case "ContainerdInstance": return ["1 driver enum, 2 namespace enum", ([driver, namespace]) => ({ driver, namespace })];
case "URL": return ["1 fullPath string", ([fullPath]) => ({ fullPath })];
case "PEMEncodedCertificateAndKey": return ["1 crt bytes, 2 key bytes", ([crt, key]) => ({ crt, key })];
case "PEMEncodedCertificate": return ["1 crt bytes", ([crt]) => ({ crt })];
case "PEMEncodedKey": return ["1 key bytes", ([key]) => ({ key })];
case "NetIP": return ["1 ip bytes", ([ip]) => ({ ip })];
case "NetIPPort": return ["1 ip bytes, 2 port int32", ([ip, port]) => ({ ip, port })];
case "NetIPPrefix": return ["1 ip bytes, 2 prefixLength int32", ([ip, prefixLength]) => ({ ip, prefixLength })];
default: return undefined;
}
}, (path) => {
switch (path) {
case "Code": return {"FATAL":0,"LOCKED":1,"CANCELED":2};
case "ContainerDriver": return {"CONTAINERD":0,"CRI":1};
case "ContainerdNamespace": return {"NS_UNKNOWN":0,"NS_SYSTEM":1,"NS_CRI":2};
default: return undefined;
}
}, []);
