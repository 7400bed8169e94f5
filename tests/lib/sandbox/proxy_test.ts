import { deepEqual, equal, throws } from "node:assert/strict";
import { common } from "../../../proto/common.ts";
import { machine } from "../../../proto/machine.ts";
import { StatusCode, StatusError } from "../../../lib/rpc/mod.ts";
import type { Headers } from "../../../lib/rpc/types.ts";
import { methodDirection } from "../../../lib/sandbox/methods.ts";
import { createProxy, type ProxyOptions } from "../../../lib/sandbox/proxy.ts";
import { firstRequest, joinParts, type RawCall } from "../../../lib/sandbox/raw_call.ts";
import { TargetResolver } from "../../../lib/sandbox/target_resolver.ts";

const HOSTNAME = "/machine.MachineService/Hostname";
const READ = "/machine.MachineService/Read";
const RECOVER = "/machine.MachineService/EtcdRecover";
const GET = "/cosi.resource.State/Get";

const targets = new TargetResolver([
  { name: "cp-1", address: "10.91.0.2", port: 50000 },
  { name: "worker-1", address: "10.91.0.3", port: 50000 },
]);

async function* requests(...messages: number[]) {
  for (const message of messages) yield Uint8Array.of(message);
}

function call(path: string, headers: Headers = {}, sent = requests(7)): RawCall {
  return {
    path,
    headers,
    peer: { address: "127.0.0.1", port: 1 },
    organizations: [],
    signal: new AbortController().signal,
    requests: sent,
  };
}

function hostname(name: string): Uint8Array {
  return machine.HostnameResponse.encode({ messages: [{ hostname: name }] }).finish();
}

/** Returns the proxy of a control plane whose other nodes are functions. */
function controlPlane(
  remote: ProxyOptions["remote"],
  local: ProxyOptions["local"] = async function* () {
    yield hostname("local");
  },
) {
  return createProxy({
    local,
    remote,
    isLocal: (target) => target === "10.91.0.2" || target === "cp-1",
    invalid: (target) => targets.invalid(target),
    direction: methodDirection,
  });
}

const worker = () => controlPlane(undefined);

async function answers(
  handler: ReturnType<typeof createProxy>,
  raw: RawCall,
): Promise<Uint8Array[]> {
  return await Array.fromAsync(handler(raw), joinParts);
}

async function hostnames(handler: ReturnType<typeof createProxy>, headers: Headers) {
  const [answer, ...more] = await answers(handler, call(HOSTNAME, headers));
  equal(more.length, 0);
  return machine.HostnameResponse.decode(answer!).messages;
}

function refusal(code: number, details: string) {
  return (error: unknown) => {
    deepEqual(error instanceof StatusError && [error.code, error.details], [code, details]);
    return true;
  };
}

const unavailable = new StatusError(StatusCode.unavailable, "no way there");

Deno.test("a call without targets is handled locally without metadata", async () => {
  const messages = await hostnames(controlPlane(undefined), {});
  deepEqual(messages.map((one) => [one.hostname, one.metadata]), [["local", null]]);
});

Deno.test("targets are called in parallel and merged in order of arrival", async () => {
  const gate = Promise.withResolvers<void>();
  const handler = controlPlane(async function* (target) {
    if (target === "10.91.0.3") await gate.promise;
    else gate.resolve();
    yield hostname(`name of ${target}`);
  });
  const messages = await hostnames(handler, { nodes: ["10.91.0.3", "10.91.0.4"] });
  deepEqual(messages.map((one) => [one.metadata?.hostname, one.hostname]), [
    ["10.91.0.4", "name of 10.91.0.4"],
    ["10.91.0.3", "name of 10.91.0.3"],
  ]);
});

Deno.test("a failed node is a message with target, error and status", async () => {
  const handler = controlPlane(async function* (target) {
    if (target === "10.91.0.99") throw unavailable;
    yield hostname(target);
  });
  const messages = await hostnames(handler, { nodes: ["10.91.0.99", "worker-1"] });
  const failed = messages.find((one) => one.metadata?.hostname === "10.91.0.99");
  equal(failed?.metadata?.error, "rpc error: code = Unavailable desc = no way there");
  deepEqual([failed?.metadata?.status?.code, failed?.metadata?.status?.message], [
    14,
    "no way there",
  ]);
  equal(messages.find((one) => one.metadata?.hostname === "worker-1")?.hostname, "worker-1");
});

