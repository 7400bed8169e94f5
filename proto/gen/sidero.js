// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./sidero.d.ts"
import { createPackage } from "../message.ts";
import { createMethod } from "../create_method.ts";
export const sidero = createPackage("sidero", {
"kms.Request": ["1 nodeUuid string, 2 data bytes", ([nodeUuid, data]) => ({ nodeUuid, data })],
"kms.Response": ["1 data bytes", ([data]) => ({ data })],
}, {
});
export const KMSService = {
Seal: createMethod("/sidero.kms.KMSService/Seal", ".sidero.kms.Request", ".sidero.kms.Response", false, false),
Unseal: createMethod("/sidero.kms.KMSService/Unseal", ".sidero.kms.Request", ".sidero.kms.Response", false, false),
};
