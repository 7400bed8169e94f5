// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./securityapi.d.ts"
import { createPackage } from "../message.ts";
import { createMethod } from "../create_method.ts";
export const securityapi = createPackage("securityapi", (path) => {
switch (path) {
case "CertificateRequest": return ["1 csr bytes", ([csr]) => ({ csr })];
case "CertificateResponse": return ["1 ca bytes, 2 crt bytes", ([ca, crt]) => ({ ca, crt })];
default: return undefined;
}
}, (path) => {
switch (path) {
default: return undefined;
}
}, []);
export const SecurityService = {
Certificate: createMethod("/securityapi.SecurityService/Certificate", ".securityapi.CertificateRequest", ".securityapi.CertificateResponse", false, false),
};
