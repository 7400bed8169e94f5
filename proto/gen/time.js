// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./time.d.ts"
import "./common.js";
import "./google.js";
import { createPackage } from "../message.ts";
import { createMethod } from "../create_method.ts";
export const time = createPackage("time", {
"TimeResponse": ["1 messages .time.Time[]", ([messages]) => ({ messages })],
"Time": ["1 metadata .common.Metadata, 2 server string, 3 localtime .google.protobuf.Timestamp, 4 remotetime .google.protobuf.Timestamp", ([metadata, server, localtime, remotetime]) => ({ metadata, server, localtime, remotetime })],
"TimeRequest": ["1 server string", ([server]) => ({ server })],
}, {
});
export const TimeService = {
Time: createMethod("/time.TimeService/Time", ".google.protobuf.Empty", ".time.TimeResponse", false, false),
TimeCheck: createMethod("/time.TimeService/TimeCheck", ".time.TimeRequest", ".time.TimeResponse", false, false),
};
