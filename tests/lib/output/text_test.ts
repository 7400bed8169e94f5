import assert from "node:assert/strict";
import {
  countCodePoints,
  escapeControls,
  escapeLogLine,
  escapeTerminalLine,
  escapeTerminalText,
  oneLine,
} from "../../../lib/output/text.ts";

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

Deno.test("escapeTerminalLine() keeps tabs and escapes control sequences", () => {
  assert.equal(escapeTerminalLine("a\tb"), "a\tb");
  assert.equal(escapeTerminalLine("\x1b[31mred"), "\\x1b[31mred");
  assert.equal(escapeTerminalText("a\n\u2028b\r\n"), "a\n\\u2028b\\r\n");
});

Deno.test("oneLine() replaces line breaks and escapes as escapeControls()", () => {
  assert.equal(oneLine(" a\r\n  b\tc\x1b[31md\u061c\n"), "a b c\\x1b[31md\\u061c");
});

Deno.test("escapeLogLine() keeps tabs and colours and escapes other control sequences", () => {
  for (
    const [line, expected] of [
      ["a\tb", "a\tb"],
      ["\x1b[1;31mred\x1b[0m \x1b[m", "\x1b[1;31mred\x1b[0m \x1b[m"],
      ["\x1b[2Jgone", "\\x1b[2Jgone"],
      ["\x1b]52;c;aGk=\x07", "\\x1b]52;c;aGk=\\x07"],
      ["over\rwritten\x08", "over\\rwritten\\x08"],
      ["\u202eabc", "\\u202eabc"],
      ["\x1bc\x9b8m", "\\x1bc\\x9b8m"],
    ] as const
  ) assert.equal(escapeLogLine(line, true), expected);
});

Deno.test("escapeLogLine() ends colours with the line and shows concealed text", () => {
  for (
    const [line, expected] of [
      ["\x1b[31mred", "\x1b[31mred\x1b[0m"],
      ["\x1b[31mred\x1b[39m", "\x1b[31mred\x1b[39m\x1b[0m"],
      ["\x1b[0;1mbold", "\x1b[0;1mbold\x1b[0m"],
      ["\x1b[1;0mplain", "\x1b[1;0mplain"],
      ["\x1b[8mhidden", "hidden"],
      ["\x1b[08mhidden", "hidden"],
      ["\x1b[8:1mhidden", "hidden"],
      ["\x1b[31;8;1mhidden", "\x1b[31;1mhidden\x1b[0m"],
      ["\x1b[38;5;8mgrey\x1b[m", "\x1b[38;5;8mgrey\x1b[m"],
      ["\x1b[38;2;90;90;90mgrey\x1b[m", "\x1b[38;2;90;90;90mgrey\x1b[m"],
      ["\x1b[38:5:8mgrey\x1b[m", "\x1b[38:5:8mgrey\x1b[m"],
      ["\x1b[38;8mhidden", "hidden"],
      ["\x1b[38;2;1;8mhidden", "hidden"],
    ] as const
  ) assert.equal(escapeLogLine(line, true), expected, JSON.stringify(line));
});

Deno.test("escapeLogLine() removes colours that hide text on some background", () => {
  const hidden = [
    ...["30", "37", "97", "40", "47", "107", "30;40", "48;5;1", "48;2;8;8;8", "48:2::8:8:8"],
    ...["38;5;0", "38;5;7", "38;5;15", "38;5;16", "38;5;231", "38;5;232", "38;5;255", "38;5;256"],
    ...["38;2;0;0;0", "38;2;1;2;3", "38;2;255;255;255", "38:2::0:0:0", "38:2:0:0:0", "38:5:16"],
    ...[
      "38;2;255;255;0",
      "38;5;",
      "38",
      "38:5",
      "38:3:1:1:1",
      "11",
      "20",
      "51",
      "58;5;1",
    ],
  ];
  for (const parameters of hidden) {
    assert.equal(escapeLogLine(`\x1b[${parameters}mtext`, true), "text", parameters);
  }
  const shown = [
    ...["31", "36", "90", "96", "2", "7", "4:3", "38;5;1", "38;5;8", "38;5;14", "38;5;27"],
    ...["38;5;208", "38;5;244", "38;2;255;0;0", "38:2::0:128:0", "38:2:0:128:0", "01;031"],
  ];
  for (const parameters of shown) {
    const line = `\x1b[${parameters}mtext\x1b[m`;
    assert.equal(escapeLogLine(line, true), line, parameters);
  }
  assert.equal(escapeLogLine("\x1b[1;48;5;0;31mred", true), "\x1b[1;31mred\x1b[0m");
});

Deno.test("escapeLogLine() removes colours without `colour`", () => {
  assert.equal(escapeLogLine("\x1b[1;31mred\x1b[0m \x1b[2J\t", false), "red \\x1b[2J\t");
});

Deno.test("countCodePoints() counts code points and not UTF-16 units", () => {
  for (const text of ["", "abc", "é", "日本語", "😀x", "a😀😀", "\ud800", "x\udc00"]) {
    assert.equal(countCodePoints(text), [...text].length, JSON.stringify(text));
  }
});

Deno.test("oneLine() takes linear time for long white space", () => {
  const blank = " ".repeat(5_000_000);
  assert.equal(oneLine(`a${blank}b`).length, blank.length + 2);
  assert.equal(oneLine(`a\n${blank}\n\n${blank}b`), "a b");
});
