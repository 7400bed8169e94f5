import { strictEqual, throws } from "node:assert/strict";
import {
  createDraft,
  createEntry,
  type DraftDocument,
  ExpansionError,
  parseYaml,
  type SourceMap,
  writeDraft,
} from "../../../lib/yaml/mod.ts";

function draft(text: string): DraftDocument {
  return createDraft(text, parseYaml(text).documents[0]?.root as SourceMap | undefined);
}

Deno.test("a draft is written with four spaces of indentation, comments and scalar styles", () => {
  strictEqual(
    writeDraft(draft(
      "# head\r\n\r\n# about a\r\na: 'x'   # one\r\nb:\r\n  # c\r\n  c: [1, {d: e}]\r\n# tail\r\n",
    )),
    "# head\n\n# about a\na: 'x' # one\nb:\n    # c\n    c: [ 1, { d: e } ]\n# tail\n",
  );
});

Deno.test("a draft expands aliases and merge keys, also in braces", () => {
  strictEqual(
    writeDraft(draft("a: &a\n  b: x, y\nc: {<<: *a, d: *a}\n")),
    "a:\n    b: x, y\nc:\n    d:\n        b: x, y\n    b: x, y\n",
  );
});

Deno.test("a draft omits blank lines after a block scalar", () => {
  const text = writeDraft(draft("a: |+\n  x\n\nb: 1\n\n\nc: 2\n"));
  strictEqual(text, "a: |+\n    x\n\nb: 1\n\nc: 2\n");
});

Deno.test("an empty draft accepts entries", () => {
  const document = draft("# only this\n");
  document.root.entries.push(createEntry("a", { b: ["c"] }));
  strictEqual(writeDraft(document), "# only this\n\na:\n    b:\n        - c\n");
});

Deno.test("a draft reports the position of aliases that repeat a million characters", () => {
  const text = `a: &a ${"x".repeat(400_000)}\nb: [*a, *a, *a]\n`;
  throws(() => draft(text), (error) => {
    strictEqual(error instanceof ExpansionError && error.problem.offset, text.indexOf(" *a]") + 1);
    return true;
  });
});

Deno.test("a draft retains Unicode spaces at the ends of keys and values", () => {
  const text = "a:\n    - \u3000b: c\u3000\nd: !!str e\u2003\n";
  strictEqual(writeDraft(draft(text)), text);
});
