import assert from "node:assert/strict";
import { countCodePoints, escapeControls, escapeTerminalLine } from "../../../lib/output/text.ts";

Deno.test("escapeControls() returns text of any script unchanged", () => {
  for (const text of ["", "hosts", "a b", "日本語", "😀", "é", "back\\slash", '"quoted"']) {
    assert.equal(escapeControls(text), text);
  }
});

Deno.test("escapeControls() escapes line breaks and control characters", () => {
  for (
    const [text, expected] of [
      ["a\nb", "a\\nb"],
      ["a\tb\r", "a\\tb\\r"],
      ["\x1b[2J", "\\x1b[2J"],
      ["\x1b]0;title\x07", "\\x1b]0;title\\x07"],
      ["\0", "\\x00"],
      ["\x7f", "\\x7f"],
      ["\x9b31m", "\\x9b31m"],
      ["\u2028\u2029", "\\u2028\\u2029"],
      ["invoice\u202efdp.exe", "invoice\\u202efdp.exe"],
      ["\u2066\u2069\u200e\u200f\u061c", "\\u2066\\u2069\\u200e\\u200f\\u061c"],
    ] as const
  ) {
    assert.equal(escapeControls(text), expected);
  }
});

Deno.test("escapeTerminalLine() keeps tabs and colours and escapes other control sequences", () => {
  assert.equal(escapeTerminalLine("a\tb"), "a\tb");
  assert.equal(escapeTerminalLine("\x1b[1;31mred\x1b[0m \x1b[m"), "\x1b[1;31mred\x1b[0m \x1b[m");
  assert.equal(escapeTerminalLine("\x1b[2Jgone"), "\\x1b[2Jgone");
  assert.equal(escapeTerminalLine("\x1b]52;c;aGk=\x07"), "\\x1b]52;c;aGk=\\x07");
  assert.equal(escapeTerminalLine("over\rwritten\x08"), "over\\rwritten\\x08");
  assert.equal(escapeTerminalLine("\u202eabc"), "\\u202eabc");
});

Deno.test("countCodePoints() counts code points and not UTF-16 units", () => {
  for (const text of ["", "abc", "é", "日本語", "😀x", "a😀😀", "\ud800", "x\udc00"]) {
    assert.equal(countCodePoints(text), [...text].length, JSON.stringify(text));
  }
});
