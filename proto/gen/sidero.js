// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./sidero.d.ts"
import { createPackage } from "../message.ts";
import { createMethod } from "../create_method.ts";
export const sidero = createPackage("sidero", (path) => {
switch (path) {
case "kms.Request": return ["1 nodeUuid string, 2 data bytes", ([nodeUuid, data]) => ({ nodeUuid, data })];
case "kms.Response": return ["1 data bytes", ([data]) => ({ data })];
default: return undefined;
}
}, (path) => {
switch (path) {
default: return undefined;
}
}, ["kms.Request","kms.Response"]);
export const KMSService = {
Seal: createMethod("/sidero.kms.KMSService/Seal", ".sidero.kms.Request", ".sidero.kms.Response", false, false),
Unseal: createMethod("/sidero.kms.KMSService/Unseal", ".sidero.kms.Request", ".sidero.kms.Response", false, false),
};
