// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./time.d.ts"
import "./common.js";
import "./google.js";
import { createPackage } from "../message.ts";
import { createMethod } from "../create_method.ts";
export const time = createPackage("time", (path) => {
switch (path) {
case "TimeResponse": return ["1 messages .time.Time[]", ([messages]) => ({ messages })];
case "Time": return ["1 metadata .common.Metadata, 2 server string, 3 localtime .google.protobuf.Timestamp, 4 remotetime .google.protobuf.Timestamp", ([metadata, server, localtime, remotetime]) => ({ metadata, server, localtime, remotetime })];
case "TimeRequest": return ["1 server string", ([server]) => ({ server })];
default: return undefined;
}
}, (path) => {
switch (path) {
default: return undefined;
}
}, []);
export const TimeService = {
Time: createMethod("/time.TimeService/Time", ".google.protobuf.Empty", ".time.TimeResponse", false, false),
TimeCheck: createMethod("/time.TimeService/TimeCheck", ".time.TimeRequest", ".time.TimeResponse", false, false),
};
