import { deepStrictEqual, throws } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { timeoutsFrom } from "../../../lib/client/timeouts.ts";

function read(variables: Readonly<Record<string, string>>) {
  return timeoutsFrom({ get: (name) => variables[name] });
}

Deno.test("timeoutsFrom gives 10 s to connect and 30 s to answer, unless told otherwise", () => {
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

Deno.test("timeoutsFrom refuses what is no positive duration", () => {
  for (const name of ["OSCTL_CONNECT_TIMEOUT", "OSCTL_CALL_TIMEOUT"]) {
    for (const value of ["10", "-1s", "0", "0s", "soon", "1d"]) {
      throws(
        () => read({ [name]: value }),
        (error) =>
          error instanceof OsctlError && error.kind === "usage" &&
          error.message === `the variable ${name} is "${value}", which is no time to wait`,
      );
    }
  }
});
