/** Texts of patches. `machineconfig patch` of talosctl v1.8.0-alpha.2 accepts those that are accepted here. */
import { deepEqual, equal, throws } from "node:assert/strict";
import { readPatch } from "../../../../lib/machineconfig/patch/mod.ts";
import { OsctlError } from "../../../../lib/errors.ts";
import { schemaRelease } from "../../../../lib/machineconfig/schema/releases.ts";

const read = (text: string) =>
  readPatch(text, { name: "patch.yaml", release: schemaRelease("v1.8") });

const OPERATION = '{"op":"add","path":"/machine/sysctls","value":{"a":"b"}}';

Deno.test("readPatch() accepts a document start, a byte order mark and CRLF", () => {
  for (
    const text of [
      "---\nmachine: {sysctls: {a: b}}",
      "--- # comment\nmachine: {sysctls: {a: b}}\n",
      "# comment\n---\nmachine: {sysctls: {a: b}}\n...\n",
      "\ufeff---\nmachine: {sysctls: {a: b}}",
      "---\r\nmachine:\r\n  sysctls:\r\n    a: b\r\n",
    ]
  ) equal(read(text).form, "strategic", JSON.stringify(text));
  for (
    const text of [
      `---\n[${OPERATION}]`,
      `---\n[\n\t${OPERATION}\n]\n`,
      `[${OPERATION}]\n---\n`,
      `---\n- ${OPERATION}\n---\n---\n`,
    ]
  ) {
    const patch = read(text);
    deepEqual(patch.form === "json" && patch.operations.map(({ path }) => path), [
      "/machine/sysctls",
    ], JSON.stringify(text));
  }
});

Deno.test("readPatch() accepts line and paragraph separators in quoted values", () => {
  for (const separator of ["\u2028", "\u2029"]) {
    for (
      const text of [
        `---\nmachine: {sysctls: {a: "b${separator}c"}}`,
        `machine:\n  sysctls:\n    a: 'b${separator}c'\n`,
        `[${OPERATION.replace('"b"', `"b${separator}c"`)}]`,
        `---\n- op: add\n  path: /machine/sysctls\n  value: {a: "b${separator}c"}\n`,
      ]
    ) {
      const patch = read(text);
      const data = patch.form === "json" ? patch.operations[0]!.value : patch.documents[0]!.data;
      const json = JSON.stringify(
        data,
        (_, value) => typeof value === "bigint" ? `${value}` : value,
      );
      equal(json.includes(`"b${separator}c"`), true, json);
    }
  }
});

Deno.test("readPatch() rejects further documents after a list, with their position", () => {
  for (const rest of ["scalar", "machine: {}", `[${OPERATION}]`]) {
    throws(
      () => read(`[${OPERATION}]\n---\n${rest}\n`),
      new OsctlError("input", "patch.yaml:3:1: a JSON patch is a single document", {
        hint: "use a flag for each patch",
      }),
    );
  }
});

Deno.test("readPatch() reports a position in patches of 10 MB of any form", () => {
  const long = "a".repeat(10_000_000);
  for (
    const text of [
      `[]\n${long}`,
      `["${long}"]\nscalar\n`,
      `['${long}']\nscalar\n`,
      `["${"\\n".repeat(2_000_000)}"]\nscalar\n`,
      `- ${long}\nscalar\n`,
      `- op: add\n  path: /a\n  value: "${"a ".repeat(5_000_000)}"\nscalar`,
      `[${"1,".repeat(120_000)}1]\nscalar\n`,
      `[${`${OPERATION},`.repeat(150_000)}{}]\nscalar\n`,
      `[]\n${"# comment\n".repeat(1_000_000)}scalar`,
      `[]\n- |\n${"  line\n".repeat(1_500_000)}]`,
    ]
  ) {
    throws(() => read(text), (error) => {
      const { message } = error as Error;
      const shown = `${text.slice(0, 20)}: ${message.slice(0, 200)}`;
      equal(error instanceof OsctlError && /^patch\.yaml:\d+:\d+: /.test(message), true, shown);
      return true;
    });
  }
});
