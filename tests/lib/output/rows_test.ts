import assert from "node:assert/strict";
import { parse } from "yaml";
import { OsctlError } from "../../../lib/errors.ts";
import { createColours } from "../../../lib/output/colour.ts";
import {
  createRecordWriter,
  createRowWriter,
  type RowWriterOptions,
  type View,
  writeRows,
} from "../../../lib/output/rows.ts";
import { MemoryOutput } from "../../helpers/fake_system.ts";

interface File {
  name: string;
  size: bigint;
}

const view: View<File> = {
  columns: [
    { header: "SIZE", cell: ({ size }) => String(size) },
    { header: "NAME", cell: ({ name }) => name },
  ],
  fields: { name: ({ name }) => name, size: ({ size }) => size },
};
const ROWS: readonly (readonly [string, File])[] = [
  ["10.5.0.2", { name: "a", size: 5n }],
  ["10.5.0.13", { name: "b\n\x1b[2J", size: 9_007_199_254_740_993n }],
];

async function written(
  options: RowWriterOptions,
  rows: readonly (readonly [string | null, File])[] = ROWS,
): Promise<string> {
  const out = new MemoryOutput();
  const writer = createRowWriter(out, view, options);
  for (const [node, row] of rows) await writer.add(node, row);
  await writer.end();
  return out.text;
}

Deno.test("a table has NODE first, headers, and escaped cells", async () => {
  assert.equal(
    await written({ format: "table" }),
    "NODE        SIZE               NAME\n" +
      "10.5.0.2    5                  a\n" +
      "10.5.0.13   9007199254740993   b\\n\\x1b[2J\n",
  );
});

Deno.test("headers can be omitted, and are printed without rows only on request", async () => {
  assert.equal(
    await written({ format: "table", headers: false }, ROWS.slice(0, 1)),
    "10.5.0.2   5   a\n",
  );
  assert.equal(await written({ format: "table" }, []), "");
  assert.equal(
    await written({ format: "table", headerWithoutRows: true }, []),
    "NODE   SIZE   NAME\n",
  );
  const bare = { format: "table", headerWithoutRows: true, headers: false } as const;
  assert.equal(await written(bare, []), "");
  assert.equal(await written({ ...bare, endless: true }, []), "");
});

Deno.test("JSON is one array with a row per line", async () => {
  assert.equal(
    await written({ format: "json" }),
    '[\n  {"node":"10.5.0.2","name":"a","size":5},\n' +
      '  {"node":"10.5.0.13","name":"b\\n\\u001b[2J","size":9007199254740993}\n]\n',
  );
  assert.equal(await written({ format: "json" }, []), "[]\n");
  assert.equal(
    await written({ format: "json" }, [[null, { name: "", size: 0n }]]),
    '[\n  {"node":null,"name":"","size":0}\n]\n',
  );
});

Deno.test("YAML is one list", async () => {
  assert.deepEqual(parse(await written({ format: "yaml" }), { intAsBigInt: true }), [
    { node: "10.5.0.2", name: "a", size: 5n },
    { node: "10.5.0.13", name: "b\n\x1b[2J", size: 9_007_199_254_740_993n },
  ]);
  assert.equal(await written({ format: "yaml" }, []), "[]\n");
});

Deno.test("endless output is written row by row, in JSON as one object per line", async () => {
  for (
    const [format, first, second] of [
      ["json", '{"node":"n1","name":"a","size":5}\n', '{"node":"long","name":"b","size":6}\n'],
      ["yaml", "- node: n1\n  name: a\n  size: 5\n", "- node: long\n  name: b\n  size: 6\n"],
      ["table", "NODE   SIZE   NAME\nn1     5      a\n", "long   6      b\n"],
    ] as const
  ) {
    const out = new MemoryOutput();
    const writer = createRowWriter(out, view, { format, endless: true });
    await writer.add("n1", { name: "a", size: 5n });
    await new Promise((resolve) => setTimeout(resolve, 0));
    assert.equal(out.text, first, "the first row is out before the second comes");
    await writer.add("long", { name: "b", size: 6n });
    await writer.end();
    assert.equal(out.text, first + second);
  }
});

