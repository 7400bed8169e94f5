import assert from "node:assert/strict";
import { createColours, hasColour } from "../../../lib/output/colour.ts";

function facts(terminal: boolean, env: Record<string, string> = {}) {
  return {
    env: { get: (name: string) => env[name] },
    terminal: { isTerminal: (stream: string) => terminal && stream === "stdout" },
  };
}

Deno.test("colours are enabled on terminals only, unless NO_COLOR or TERM=dumb disables them", () => {
  assert.equal(hasColour(facts(true)), true);
  assert.equal(hasColour(facts(true), "stderr"), false);
  assert.equal(hasColour(facts(false)), false);
  assert.equal(hasColour(facts(true, { NO_COLOR: "1" })), false);
  assert.equal(hasColour(facts(true, { NO_COLOR: "" })), true);
  assert.equal(hasColour(facts(true, { TERM: "dumb" })), false);
});

Deno.test("colours wrap non-empty text only", () => {
  const on = createColours(facts(true));
  assert.equal(on.enabled, true);
  assert.equal(on.bold("x"), "\x1b[1mx\x1b[22m");
  assert.equal(on.red("x"), "\x1b[31mx\x1b[39m");
  assert.equal(on.green(""), "");
  const off = createColours(facts(false));
  for (const paint of [off.bold, off.dim, off.red, off.green, off.yellow]) {
    assert.equal(paint("x"), "x");
  }
});
