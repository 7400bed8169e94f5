import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { OsctlError } from "../../lib/errors.ts";
import { common } from "../../proto/common.ts";
import { MachineService } from "../../proto/machine.ts";
import { appendMetadata, errorEnvelope } from "../../proto/metadata.ts";
import type { Method } from "../../proto/method.ts";
import { methods } from "../../proto/services.ts";

const UNAVAILABLE = {
  code: 14,
  details: "connection refused",
  message: "rpc error: code = Unavailable desc = connection refused",
};

/** The methods whose responses have metadata. */
const labelled = [...methods.values()].filter(({ path }) =>
  !/^\/(cosi\.|securityapi\.|machine\.(ImageService|LifecycleService)\/)/.test(path)
);

/** The metadata of a decoded response, or of each message in it. */
function metadataOf(method: Method<unknown, unknown>, bytes: Uint8Array): unknown[] {
  const answer = method.decodeResponse(bytes) as {
    messages?: { metadata: common.Metadata }[];
    metadata?: common.Metadata;
  };
  const found = answer.messages?.map(({ metadata }) => metadata) ?? [answer.metadata];
  return found.map((metadata) => ({
    hostname: metadata?.hostname,
    error: metadata?.error,
    code: metadata?.status?.code,
    details: metadata?.status?.message,
  }));
}

Deno.test("metadata of the proxy and of the node is merged in responses of every method", () => {
  strictEqual(labelled.length > 50, true);
  for (const method of labelled) {
    const own = errorEnvelope("", UNAVAILABLE, method.serverStreaming);
    const bytes = appendMetadata(own, "10.5.0.2", method.serverStreaming);
    deepStrictEqual(metadataOf(method, bytes), [{
      hostname: "10.5.0.2",
      error: UNAVAILABLE.message,
      code: 14,
      details: "connection refused",
    }], method.path);
  }
});

Deno.test("of two metadata the later values win and lists are concatenated", () => {
  const first = common.Empty.encode({
    metadata: { hostname: "a", error: "x", status: { code: 2, details: [{ type_url: "1" }] } },
  }).finish();
  const second = common.Empty.encode({
    metadata: { hostname: "b", status: { message: "m", details: [{ type_url: "2" }] } },
  }).finish();
  const { metadata } = common.Data.decode(Uint8Array.of(...first, ...second));
  strictEqual(metadata?.hostname, "b");
  strictEqual(metadata?.error, "x");
  strictEqual(metadata?.status?.code, 2);
  strictEqual(metadata?.status?.message, "m");
  deepStrictEqual(metadata?.status?.details.map((detail) => detail.type_url), ["1", "2"]);
});

Deno.test("appendMetadata sets the host name in every message of a unary response", () => {
  const answer = MachineService.Hostname.encodeResponse({
    messages: [{ hostname: "one" }, { hostname: "x".repeat(300) }, {}],
  });
  const { messages } = MachineService.Hostname.decodeResponse(appendMetadata(answer, "n", false));
  deepStrictEqual(
    messages.map(({ hostname, metadata }) => [hostname.length, metadata?.hostname]),
    [[3, "n"], [300, "n"], [0, "n"]],
  );
});

Deno.test("appendMetadata sets the host name of a streamed message and keeps its bytes", () => {
  const bytes = MachineService.Read.encodeResponse({ bytes: new Uint8Array(70_000).fill(7) });
  const data = MachineService.Read.decodeResponse(appendMetadata(bytes, "n", true));
  strictEqual(data.metadata?.hostname, "n");
  strictEqual(data.bytes.length, 70_000);
  strictEqual(data.bytes.every((byte) => byte === 7), true);
});

Deno.test("appendMetadata keeps other fields of a unary response", () => {
  const answer = Uint8Array.of(0x10, 1, 0x0a, 0, 0x19, 1, 2, 3, 4, 5, 6, 7, 8, 0x25, 1, 2, 3, 4);
  const labelled = appendMetadata(answer, "n", false);
  deepStrictEqual(
    labelled,
    Uint8Array.of(0x10, 1, 0x0a, 5, 0x0a, 3, 0x0a, 1, 0x6e, ...answer.subarray(4)),
  );
  deepStrictEqual(appendMetadata(new Uint8Array(), "n", false), new Uint8Array());
});

Deno.test("appendMetadata rejects a malformed response with the reason", () => {
  const bad: [bytes: number[], reason: RegExp][] = [
    [[0x0a], /truncated varint/],
    [[0x0a, 5, 1], /truncated field/],
    [[0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f], /truncated field/],
    [[0x11, 1], /truncated field/],
    [[0x15, 1], /truncated field/],
    [[0x0b], /unknown wire type 3/],
    [[0x0f], /unknown wire type 7/],
    [Array(11).fill(0xff), /longer than ten bytes/],
  ];
  for (const [bytes, reason] of bad) {
    throws(
      () => appendMetadata(Uint8Array.from(bytes), "n", false),
      (error) => error instanceof OsctlError && error.kind === "node" && reason.test(error.message),
      bytes.join(),
    );
  }
});

Deno.test("an error envelope decodes as a response of every method, with the error only", () => {
  const unary = MachineService.Version.decodeResponse(errorEnvelope("n", UNAVAILABLE, false));
  strictEqual(unary.messages.length, 1);
  strictEqual(unary.messages[0]?.metadata?.error, UNAVAILABLE.message);
  strictEqual(unary.messages[0]?.version, null);
  const streamed = MachineService.Logs.decodeResponse(errorEnvelope("n", UNAVAILABLE, true));
  strictEqual(streamed.metadata?.status?.code, 14);
  strictEqual(streamed.bytes.length, 0);
});

Deno.test("random bytes are decoded or rejected by every method", () => {
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const all = [...methods.values()];
  const allowed = (error: unknown) => {
    if (!(error instanceof OsctlError)) throw error;
  };
  for (let round = 0; round < 20_000; round++) {
    const method = all[Math.floor(random() * all.length)]!;
    const bytes = Uint8Array.from({ length: random() * 40 }, () =>
      // Small bytes are tags of existing fields, which random bytes seldom are.
      Math.floor(random() * (random() < 0.6 ? 48 : 256)));
    for (
      const attempt of [
        () => method.decodeResponse(bytes),
        () => method.decodeRequest(bytes),
        () => appendMetadata(bytes, "n", false),
      ]
    ) {
      try {
        attempt();
      } catch (error) {
        allowed(error);
      }
    }
  }
});

Deno.test("deeply nested messages are rejected", () => {
  // No message type is recursive, but groups in unknown fields may nest without limit.
  const bytes = new Uint8Array(100_000).fill(0x7b);
  throws(() => MachineService.Version.decodeResponse(bytes), OsctlError);
});
