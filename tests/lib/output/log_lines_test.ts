import assert from "node:assert/strict";
import { type LogLineOptions, LogLines } from "../../../lib/output/log_lines.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (data: Uint8Array) => new TextDecoder().decode(data);

/** Returns the output for chunks of [node, text], and the output of end(). */
function printed(
  pieces: readonly (readonly [string, string])[],
  look: LogLineOptions = { terminal: false },
): [string, string] {
  const lines = new LogLines(look);
  return [
    pieces.map(([node, piece]) => text(lines.push(node, bytes(piece)))).join(""),
    text(lines.end()),
  ];
}

Deno.test("every line is prefixed with its node", () => {
  assert.deepEqual(printed([["n", "one\ntwo\n"]]), ["n: one\nn: two\n", ""]);
});

Deno.test("incomplete lines are buffered, so that nodes never interleave", () => {
  assert.deepEqual(
    printed([["a", "hel"], ["b", "wor"], ["a", "lo\nne"], ["b", "ld\n"], ["a", "xt\n"]]),
    ["a: hello\nb: world\na: next\n", ""],
  );
});

Deno.test("an incomplete last line is printed at the end", () => {
  assert.deepEqual(printed([["a", "x\nrest"], ["b", "more"]]), ["a: x\n", "a: rest\nb: more\n"]);
});

Deno.test("trailing carriage returns are removed, also across chunks", () => {
  assert.deepEqual(printed([["n", "a\r\nb\r"], ["n", "\nc\rd\n\r\n"], ["n", "e\r"]]), [
    "n: a\nn: b\nn: c\rd\nn: \n",
    "n: e\n",
  ]);
});

Deno.test("empty lines are kept, empty chunks ignored", () => {
  assert.deepEqual(printed([["n", "\n\n"], ["n", ""]]), ["n: \nn: \n", ""]);
});

Deno.test("a line of several megabytes in small chunks is printed whole", () => {
  const lines = new LogLines({ terminal: false });
  let length = 0;
  for (let index = 0; index < 4096; index++) {
    length += lines.push("n", bytes("x".repeat(1024))).length;
  }
  assert.equal(length, 0);
  const out = lines.push("n", bytes("\nnext\n"));
  assert.equal(out.length, "n: \n".length + 4096 * 1024 + "n: next\n".length);
  assert.ok(text(out).endsWith("x\nn: next\n"));
});

Deno.test("a line beyond the limit is emitted in parts with one prefix and one line feed", () => {
  assert.deepEqual(
    printed([["n", "12345"], ["n", "67"], ["n", "8\nnext\nunfinished"]], {
      terminal: false,
      maxBytes: 4,
    }),
    ["n: 12345678\nn: next\nn: unfinished", "\n"],
  );
});

Deno.test("invalid UTF-8 passes unchanged to a pipe", () => {
  const lines = new LogLines({ terminal: false });
  const out = lines.push("n", new Uint8Array([0xff, 0x1b, 0x00, 10]));
  assert.deepEqual([...out], [110, 58, 32, 0xff, 0x1b, 0x00, 10]);
});

Deno.test("on a terminal colours pass and other control sequences are escaped", () => {
  assert.deepEqual(printed([["n", "\x1b[31mred\x1b[0m\t\x1b[2J\x07\n"]], { terminal: true }), [
    "n: \x1b[31mred\x1b[0m\t\\x1b[2J\\x07\n",
    "",
  ]);
});

Deno.test("a character split across chunks is decoded on a terminal", () => {
  const lines = new LogLines({ terminal: true });
  const [first, ...rest] = bytes("é\n");
  lines.push("n", new Uint8Array([first!]));
  assert.equal(text(lines.push("n", new Uint8Array(rest))), "n: é\n");
});

Deno.test("a chunk that completes no line allocates nothing for the line before it", () => {
  const lines = new LogLines({ terminal: false });
  lines.push("n", bytes("x".repeat(1_000_000)));
  assert.equal(lines.push("n", bytes("y")).buffer.byteLength, 0);
  assert.ok(text(lines.push("n", bytes("\n"))).endsWith("xy\n"));
});
