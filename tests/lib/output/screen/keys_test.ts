import assert from "node:assert/strict";
import { KeySplitter } from "../../../../lib/output/screen/keys.ts";

/** Returns the keys of several chunks. */
function keys(...chunks: string[]): string[] {
  const splitter = new KeySplitter();
  return chunks.flatMap((chunk) => splitter.push(new TextEncoder().encode(chunk)));
}

Deno.test("characters, controls and sequences are keys, several in one chunk too", () => {
  assert.deepEqual(keys("qr\x03\r\t\x7f "), ["q", "r", "ctrl-c", "enter", "tab", "backspace", " "]);
  assert.deepEqual(keys("\x1b[A\x1b[B\x1bOC\x1b[Dx"), ["up", "down", "right", "left", "x"]);
  assert.deepEqual(keys("\x1b[5~\x1b[6~\x1b[H\x1bOF\x1b[3~"), [
    ...["page-up", "page-down", "home", "end", "delete"],
  ]);
});

Deno.test("a sequence or a character may span chunks", () => {
  assert.deepEqual(keys("\x1b[", "A", "\x1b[6", "~q"), ["up", "page-down", "q"]);
  const splitter = new KeySplitter();
  const [first, ...rest] = new TextEncoder().encode("é");
  assert.deepEqual(splitter.push(new Uint8Array([first!])), []);
  assert.deepEqual(splitter.push(new Uint8Array(rest)), ["é"]);
});

Deno.test("a lone ESC is a key; unknown sequences are ignored", () => {
  assert.deepEqual(keys("\x1b", "q"), ["escape", "q"]);
  assert.deepEqual(keys("\x1b[99~q\x1b[<0;1;1Mx"), ["q", "x"]);
  // Responses of the terminal: its version, its background colour, its name.
  assert.deepEqual(keys("\x1b[>0;276;0cq"), ["q"]);
  assert.deepEqual(keys("\x1b]11;rgb:1e1e/1e1e/1e1e\x07q\x1b]11;rgb:0/0/0\x1b\\x"), ["q", "x"]);
  assert.deepEqual(keys("\x1bP>|tmux 3.5a\x1b\\q"), ["q"]);
});

Deno.test("a pasted text is one key, and the end of it may be missing", () => {
  assert.deepEqual(keys("a\x1b[200~q\r1\x1b[201~b"), ["a", "paste:q\r1", "b"]);
  assert.deepEqual(keys("\x1b[200~a", "b\x1b[20", "1~", "q"), ["paste:ab", "q"]);
  assert.deepEqual(keys("\x1b[200~", "x".repeat(9000), "\x1b[201~q"), [
    `paste:${"x".repeat(4096)}`,
    "q",
  ]);
  assert.deepEqual(keys("\x1b[200~abc", "\x03", "q"), ["ctrl-c", "q"]);
});

Deno.test("the mouse wheel and function keys of the Linux console are keys", () => {
  const keys = (text: string) => new KeySplitter().push(new TextEncoder().encode(text));
  assert.deepEqual(keys("\x1b[<64;10;5M\x1b[<65;1;1M\x1b[<0;3;4M\x1b[<0;3;4mx"), [
    ...["wheel-up", "wheel-down", "x"],
  ]);
  assert.deepEqual(keys("\x1b[[A\x1b[[B\x1bOP\x1b[12~"), ["f1", "f2", "f1", "f2"]);
});
