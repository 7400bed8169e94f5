/**
 * Packet captures on nodes.
 *
 * @module
 */
export { type CaptureOptions, openCapture } from "./open_capture.ts";
export { type CaptureCounters, describeCapture, readCounters } from "./capture_summary.ts";
export { type PacketFormat, printPackets } from "./print_packets.ts";
export { saveCapture } from "./save_capture.ts";
export { wholeRecords } from "./whole_records.ts";
