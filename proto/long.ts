/** 64-bit numbers as messages hold them: exact, with `toString()` for people. */
export { default as Long } from "long";
