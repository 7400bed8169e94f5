import { deepEqual, equal, throws } from "node:assert/strict";
import { createRowWriter, type RowWriterOptions, type View } from "../../../lib/output/rows.ts";
import { selectColumns } from "../../../lib/output/column_selection.ts";
import { formatSize } from "../../../lib/output/size.ts";
import { MemoryOutput } from "../../helpers/fake_system.ts";

interface File {
  name: string;
  size: bigint;
}

const view: View<File> = {
  columns: [
    { header: "DISK SIZE", cell: ({ size }) => formatSize(size), key: ({ size }) => size },
    { header: "NAME", cell: ({ name }) => name },
  ],
  fields: { name: ({ name }) => name, size: ({ size }) => size },
};

async function written(options: Partial<RowWriterOptions>): Promise<string> {
  const out = new MemoryOutput();
  const writer = createRowWriter(out, view, { format: "table", ...options });
  await writer.add("10.5.0.10", { name: "eth10", size: 3_000_000n });
  await writer.add("10.5.0.9", { name: "eth9", size: 20_000n });
  await writer.end();
  return out.text;
}

Deno.test("--columns selects columns in the given order, without case", async () => {
  equal(
    await written({ columns: ["name", "Node"] }),
    "NAME    NODE\neth10   10.5.0.10\neth9    10.5.0.9\n",
  );
  equal(await written({ columns: ["disk-size"], headers: false }), "3.0 MB\n20 kB\n");
  equal(await written({ columns: ["disk_size"], endless: true }), "DISK SIZE\n3.0 MB\n20 kB\n");
});

Deno.test("the unit of a column is optional", () => {
  const headers = ["USED (MB)", "SIZE(GB)", "Size"];
  deepEqual(selectColumns(headers, ["used", "used-(mb)", "size(gb)"], "the table"), [0, 0, 1]);
  deepEqual(selectColumns(headers, ["size"], "the table"), [2], "an equal name precedes");
});

Deno.test("an unknown column is a usage error with the list of columns", () => {
  throws(() => selectColumns(["NODE", "NAME"], ["size"], "the table"), {
    kind: "usage",
    message: 'the table has no column "size"',
    hint: "use one of NODE, NAME",
  });
});

Deno.test("--sort-by sorts by value, in natural order, descending after a dash", async () => {
  const names = async (sortBy: string) =>
    (await written({ sortBy, columns: ["name"], headers: false })).trim().split("\n");
  deepEqual(await names("node"), ["eth9", "eth10"]);
  deepEqual(await names("name"), ["eth9", "eth10"]);
  deepEqual(await names("-name"), ["eth10", "eth9"]);
  deepEqual(await names("disk size"), ["eth9", "eth10"], "20 kB is less than 3 MB");
  const json = JSON.parse(await written({ sortBy: "name", format: "json" }));
  deepEqual(json.map(({ name }: File) => name), ["eth9", "eth10"]);
});
