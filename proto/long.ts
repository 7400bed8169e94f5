/** 64-bit integers of messages. */
export { default as Long } from "long";
