/**
 * Packets as text.
 *
 * @module
 */
import { WriteBehind, type Writer } from "../../output/write_behind.ts";
import { BriefFormatter, formatDump, formatJsonPacket, type RecordReader } from "../../pcap/mod.ts";
import { rejectRest } from "./whole_records.ts";

/** Text forms of packets: the layout of talosctl, a line each, JSON a line each. */
export type PacketFormat = "dump" | "brief" | "json";

/** Text that is collected before it is encoded, UTF-16 units. More of it makes the heap grow. */
const ENCODE_AT = 4096;

/**
 * Prints the packets of a capture as they arrive. `reader` counts them.
 *
 * @throws {OsctlError} of kind `node` for an invalid capture; errors of the stream and of the writer.
 */
export async function printPackets(
  chunks: AsyncIterable<Uint8Array>,
  reader: RecordReader,
  format: PacketFormat,
  out: Writer,
): Promise<void> {
  let print: ((reader: RecordReader) => string) | undefined;
  const behind = new WriteBehind(out);
  for await (const chunk of chunks) {
    reader.push(chunk);
    let text = "";
    try {
      while (reader.next()) {
        print ??= createPrinter(format, reader.header!.linkType);
        text += print(reader);
        if (text.length < ENCODE_AT) continue;
        const full = behind.push(text);
        text = "";
        if (full) await full;
      }
    } finally {
      const full = behind.push(text);
      if (full) await full;
      await behind.flush();
    }
  }
  rejectRest(reader);
}

function createPrinter(
  format: PacketFormat,
  linkType: number,
): (reader: RecordReader) => string {
  if (format === "dump") return ({ packet }) => formatDump(packet, linkType);
  if (format === "json") return ({ packet }) => `${formatJsonPacket(packet, linkType)}\n`;
  const brief = new BriefFormatter(linkType);
  return ({ packet }) => `${brief.format(packet)}\n`;
}
