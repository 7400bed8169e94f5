import assert from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { CallTrace } from "../../../lib/output/call_trace.ts";
import { FakeClock, MemoryOutput } from "../../helpers/fake_system.ts";

Deno.test("a line has the facts, the status, the time and the error", async () => {
  const clock = new FakeClock();
  const out = new MemoryOutput();
  const trace = new CallTrace((line) => out.write(line), clock);
  const call = trace.begin("call", { method: "/a/B", node: undefined });
  await clock.advance(12);
  call.end({ endpoint: "10.5.0.2:50000" });
  trace.begin("request", { method: "GET" }).end({ status: 404 });
  trace.begin("connection", {}).end({}, new OsctlError("connection", 'a "b"\n\x1b[2J'));
  await trace.flush();
  assert.deepEqual(out.text.split("\n"), [
    "osctl: debug: call method=/a/B status=OK endpoint=10.5.0.2:50000 time=12ms",
    "osctl: debug: request method=GET status=404 time=0ms",
    'osctl: debug: connection status=connection time=0ms error="a \\"b\\"\\n\\x1b[2J"',
    "",
  ]);
});

Deno.test("flush() rejects with the error of a write", async () => {
  const trace = new CallTrace(() => Promise.reject(new Error("full")), new FakeClock());
  trace.begin("call", {}).end({});
  await assert.rejects(trace.flush(), { message: "full" });
});