Deno.test("createRecordWriter() needs no columns", async () => {
  const out = new MemoryOutput();
  const writer = createRecordWriter(out, view.fields, { format: "json" });
  await writer.add("n", { name: "a", size: 1n });
  await writer.end();
  assert.deepEqual(JSON.parse(out.text), [{ node: "n", name: "a", size: 1 }]);
});

Deno.test("writeRows() completes the output after errors of nodes, not after a cancellation", async () => {
  for (
    const [error, expected] of [
      [new OsctlError("connection", "refused"), "[]\n"],
      [new OsctlError("cancelled", "stopped"), ""],
      [new TypeError("a bug"), ""],
    ] as const
  ) {
    const out = new MemoryOutput();
    const writer = createRowWriter(out, view, { format: "json" });
    await assert.rejects(writeRows(writer, () => Promise.reject(error)), error);
    assert.equal(out.text, expected);
  }
});

Deno.test("records of a long list are written while rows arrive", async () => {
  const out = new MemoryOutput();
  const writer = createRowWriter(out, view, { format: "json" });
  for (let index = 0; index < 20_000; index++) {
    const full = writer.add("node", { name: `file-${index}`, size: BigInt(index) });
    if (full) await full;
  }
  assert.ok(out.bytes.length > 100_000, "most of it is written before the end");
  await writer.end();
  assert.equal(JSON.parse(out.text).length, 20_000);
});

Deno.test("the column NODE can be omitted from a table, not from records", async () => {
  const rows = ROWS.slice(0, 1);
  assert.equal(await written({ format: "table", nodes: false }, rows), "SIZE   NAME\n5      a\n");
  const endless = { format: "table", nodes: false, endless: true } as const;
  assert.equal(await written(endless, rows), "SIZE   NAME\n5      a\n");
  const json = await written({ format: "json", nodes: false }, rows);
  assert.equal(JSON.parse(json)[0].node, "10.5.0.2");
});

Deno.test("cells are coloured where colours are enabled, and still escaped", async () => {
  const tinted: View<File> = {
    ...view,
    columns: view.columns.map((column, index) => ({
      ...column,
      tint: ({ size }: File) => index === 1 && size > 5n ? "red" : undefined,
    })),
  };
  const shown = async (isTerminal: boolean) => {
    const facts = { env: { get: () => undefined }, terminal: { isTerminal: () => isTerminal } };
    const out = new MemoryOutput();
    const options = { format: "table", headers: false, colours: createColours(facts) } as const;
    const writer = createRowWriter(out, tinted, options);
    for (const [node, row] of ROWS) await writer.add(node, row);
    await writer.end();
    return out.text;
  };
  const plain = "10.5.0.2    5                  a\n10.5.0.13   9007199254740993   b\\n\\x1b[2J\n";
  assert.equal(await shown(false), plain);
  assert.equal(
    await shown(true),
    plain.replace("b\\n\\x1b[2J", "\x1b[31mb\\n\\x1b[2J\x1b[39m"),
  );
});

Deno.test("an optional column is printed when a row has it, and when it is selected", async () => {
  const optional: View<File> = {
    ...view,
    columns: [
      { header: "SIZE", cell: ({ size }) => String(size), isPresent: ({ size }) => size > 0n },
      { header: "NAME", cell: ({ name }) => name },
    ],
  };
  const print = async (sizes: readonly bigint[], options: Partial<RowWriterOptions> = {}) => {
    const out = new MemoryOutput();
    const writer = createRowWriter(out, optional, { format: "table", ...options });
    for (const size of sizes) await writer.add("n", { name: "a", size });
    await writer.end();
    return out.text;
  };
  assert.equal(await print([0n]), "NODE   NAME\nn      a\n");
  assert.equal(
    await print([0n, 2n], { sortBy: "-size" }),
    "NODE   SIZE   NAME\nn      2      a\nn      0      a\n",
  );
  assert.equal(await print([0n], { columns: ["size"] }), "SIZE\n0\n");
  assert.equal(await print([], { headerWithoutRows: true }), "NODE   NAME\n");
});
