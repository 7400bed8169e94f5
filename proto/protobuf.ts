/**
 * The protobuf library and its 64-bit integers. Imports are evaluated in order: the first one hides
 * globals from the library.
 *
 * @module
 */
import "./hide_globals.ts";
import protobuf from "protobufjs/minimal.js";
import type { default as LongClass } from "long";
import { restoreGlobals } from "./hidden_globals.ts";

restoreGlobals();

/** The library's own copy of `long`; another one would have to be loaded. */
export const Long = protobuf.util.Long as unknown as typeof LongClass;
export type Long = LongClass;
export default protobuf;
