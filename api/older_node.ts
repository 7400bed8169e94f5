/**
 * Methods that Node has from release 26 on: base64 and hexadecimal of `Uint8Array`, and
 * `getOrInsertComputed` of maps. The npm package imports this module first.
 *
 * @module
 */
import "core-js/actual/map/get-or-insert-computed.js";
import "core-js/actual/map/get-or-insert.js";
import "core-js/actual/typed-array/from-base64.js";
import "core-js/actual/typed-array/from-hex.js";
import "core-js/actual/typed-array/to-base64.js";
import "core-js/actual/typed-array/to-hex.js";
import "core-js/actual/weak-map/get-or-insert-computed.js";
import "core-js/actual/weak-map/get-or-insert.js";
