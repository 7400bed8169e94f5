/**
 * Output formatting: tables, records, sizes, times, colours.
 *
 * @module
 */
export { type Colours, createColours, hasColour } from "./colour.ts";
export { formatDuration, parseDuration } from "./duration.ts";
export { LogLines } from "./log_lines.ts";
export { fileKind, formatFileMode, octalPermissions } from "./file_mode.ts";
export { goTime, lastModified, rfc3339, type Timestamp } from "./go_time.ts";
export { readInOrder, type ReadInOrderOptions } from "./read_in_order.ts";
export { exactInteger, type Integer } from "./integer.ts";
export { type FieldValue, formatJson } from "./records.ts";
export { relativeTime } from "./relative_time.ts";
export {
  type Column,
  createRecordWriter,
  createRowWriter,
  type OutputFormat,
  type RowWriter,
  type Tint,
  type View,
  writeRows,
} from "./rows.ts";
export { formatSize } from "./size.ts";
export { EndlessTable, PADDING, Table } from "./table.ts";
export { countCodePoints, escapeTerminalLine, printable } from "./text.ts";
export { pipeTo, WriteBehind, type Writer } from "./write_behind.ts";
