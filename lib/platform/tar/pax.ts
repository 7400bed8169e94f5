/**
 * Records of PAX extended headers.
 *
 * @module
 */
import { ArchiveError } from "./archive_error.ts";

/** Records in order. Keys can repeat. */
export type PaxRecords = readonly (readonly [key: string, value: string])[];

const SPACE = 0x20;
const NEWLINE = 0x0a;

/**
 * Parses records of the form `<length> <key>=<value>\n`.
 *
 * @throws {ArchiveError} for data of another form.
 */
export function parsePaxRecords(data: Uint8Array): PaxRecords {
  const records: [string, string][] = [];
  const decoder = new TextDecoder();
  for (let at = 0; at < data.length;) {
    const space = data.indexOf(SPACE, at);
    const digits = space === -1 ? "" : decoder.decode(data.subarray(at, space));
    const length = /^[0-9]{1,10}$/.test(digits) ? Number(digits) : 0;
    const end = at + length;
    if (end <= space || end > data.length || data[end - 1] !== NEWLINE) throw malformed();
    const record = decoder.decode(data.subarray(space + 1, end - 1));
    const equals = record.indexOf("=");
    if (equals < 1) throw malformed();
    records.push([record.slice(0, equals), record.slice(equals + 1)]);
    at = end;
  }
  return records;
}

function malformed(): ArchiveError {
  return new ArchiveError("malformed extended header");
}
