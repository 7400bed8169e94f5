import assert from "node:assert/strict";
import { clipText } from "../../../../lib/output/screen/char_width.ts";
import { charWidth } from "../../../../lib/output/screen/char_width.ts";
import { Frame } from "../../../../lib/output/screen/frame.ts";

const SIZE = { columns: 10, rows: 3 };

Deno.test("text is written to cells and clipped at the edges", () => {
  const frame = new Frame(SIZE);
  assert.equal(frame.text(0, 0, "title"), 5);
  frame.text(6, 1, "too long for it");
  frame.text(-2, 2, "cut");
  frame.text(0, 3, "below");
  frame.text(0, -1, "above");
  frame.text(20, 0, "beside");
  assert.equal(frame.toString(), "title\n      too\nt");
});

Deno.test("wide characters take two cells, combining marks none, controls are escaped", () => {
  const frame = new Frame(SIZE);
  assert.equal(frame.text(0, 0, "日本x"), 5);
  assert.equal(frame.text(0, 1, "e\u0301!"), 2);
  frame.text(9, 1, "日");
  frame.text(0, 2, "\x1b[2J");
  assert.equal(frame.toString(), "日本x\ne\u0301!\n\\x1b[2J");
  for (const [char, width] of [["a", 1], ["é", 1], ["語", 2], ["😀", 2], ["\u0301", 0]] as const) {
    assert.equal(charWidth(char), width, char);
  }
});

Deno.test("the first frame clears the screen and writes all non-blank cells", () => {
  const frame = new Frame(SIZE);
  frame.text(2, 1, "ab", "1");
  assert.equal(frame.changes(undefined), "\x1b[0m\x1b[2J\x1b[2;3H\x1b[0;1mab\x1b[0m");
});

Deno.test("later frames write only changed cells", () => {
  const before = new Frame(SIZE);
  before.text(0, 0, "cpu 12 %");
  before.text(0, 2, "same");
  const after = new Frame(SIZE);
  after.text(0, 0, "cpu 34 %");
  after.text(0, 2, "same");
  assert.equal(after.changes(before), "\x1b[1;5H34");
  assert.equal(after.changes(after), "");
  const styled = new Frame(SIZE);
  styled.text(0, 0, "cpu 34 %");
  styled.text(0, 2, "same", "31");
  assert.equal(styled.changes(after), "\x1b[3;1H\x1b[0;31msame\x1b[0m");
  assert.equal(after.changes(styled), "\x1b[3;1Hsame");
});

Deno.test("removed text is blanked, a wide character is redrawn whole", () => {
  const before = new Frame(SIZE);
  before.text(0, 0, "日x");
  const after = new Frame(SIZE);
  assert.equal(after.changes(before), "\x1b[1;1H   ");
  const other = new Frame(SIZE);
  other.text(0, 0, "日x", "1");
  assert.equal(other.changes(before), "\x1b[1;1H\x1b[0;1m日\x1b[1;3Hx\x1b[0m");
});

Deno.test("half of a wide character, marks and unknown widths do not shift a row", () => {
  const frame = new Frame(SIZE);
  frame.text(0, 0, "日本");
  frame.text(1, 0, "x");
  assert.equal(frame.toString(), " x本\n\n");
  frame.text(2, 0, "y");
  assert.equal(frame.toString(), " xy\n\n");
  frame.text(0, 1, "日本", "", 3);
  assert.equal(frame.toString(), " xy\n日\n");
  frame.text(0, 2, `a${"\u0301".repeat(100)}b`);
  assert.equal(frame.toString().split("\n")[2], `a${"\u0301".repeat(4)}b`);
  // The next position does not depend on the width in the terminal.
  assert.equal(
    frame.changes(new Frame(SIZE)).split("\x1b[3;1H")[1],
    `a${"\u0301".repeat(4)}\x1b[3;2Hb`,
  );
});

Deno.test("texts are clipped by cells", () => {
  assert.equal(clipText("abc", 3), "abc");
  assert.equal(clipText("abcd", 3), "ab…");
  assert.equal(clipText("日本語", 5), "日本…");
  assert.equal(clipText("日本語", 4), "日…");
  assert.equal(clipText("x", 0), "");
});

Deno.test("a new size redraws the screen", () => {
  const before = new Frame(SIZE);
  before.text(0, 0, "x");
  const after = new Frame({ columns: 12, rows: 3 });
  after.text(0, 0, "x");
  assert.equal(after.changes(before), "\x1b[0m\x1b[2J\x1b[1;1Hx");
});
