/**
 * One record of comma-separated values, with the quoting rules of Go's `encoding/csv`, which is
 * what Go's pflag reads `strings` flags with.
 *
 * @module
 */

/**
 * The fields of one record: `a,"b,c","say ""x"""`. An empty text has no fields.
 *
 * @throws {RangeError} for a quote in the wrong place or a line break outside of quotes.
 */
export function readCsvRecord(text: string): string[] {
  const record = text.replace(/\r?\n$/, "");
  if (record === "") return [];
  const fields: string[] = [];
  let at = 0;
  while (true) {
    if (record[at] === '"') {
      const quoted = /^"((?:[^"]|"")*)"/.exec(record.slice(at));
      if (!quoted) throw new RangeError('a quote (") is never closed');
      fields.push(quoted[1]!.replaceAll('""', '"'));
      at += quoted[0].length;
      if (at < record.length && record[at] !== ",") {
        throw new RangeError('a closing quote (") is followed by more text');
      }
    } else {
      const comma = record.indexOf(",", at);
      const field = record.slice(at, comma < 0 ? undefined : comma);
      if (field.includes('"')) throw new RangeError('a quote (") is in the middle of a value');
      // Go reads the first line only and silently drops the others.
      if (/[\r\n]/.test(field)) throw new RangeError("a line break is outside of quotes");
      fields.push(field);
      at += field.length;
    }
    if (at >= record.length) return fields;
    at += 1;
  }
}
