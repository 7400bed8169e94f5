import assert from "node:assert/strict";
import { codeName, formatStatus, RpcError, StatusCode, statusError } from "../../../lib/rpc/mod.ts";
import { decodeMessage, encodeMessage } from "../../../lib/rpc/status.ts";
import { formatTimeout, parseTimeout } from "../../../lib/rpc/timeout.ts";

Deno.test("statuses are formatted as in node APIs", () => {
  assert.equal(
    formatStatus({ code: 14, details: "connection refused" }),
    "rpc error: code = Unavailable desc = connection refused",
  );
  const names = Object.values(StatusCode).map(codeName);
  assert.deepEqual(names, [
    "OK",
    "Canceled",
    "Unknown",
    "InvalidArgument",
    "DeadlineExceeded",
    "NotFound",
    "AlreadyExists",
    "PermissionDenied",
    "ResourceExhausted",
    "FailedPrecondition",
    "Aborted",
    "OutOfRange",
    "Unimplemented",
    "Internal",
    "Unavailable",
    "DataLoss",
    "Unauthenticated",
  ]);
  assert.equal(codeName(99), "Code(99)");
});

Deno.test("statusError keeps code and text, and adds hints", () => {
  const denied = statusError(7, "not authorized");
  assert.ok(denied instanceof RpcError);
  assert.equal(denied.message, "not authorized (PermissionDenied)");
  assert.equal(denied.hint, "use a client certificate whose roles allow this");
  assert.deepEqual([denied.code, denied.details, denied.kind], [7, "not authorized", "node"]);
  assert.equal(statusError(2, "").message, "the node returned Unknown");
});

Deno.test("status messages are encoded and decoded without loss", () => {
  for (const text of ["", "plain", "100%", "%41", "line\nbreak", "nö 日本 🚀", "~\u007f"]) {
    assert.match(encodeMessage(text), /^[ -~]*$/);
    assert.equal(decodeMessage(encodeMessage(text)), text);
  }
  assert.equal(decodeMessage("50% of %zz %4"), "50% of %zz %4");
});

Deno.test("timeouts are formatted in the finest unit that fits eight digits, and parsed in any", () => {
  assert.equal(formatTimeout(30_000), "30000m");
  assert.equal(formatTimeout(0.2), "1m");
  assert.equal(formatTimeout(99_999_999), "99999999m");
  assert.equal(formatTimeout(100_000_000), "100000S");
  assert.equal(formatTimeout(1e15), "99999999H");
  assert.equal(parseTimeout("5S"), 5000);
  assert.equal(parseTimeout("2H"), 7_200_000);
  assert.equal(parseTimeout("3M"), 180_000);
  assert.equal(parseTimeout("250m"), 250);
  assert.equal(parseTimeout("1000u"), 1);
  assert.equal(parseTimeout("1000000n"), 1);
  for (const wrong of ["", "5", "S", "5s", "-1S", "123456789S"]) {
    assert.equal(parseTimeout(wrong), undefined);
  }
});
