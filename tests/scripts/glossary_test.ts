import assert from "node:assert/strict";
import { violationsIn } from "../../scripts/glossary.ts";

Deno.test("violationsIn() reports words of the glossary in prose and in names", () => {
  assert.deepEqual(
    violationsIn("a.ts", "const x = 1;\n/** Greets somebody. */\nclass EventBook {}"),
    [
      'a.ts:2: "somebody": use "the subject of the sentence, or the passive voice"',
      'a.ts:2: "Greets": use "connection preface, sendPreface"',
      'a.ts:3: "Event Book": use "event log, service registry"',
    ],
  );
});

Deno.test("violationsIn() applies stricter rules to texts of users", () => {
  const line = "the port is the one of the node";
  assert.deepEqual(violationsIn("docs/usage.md", line), [
    'docs/usage.md:1: "the one of": use "the noun, or a possessive"',
  ]);
  assert.deepEqual(violationsIn("docs/internals/wire.md", line), []);
  assert.deepEqual(violationsIn("docs/usage.md", "It sees that often."), []);
});

Deno.test("violationsIn() accepts standard terms", () => {
  for (
    const line of [
      "const history = new History();",
      "/** Returns the original error. */",
      "Math.floor(x / 2)",
      "every node; any client; no server",
      "The event log is passed to the handler",
    ]
  ) assert.deepEqual(violationsIn("a.ts", line), [], line);
});
