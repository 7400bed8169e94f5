/**
 * Logs of containers.
 *
 * @module
 */
import type { EngineClient } from "./engine.ts";

/** Lines of each container. */
const TAIL = 1000;
/** Length of the header before each frame: stream, three zeros, length. */
const HEADER = 8;

/** Yields the last lines of a container's output. */
export async function* readLogs(
  engine: EngineClient,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const path = `/containers/${id}/logs`;
  const query = { stdout: "1", stderr: "1", tail: String(TAIL) };
  const decoder = new TextDecoder();
  for await (const frame of frames(engine.stream("GET", path, { query, signal }))) {
    yield decoder.decode(frame, { stream: true });
  }
}

/** Yields the content of the frames of multiplexed output, in parts as they arrive. */
export async function* frames(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const header = new Uint8Array(HEADER);
  let [filled, left] = [0, 0];
  for await (const chunk of chunks) {
    let rest = chunk;
    while (rest.length > 0) {
      if (left > 0) {
        const part = rest.subarray(0, left);
        yield part;
        left -= part.length;
        rest = rest.subarray(part.length);
        continue;
      }
      const part = rest.subarray(0, HEADER - filled);
      header.set(part, filled);
      filled += part.length;
      rest = rest.subarray(part.length);
      if (filled < HEADER) continue;
      left = new DataView(header.buffer).getUint32(4);
      filled = 0;
    }
  }
}
