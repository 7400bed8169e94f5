/**
 * Parses one CSV record with the quoting rules of Go's `encoding/csv`, as pflag does for `strings`
 * flags.
 *
 * @module
 */

/**
 * Returns the fields of one record: `a,"b,c","say ""x"""`. An empty text has no fields.
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
      if (!quoted) throw new RangeError('unterminated quote (")');
      fields.push(quoted[1]!.replaceAll('""', '"'));
      at += quoted[0].length;
      if (at < record.length && record[at] !== ",") {
        throw new RangeError('unexpected text after a closing quote (")');
      }
    } else {
      const comma = record.indexOf(",", at);
      const field = record.slice(at, comma < 0 ? undefined : comma);
      if (field.includes('"')) throw new RangeError('quote (") inside an unquoted value');
      // Go reads the first line only and drops the others.
      if (/[\r\n]/.test(field)) throw new RangeError("line break outside of quotes");
      fields.push(field);
      at += field.length;
    }
    if (at >= record.length) return fields;
    at += 1;
  }
}
