/** The recorded calls to Talos nodes in `tests/data/frames.json`, decoded by the methods table. */
import { strictEqual } from "node:assert/strict";
import type { Method } from "../../proto/method.ts";
import { methods } from "../../proto/services.ts";

/**
 * One call: 10.91.0.2 is a control plane, .3 a worker, .4 in maintenance mode, .99 absent; 10.91.8.41
 * to .43 are control planes of another cluster that may reboot. Requests with secrets are empty.
 */
export interface Frame {
  readonly name: string;
  readonly path: string;
  /** `key: value`. */
  readonly metadata: readonly string[];
  readonly request: Uint8Array;
  readonly responses: readonly Uint8Array[];
  readonly status: { readonly code: number; readonly details?: string };
  /** Whether the recording ended before the stream. */
  readonly cut?: boolean;
}

/** Reads all frames, in the order of recording. */
export function allFrames(): Frame[] {
  const text = Deno.readTextFileSync(new URL("../data/frames.json", import.meta.url));
  return JSON.parse(text, (key, value) => {
    if (key === "request") return bytes(value);
    return key === "responses" ? value.map(bytes) : value;
  });
}

function bytes(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

/** Returns the frame of a name. */
export function frame(name: string): Frame {
  const found = allFrames().find((frame) => frame.name === name);
  if (found === undefined) throw new Error(`unknown frame "${name}"`);
  return found;
}

/** Decodes the responses of the frame of a name. */
export function answers<Response>(name: string, method: Method<unknown, Response>): Response[] {
  const { path, responses } = frame(name);
  strictEqual(path, method.path, name);
  return responses.map((response) => method.decodeResponse(response));
}

/** Returns the method of a frame. */
export function methodOf({ path }: Frame): Method<unknown, unknown> {
  const method = methods.get(path);
  if (method === undefined) throw new Error(`unknown method "${path}"`);
  return method;
}
