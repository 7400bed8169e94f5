import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { common } from "../../proto/common.ts";
import { appendMetadata, errorEnvelope } from "../../proto/metadata.ts";
import { allFrames, type Frame, methodOf } from "./frames.ts";

/** Frames of a client that encodes the default `bootstrap_contents: false`; osctl omits it. */
const WORDY = ["cosi-watch-one", "cosi-watch-missing"];

interface Labelled {
  metadata?: common.Metadata | null;
  messages?: Labelled[];
}

Deno.test("every recorded request equals osctl's, byte for byte", () => {
  for (const frame of allFrames()) {
    const method = methodOf(frame);
    const request = method.decodeRequest(frame.request);
    const again = method.encodeRequest(request);
    if (WORDY.includes(frame.name)) {
      deepStrictEqual(method.decodeRequest(again), request);
      strictEqual(again.length, frame.request.length - 2);
    } else {
      strictEqual(hex(again), hex(frame.request), frame.name);
    }
  }
});

Deno.test("the embedded node and proxy send every recorded response, byte for byte", () => {
  let compared = 0;
  for (const frame of allFrames()) {
    for (const response of frame.responses) {
      strictEqual(hex(answerAgain(frame, response)), hex(response), frame.name);
      compared++;
    }
  }
  strictEqual(compared, 164);
});

/** Decodes a response, removes the metadata, encodes it and appends metadata as a proxy does. */
function answerAgain(frame: Frame, response: Uint8Array): Uint8Array {
  const method = methodOf(frame);
  const answer = method.decodeResponse(response) as Labelled;
  if (frame.path.startsWith("/cosi.")) return method.encodeResponse(answer);
  const streaming = method.serverStreaming;
  const parts = (answer.messages ?? [answer]).map((message) => {
    const { metadata, ...rest } = message;
    if (metadata?.status) {
      const { hostname, error, status } = metadata;
      const failure = { code: status.code, details: status.message, message: error };
      return errorEnvelope(hostname, failure, streaming);
    }
    const unlabelled = method.encodeResponse(streaming ? rest : { messages: [rest] });
    return metadata ? appendMetadata(unlabelled, metadata.hostname, streaming) : unlabelled;
  });
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function hex(bytes: Uint8Array): string {
  return new Uint8Array(bytes).toHex();
}
