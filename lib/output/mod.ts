/**
 * Output formatting: tables, records, sizes, times, colours.
 *
 * @module
 */
export { PADDING } from "./cell_width.ts";
export { type Colours, createColours, hasColour } from "./colour.ts";
export { formatColumnHelp, isColumnHelp } from "./column_selection.ts";
export { formatDuration, parseDuration } from "./duration.ts";
export { EndlessTable } from "./endless_table.ts";
export { LogLines } from "./log_lines.ts";
export { formatFileMode, formatOctalMode, getFileKind } from "./file_mode.ts";
export { formatGoTime, formatModifiedTime, formatRfc3339, type Timestamp } from "./go_time.ts";
export { readInOrder, type ReadInOrderOptions } from "./read_in_order.ts";
export { type Integer, toExactInteger } from "./integer.ts";
export { type FieldValue, formatJson } from "./records.ts";
export { formatRelativeTime } from "./relative_time.ts";
export {
  type Column,
  createRecordWriter,
  createRowWriter,
  type RowFormat,
  type RowWriter,
  type Tint,
  type View,
  writeRows,
} from "./rows.ts";
export { type OutputFormat, selectFormat } from "./select_format.ts";
export { formatSize } from "./size.ts";
export { Table } from "./table.ts";
export {
  checkColumns,
  getTableWidth,
  printColumnHelp,
  type TableFlags,
  toTableOptions,
} from "./table_options.ts";
export { countCodePoints, escapeControls, escapeTerminalText, oneLine } from "./text.ts";
export { pipeTo, WriteBehind, type Writer } from "./write_behind.ts";