Deno.test("a failed stream ends with a message of metadata only", async () => {
  const handler = controlPlane(async function* (target) {
    yield common.Data.encode({ bytes: new TextEncoder().encode(target) }).finish();
    if (target === "worker-1") throw new StatusError(StatusCode.notFound, "stat /x");
  });
  const raw = await answers(handler, call(READ, { nodes: ["worker-1", "10.91.0.9"] }));
  const data = raw.map((bytes) => common.Data.decode(bytes));
  const seen = data.map((one) => [
    one.metadata?.hostname,
    new TextDecoder().decode(one.bytes),
    one.metadata?.status?.code ?? 0,
  ]);
  deepEqual(seen.toSorted(), [
    ["10.91.0.9", "10.91.0.9", 0],
    ["worker-1", "", 5],
    ["worker-1", "worker-1", 0],
  ]);
});

Deno.test("a target given twice responds twice", async () => {
  const handler = controlPlane(async function* (target) {
    yield hostname(target);
  });
  equal((await hostnames(handler, { nodes: ["worker-1", "worker-1"] })).length, 2);
});

Deno.test("header node returns messages and status unmodified", async () => {
  const handler = controlPlane(async function* (target) {
    if (target === "10.91.0.99") throw unavailable;
    yield hostname(target);
  });
  const messages = await hostnames(handler, { node: ["worker-1"] });
  deepEqual(messages.map((one) => [one.hostname, one.metadata]), [["worker-1", null]]);
  await answers(handler, call(HOSTNAME, { node: ["10.91.0.99"] })).then(
    () => equal(true, false),
    refusal(14, "no way there"),
  );
});

Deno.test("header node must have exactly one value", () => {
  throws(
    () => controlPlane(undefined)(call(HOSTNAME, { node: ["a", "b"] })),
    refusal(3, "node metadata must be single-valued"),
  );
});

Deno.test("header nodes takes precedence over node", async () => {
  const handler = controlPlane(async function* (target) {
    yield hostname(target);
  });
  const messages = await hostnames(handler, { nodes: ["worker-1"], node: ["10.91.0.9"] });
  equal(messages[0]?.metadata?.hostname, "worker-1");
});

Deno.test("COSI calls reject header nodes", () => {
  throws(
    () => controlPlane(async function* () {})(call(GET, { nodes: ["10.91.0.2"] })),
    refusal(3, "one-2-many proxying is not supported for COSI methods"),
  );
});

Deno.test("a worker handles its own calls and forwards nothing", async () => {
  for (const headers of [{ nodes: ["10.91.0.2"] }, { node: ["cp-1"] }, {}]) {
    const messages = await hostnames(worker(), headers);
    // Not forwarded, so the response has no metadata.
    deepEqual(messages.map((one) => [one.hostname, one.metadata]), [["local", null]]);
  }
  for (const headers of [{ nodes: ["10.91.0.9"] }, { node: ["10.91.0.9"] }]) {
    throws(() => worker()(call(HOSTNAME, headers)), refusal(7, "no request forwarding"));
  }
  throws(
    () => worker()(call(HOSTNAME, { nodes: ["10.91.0.2", "10.91.0.2"] })),
    refusal(7, "no request forwarding"),
  );
});

Deno.test("a forwarded call is handled locally", async () => {
  const headers = { proxyfrom: ["10.91.0.2"], nodes: ["10.91.0.9"] };
  equal((await hostnames(worker(), headers))[0]?.hostname, "local");
});

Deno.test("an empty target or one with port fails the call", () => {
  const handler = controlPlane(async function* () {});
  for (const target of ["", "10.91.0.3:50000", "worker-1:50000", "[::1]:50000"]) {
    throws(
      () => handler(call(HOSTNAME, { nodes: ["worker-1", target] })),
      refusal(13, `invalid target ${JSON.stringify(target)}`),
    );
  }
});

Deno.test("an upload reaches every node without waiting for a failed one", async () => {
  const received: Record<string, number[]> = {};
  const handler = controlPlane(async function* (target, own) {
    if (target === "10.91.0.99") throw unavailable;
    for await (const bytes of own.requests) (received[target] ??= []).push(bytes[0]!);
    yield machine.EtcdRecoverResponse.encode({ messages: [{}] }).finish();
  });
  const nodes = ["worker-1", "10.91.0.99", "10.91.0.9"];
  await answers(handler, call(RECOVER, { nodes }, requests(1, 2, 3)));
  deepEqual(received, { "worker-1": [1, 2, 3], "10.91.0.9": [1, 2, 3] });
});

Deno.test("the request reaches every node", async () => {
  const seen: number[] = [];
  const handler = controlPlane(async function* (_target, own) {
    seen.push((await firstRequest(own.requests))[0]!);
    yield hostname("x");
  });
  await hostnames(handler, { nodes: ["worker-1", "10.91.0.9"] });
  deepEqual(seen, [7, 7]);
});
