import assert from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { createRowWriter, type View } from "../../../lib/output/rows.ts";
import { type OutputFormat, selectFormat } from "../../../lib/output/select_format.ts";
import { MemoryOutput } from "../../helpers/fake_system.ts";

interface Service {
  id: string;
  size: bigint;
  events: readonly { state: string; code?: number }[];
}

const fields: View<Service>["fields"] = {
  id: ({ id }) => id,
  size: ({ size }) => size,
  health: () => null,
  events: ({ events }) =>
    events.map(({ state, code }) => code === undefined ? { state } : { state, code }),
};
const view: View<Service> = { columns: [], fields };
const ROWS: readonly (readonly [string, Service])[] = [
  ["n1", { id: "etcd", size: 2n ** 60n, events: [{ state: "Up", code: 7 }, { state: "Down" }] }],
  ["n2", { id: "a\n\x1b[2Jb", size: 1n, events: [] }],
];

async function printed(
  output: OutputFormat,
  { shown = view, terminal = false, endless = false, rows = ROWS } = {},
): Promise<string> {
  const out = new MemoryOutput();
  const format = await selectFormat(output, { view: shown, terminal });
  const writer = createRowWriter(out, shown, { format, endless });
  for (const [node, row] of rows) await writer.add(node, row);
  await writer.end();
  return out.text;
}

Deno.test("json=<fields> prints these fields in this order, each once", async () => {
  assert.equal(
    await printed("json=size, id,node,id"),
    '[\n  {"size":1152921504606846976,"id":"etcd","node":"n1"},\n' +
      '  {"size":1,"id":"a\\n\\u001b[2Jb","node":"n2"}\n]\n',
  );
  assert.equal(await printed("json=id", { rows: [] }), "[]\n");
  assert.equal(
    await printed("json=health,id", { endless: true, rows: ROWS.slice(0, 1) }),
    '{"health":null,"id":"etcd"}\n',
  );
});

Deno.test("name prints the first field, or the field that the view sets", async () => {
  const rows = ROWS.slice(0, 1);
  assert.equal(await printed("name", { rows }), "etcd\n");
  assert.equal(await printed("name", { rows, shown: { ...view, name: "node" } }), "n1\n");
  assert.equal(await printed("name", { rows, shown: { ...view, name: "health" } }), "\n");
});

Deno.test("jsonpath prints the results of one expression, one per line", async () => {
  assert.equal(await printed("jsonpath={.node}"), "n1\nn2\n");
  assert.equal(await printed("jsonpath={.size}"), "1152921504606846976\n1\n");
  assert.equal(await printed("jsonpath={.events[*].state}"), "Up\nDown\n");
  assert.equal(await printed("jsonpath={$.events[?(@.code==7)].state}"), "Up\n");
  assert.equal(await printed("jsonpath={.health}"), "<nil>\n<nil>\n");
  assert.equal(await printed("jsonpath={.events[0]}"), '{"state":"Up","code":7}\n');
});

Deno.test("jsonpath prints a template of several parts on one line per row", async () => {
  const rows = ROWS.slice(0, 1);
  const line = "n1 etcd: Up Down\n";
  assert.equal(await printed("jsonpath={.node} {.id}: {.events[*].state}", { rows }), line);
  assert.equal(await printed('jsonpath={.node} {.id}: {.events[*].state}{"\\n"}', { rows }), line);
  assert.equal(await printed("jsonpath={.id}={.health}", { rows }), "etcd=<nil>\n");
  const half: View<Service> = { ...view, fields: { ...fields, load: () => 1234567.5 } };
  assert.equal(await printed("jsonpath={.load}", { rows, shown: half }), "1234567.5\n");
  assert.equal(await printed("jsonpath={.load}/{2.5}", { rows, shown: half }), "1234567.5/2.5\n");
  assert.equal(
    await printed('jsonpath={range .events[*]}{.state}{"\\n"}{end}', { rows }),
    "Up\nDown\n",
  );
});

Deno.test("control characters of nodes are escaped on a terminal only", async () => {
  const rows = ROWS.slice(1);
  assert.equal(await printed("name", { rows }), "a\n\x1b[2Jb\n");
  assert.equal(await printed("name", { rows, terminal: true }), "a\\n\\x1b[2Jb\n");
  assert.equal(await printed("jsonpath={.id}", { rows }), "a\n\x1b[2Jb\n");
  assert.equal(await printed("jsonpath={.id}", { rows, terminal: true }), "a\n\\x1b[2Jb\n");
});

Deno.test("unknown, missing and empty fields are usage errors that list the fields", async () => {
  const list = "fields: node, id, size, health, events";
  for (
    const [output, message, hint] of [
      ["json=", "missing fields in -o json=", list],
      ["json=id,", 'unknown field "" in -o json=id,', list],
      ["json=sise", 'unknown field "sise" in -o json=sise', `did you mean "size"; ${list}`],
      ["jsonpath={.nothing.at}", 'unknown field "nothing" in -o jsonpath={.nothing.at}', list],
      ["jsonpath=", "missing expression in -o jsonpath=", undefined],
      ["jsonpath={.id", undefined, undefined],
    ] as const
  ) {
    await assert.rejects(selectFormat(output, { view, terminal: false }), (error) => {
      assert.ok(error instanceof OsctlError);
      assert.equal(error.kind, "usage");
      if (message !== undefined) assert.equal(error.message, message);
      if (hint !== undefined) assert.equal(error.hint, hint);
      return true;
    });
  }
  await assert.rejects(selectFormat("name", { view: { fields, name: null }, terminal: false }), {
    message: "rows of this command have no name",
  });
});

Deno.test("local rows have no node, unless it is a field of their own", async () => {
  const local: View<Service> = { ...view, local: true };
  const rows = ROWS.slice(0, 1);
  await assert.rejects(printed("json=node", { shown: local, rows }), /unknown field "node"/);
  const own: View<Service> = { ...local, fields: { id: ({ id }) => id, node: () => "pattern" } };
  assert.equal(
    await printed("json", { shown: own, rows }),
    '[\n  {"id":"etcd","node":"pattern"}\n]\n',
  );
  assert.equal(await printed("jsonpath={.node}", { shown: own, rows }), "pattern\n");
});
