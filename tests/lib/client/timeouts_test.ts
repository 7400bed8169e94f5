import { deepStrictEqual, throws } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { parseTimeouts } from "../../../lib/client/timeouts.ts";

function read(variables: Readonly<Record<string, string>>) {
  return parseTimeouts({ get: (name) => variables[name] });
}

Deno.test("parseTimeouts defaults to 10 s per connection and 30 s per call", () => {
  deepStrictEqual(read({}), { connectMs: 10_000, callMs: 30_000 });
  deepStrictEqual(read({ OSCTL_CONNECT_TIMEOUT: "", OSCTL_CALL_TIMEOUT: "" }), {
    connectMs: 10_000,
    callMs: 30_000,
  });
  deepStrictEqual(read({ OSCTL_CONNECT_TIMEOUT: "500ms", OSCTL_CALL_TIMEOUT: "1m30s" }), {
    connectMs: 500,
    callMs: 90_000,
  });
});

Deno.test("parseTimeouts rejects values that are not positive durations", () => {
  for (const name of ["OSCTL_CONNECT_TIMEOUT", "OSCTL_CALL_TIMEOUT"]) {
    for (const value of ["10", "-1s", "0", "0s", "soon", "1d"]) {
      throws(
        () => read({ [name]: value }),
        (error) =>
          error instanceof OsctlError && error.kind === "usage" &&
          error.message === `invalid duration "${value}" in ${name}`,
      );
    }
  }
});
