/**
 * 64-bit integers of messages. Imports are evaluated in order: the first one hides WebAssembly from
 * the library.
 *
 * @module
 */
import "./hide_web_assembly.ts";
import Long from "long";
import { restoreWebAssembly } from "./web_assembly.ts";

restoreWebAssembly();

export { Long };
