/**
 * What people and scripts get to see: tables, records, sizes, times, colours.
 *
 * @module
 */
export { type Colours, coloursFor, wantsColour } from "./colour.ts";
export { formatDuration, parseDuration } from "./duration.ts";
export { LogLines } from "./log_lines.ts";
export { fileKind, formatFileMode, octalPermissions } from "./file_mode.ts";
export { goTime, lastModified, rfc3339, type Timestamp } from "./go_time.ts";
export { inOrder, type InOrderOptions } from "./in_order.ts";
export { exactInteger, type Integer } from "./integer.ts";
export { type FieldValue, jsonValue } from "./records.ts";
export { relativeTime } from "./relative_time.ts";
export {
  type Column,
  type OutputFormat,
  recordWriter,
  type RowWriter,
  rowWriter,
  type Tint,
  type View,
  writeRows,
} from "./rows.ts";
export { formatSize } from "./size.ts";
export { EndlessTable, PADDING, Table } from "./table.ts";
export { codePoints, printable, terminalLine } from "./text.ts";
export { pour, WriteBehind, type Writer } from "./write_behind.ts";
