// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./google.d.ts"
import { createPackage } from "../message.ts";
export const google = createPackage("google", {
"protobuf.Any": ["1 type_url string, 2 value bytes", ([type_url, value]) => ({ type_url, value })],
"protobuf.Duration": ["1 seconds int64, 2 nanos int32", ([seconds, nanos]) => ({ seconds, nanos })],
"protobuf.Timestamp": ["1 seconds int64, 2 nanos int32", ([seconds, nanos]) => ({ seconds, nanos })],
"protobuf.Empty": ["", ([]) => ({  })],
"rpc.Status": ["1 code int32, 2 message string, 3 details .google.protobuf.Any[]", ([code, message, details]) => ({ code, message, details })],
}, {
});
