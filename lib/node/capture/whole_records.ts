/**
 * Captures cut at the ends of records.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import type { RecordReader } from "../../pcap/mod.ts";

/**
 * Yields a capture unchanged, the header and whole records only, so that it is valid wherever it ends.
 * `reader` counts the records.
 *
 * @throws {OsctlError} of kind `node` for an invalid capture, also one that ends inside a record.
 */
export async function* wholeRecords(
  chunks: AsyncIterable<Uint8Array>,
  reader: RecordReader,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    const isJoined = reader.pending > 0;
    reader.push(chunk);
    const start = reader.position;
    let error: unknown;
    try {
      while (reader.next());
    } catch (caught) {
      error = caught;
    }
    const whole = reader.buffer.subarray(start, reader.position);
    // The reader reuses the buffer of joined chunks.
    if (whole.length > 0) yield isJoined ? whole.slice() : whole;
    if (error !== undefined) throw error;
  }
  rejectRest(reader);
}

/**
 * Rejects a capture that has ended inside a record.
 *
 * @throws {OsctlError} of kind `node`.
 */
export function rejectRest(reader: RecordReader): void {
  const { pending, header } = reader;
  if (header === undefined) {
    throw new OsctlError("node", "the node sent no packet capture", {
      hint: "check the interface with: osctl get links",
    });
  }
  if (pending === 0) return;
  throw new OsctlError(
    "node",
    `the packet capture ended inside a packet: ${pending} bytes were dropped`,
    { hint: "capture again; the connection to the node ended early" },
  );
}
