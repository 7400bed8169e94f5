/**
 * Writers of rows as JSON, YAML and text of a format.
 *
 * @module
 */
import type { FieldValue, RecordStyle } from "./records.ts";
import type { RowWriter, View } from "./row_view.ts";
import type { WriteBehind } from "./write_behind.ts";

/** Encodes a row as a record. */
export type EncodeRecord<Row> = (node: string | null, row: Row) => string;

/**
 * Creates the encoder of a view's rows. Field names are encoded once, not for every row.
 *
 * @param names Default: all fields. The one that the view does not define is the node.
 */
export function createRecordEncoder<Row>(
  { fields, local = false }: View<Row>,
  style: RecordStyle,
  names: readonly string[] = [...(local ? [] : ["node"]), ...Object.keys(fields)],
): EncodeRecord<Row> {
  const entries = names.map((name, index) => {
    const before = index === 0 ? style.start : style.next;
    return [before + style.name(name), fields[name]] as const;
  });
  return (node, row) => {
    let text = "";
    for (const [name, value] of entries) text += name + style.value(value ? value(row) : node);
    return text + style.end;
  };
}

export function textLines<Row>(
  behind: WriteBehind,
  { fields }: View<Row>,
  format: (field: (name: string) => FieldValue) => string,
): RowWriter<Row> {
  return {
    add: (node, row) => behind.push(format((name) => fields[name] ? fields[name](row) : node)),
    end: () => behind.flush(),
  };
}

export function jsonArray<Row>(behind: WriteBehind, record: EncodeRecord<Row>): RowWriter<Row> {
  let started = false;
  return {
    add(node, row) {
      const start = started ? ",\n" : "[\n";
      started = true;
      return behind.push(`${start}  ${record(node, row)}`);
    },
    async end() {
      await behind.push(started ? "\n]\n" : "[]\n");
      await behind.flush();
    },
  };
}

export function jsonLines<Row>(behind: WriteBehind, record: EncodeRecord<Row>): RowWriter<Row> {
  return {
    add: (node, row) => behind.push(`${record(node, row)}\n`),
    end: () => behind.flush(),
  };
}

export function yamlRows<Row>(behind: WriteBehind, record: EncodeRecord<Row>): RowWriter<Row> {
  let started = false;
  return {
    add(node, row) {
      started = true;
      return behind.push(record(node, row));
    },
    async end() {
      if (!started) await behind.push("[]\n");
      await behind.flush();
    },
  };
}
