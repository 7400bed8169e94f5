import { equal, ok } from "node:assert/strict";
import { moduleError } from "../../../lib/cli/module_error.ts";

const BASE = "http://127.0.0.1:8000/";
const CHUNK = `${BASE}chunk-567-1dca0254.js`;

/** Messages of Deno 2.9.6, from servers that respond otherwise than with the module. */
const MESSAGES: readonly (readonly [message: string, text: string])[] = [
  ["Too many redirects.", `cannot load "${BASE}": the server returned another file`],
  [
    `Loading unprepared module: ${CHUNK}`,
    `cannot load "${CHUNK}": the server returned another file`,
  ],
  [
    `The Wasm module could not be parsed: not a Wasm module\n  Specifier: ${CHUNK}`,
    `cannot load "${CHUNK}": the server returned another file`,
  ],
  [
    'Attempted to load JSON module without specifying "type": "json" attribute',
    `cannot load "${BASE}": the server returned another file`,
  ],
  [
    `Import '${CHUNK}' failed.\n    0: error reading a body from connection\n` +
    `    at ${BASE}mod-408-1dca0254.js:1:163`,
    `cannot load "${CHUNK}": error reading a body from connection`,
  ],
  [
    `Import "${CHUNK}" failed.\n  0: client error (Connect)\n  1: Connection refused (os error 111)`,
    `cannot load "${CHUNK}": Connection refused`,
  ],
];

Deno.test("moduleError() names the file and the cause, whatever a server responds", () => {
  for (const [message, text] of MESSAGES) {
    const error = moduleError(new TypeError(message), BASE);
    equal(error?.message, text);
    ok(error?.hint);
  }
});

Deno.test("moduleError() leaves errors of the program and of files alone", () => {
  equal(moduleError(new TypeError("r is not a function"), BASE), undefined);
  equal(moduleError(new TypeError("Too many redirects."), "file:///opt/osctl/"), undefined);
});
