// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./common.d.ts"
import "./google.js";
import { createPackage } from "../message.ts";
export const common = createPackage("common", {
"Metadata": ["1 hostname string, 2 error string, 3 status .google.rpc.Status", ([hostname, error, status]) => ({ hostname, error, status })],
"Empty": ["1 metadata .common.Metadata", ([metadata]) => ({ metadata })],
"EmptyResponse": ["1 messages .common.Empty[]", ([messages]) => ({ messages })],
"Data": ["1 metadata .common.Metadata, 2 bytes bytes", ([metadata, bytes]) => ({ metadata, bytes })],
"DataResponse": ["1 messages .common.Data[]", ([messages]) => ({ messages })],
"Error": ["1 code enum, 2 message string, 3 details .google.protobuf.Any[]", ([code, message, details]) => ({ code, message, details })],
"ContainerdInstance": ["1 driver enum, 2 namespace enum", ([driver, namespace]) => ({ driver, namespace })],
"URL": ["1 fullPath string", ([fullPath]) => ({ fullPath })],
"PEMEncodedCertificateAndKey": ["1 crt bytes, 2 key bytes", ([crt, key]) => ({ crt, key })],
"PEMEncodedCertificate": ["1 crt bytes", ([crt]) => ({ crt })],
"PEMEncodedKey": ["1 key bytes", ([key]) => ({ key })],
"NetIP": ["1 ip bytes", ([ip]) => ({ ip })],
"NetIPPort": ["1 ip bytes, 2 port int32", ([ip, port]) => ({ ip, port })],
"NetIPPrefix": ["1 ip bytes, 2 prefixLength int32", ([ip, prefixLength]) => ({ ip, prefixLength })],
}, {
"Code": {"FATAL":0,"LOCKED":1,"CANCELED":2},
"ContainerDriver": {"CONTAINERD":0,"CRI":1},
"ContainerdNamespace": {"NS_UNKNOWN":0,"NS_SYSTEM":1,"NS_CRI":2},
});
