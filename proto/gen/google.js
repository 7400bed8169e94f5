// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./google.d.ts"
import { createPackage } from "../message.ts";
export const google = createPackage("google", (path) => {
switch (path) {
case "protobuf.Any": return ["1 type_url string, 2 value bytes", ([type_url, value]) => ({ type_url, value })];
case "protobuf.Duration": return ["1 seconds int64, 2 nanos int32", ([seconds, nanos]) => ({ seconds, nanos })];
case "protobuf.Timestamp": return ["1 seconds int64, 2 nanos int32", ([seconds, nanos]) => ({ seconds, nanos })];
case "protobuf.Empty": return ["", ([]) => ({  })];
case "rpc.Status": return ["1 code int32, 2 message string, 3 details .google.protobuf.Any[]", ([code, message, details]) => ({ code, message, details })];
default: return undefined;
}
}, (path) => {
switch (path) {
default: return undefined;
}
}, ["protobuf.Any","protobuf.Duration","protobuf.Timestamp","protobuf.Empty","rpc.Status"]);
