/** 64-bit integers of messages. */
export { Long } from "./protobuf.ts";
