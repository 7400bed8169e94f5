/** The proxy compared with recorded calls of Talos nodes, byte by byte. */
import { deepEqual, equal } from "node:assert/strict";
import { common } from "../../../proto/common.ts";
import { StatusError } from "../../../lib/rpc/mod.ts";
import type { Headers } from "../../../lib/rpc/types.ts";
import { joinParts } from "../../../lib/sandbox/raw_call.ts";
import { methodDirection } from "../../../lib/sandbox/methods.ts";
import { createProxy } from "../../../lib/sandbox/proxy.ts";
import { isAllowed } from "../../../lib/sandbox/roles.ts";

/** A recorded call; bytes in base64. */
interface Frame {
  name: string;
  path: string;
  metadata: string[];
  responses: string[];
  status: { code: number; details?: string };
  cut?: boolean;
}

const frames: Frame[] = JSON.parse(
  await Deno.readTextFile(new URL("../../data/frames.json", import.meta.url)),
);

function frame(name: string): Frame {
  const found = frames.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no frame ${name}`);
  return found;
}

function headersOf({ metadata }: Frame): Headers {
  const headers: Record<string, string[]> = {};
  for (const line of metadata) {
    const [key, value] = line.split(": ") as [string, string];
    (headers[key] ??= []).push(value);
  }
  return headers;
}

/** Returns the proxy's response when the target nodes respond or fail like this. */
async function through(
  one: Frame,
  node: (target: string) => Uint8Array[] | StatusError,
  forwards = true,
): Promise<{ responses: string[]; status: Frame["status"] }> {
  const remote = async function* (target: string) {
    const answer = node(target);
    if (answer instanceof StatusError) throw answer;
    yield* answer;
  };
  const handler = createProxy({
    local: () => remote("local"),
    remote: forwards ? remote : undefined,
    isLocal: () => false,
    invalid: () => undefined,
    direction: methodDirection,
  });
  const responses: string[] = [];
  try {
    const call = {
      path: one.path,
      headers: headersOf(one),
      peer: { address: "127.0.0.1", port: 1 },
      organizations: [],
      signal: new AbortController().signal,
      requests: (async function* () {})(),
    };
    for await (const message of handler(call)) responses.push(joinParts(message).toBase64());
    return { responses, status: { code: 0 } };
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return { responses, status: { code: error.code, details: error.details } };
  }
}

Deno.test("the error of a node equals the recorded one byte for byte", async () => {
  const failing = [
    "version-all-dead",
    "time-check-refused",
    "rollback-refused-container-mode",
    "service-start-unknown",
    "read-missing",
    "logs-unknown",
    "reader-read-refused",
    "reader-rollback-refused",
  ];
  for (const name of failing) {
    const one = frame(name);
    const bytes = Uint8Array.fromBase64(one.responses[0]!);
    const streaming = methodDirection(one.path)!.serverStreaming;
    const { metadata } = streaming
      ? common.Empty.decode(bytes)
      : common.EmptyResponse.decode(bytes).messages[0]!;
    const status = new StatusError(metadata!.status!.code, metadata!.status!.message);
    const seen = await through(one, () => status);
    deepEqual(seen, { responses: one.responses, status: { code: 0 } }, name);
  }
});

Deno.test("the metadata of a response equals the recorded one byte for byte", async () => {
  const label = (name: string) => common.Empty.encode({ metadata: { hostname: name } }).finish();
  for (const name of ["read-two", "list-etc-long", "usage-etc", "copy-etc-hostname"]) {
    const one = frame(name);
    const nodes = headersOf(one)["nodes"]!;
    // Without its metadata a message is the one that the node sent.
    const sent = (target: string) => {
      const tail = label(target).toBase64();
      return one.responses.map((text) => Uint8Array.fromBase64(text)).filter((bytes) =>
        bytes.subarray(bytes.length - label(target).length).toBase64() === tail
      ).map((bytes) => bytes.subarray(0, bytes.length - label(target).length));
    };
    equal(nodes.flatMap(sent).length, one.responses.length, name);
    const { responses } = await through(one, sent);
    deepEqual(responses.toSorted(), one.responses.toSorted(), name);
  }
});

Deno.test("calls that Talos nodes reject fail with the same status", async () => {
  const refused: [name: string, forwards: boolean][] = [
    ["version-worker-asked-to-forward", false],
    ["cosi-get-with-nodes-refused", true],
  ];
  for (const [name, forwards] of refused) {
    const one = frame(name);
    const { status } = await through(one, () => [], forwards);
    deepEqual(status, one.status, name);
  }
});

Deno.test("authorization agrees with recorded calls of Talos nodes", () => {
  for (const one of frames) {
    equal(isAllowed(one.path, new Set(["os:admin"]), "v1.8.0-alpha.2"), true, one.name);
    const reader = isAllowed(one.path, new Set(["os:reader"]), "v1.8.0-alpha.2");
    if (/^reader-(read|rollback)-refused$/.test(one.name)) equal(reader, false, one.name);
  }
});
