/**
 * Packet captures: the file format, decoding, text forms, filters.
 *
 * @module
 */
export { BriefFormatter } from "./format_brief.ts";
export { compileFilter, parseFilter } from "./bpf/compile_filter.ts";
export { formatDump } from "./format_dump.ts";
export { formatJsonPacket } from "./to_json.ts";
export { type Instruction, isCompiled } from "./bpf/instruction.ts";
export { type CapturedPacket, LINK_ETHERNET, LINK_RAW, RecordReader } from "./packet_file.ts";
