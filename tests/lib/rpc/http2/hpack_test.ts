import assert from "node:assert/strict";
import { Http2Error } from "../../../../lib/rpc/http2/errors.ts";
import { decodeHuffman } from "../../../../lib/rpc/http2/huffman.ts";
import { encodeHeaders, HeaderDecoder, type HeaderField } from "../../../../lib/rpc/http2/hpack.ts";

const LIMIT = 10_000;
const hex = (text: string) => Uint8Array.fromHex(text.replaceAll(" ", ""));

Deno.test("headers decode as in RFC 7541, appendix C.4: Huffman code and dynamic table", () => {
  const decoder = new HeaderDecoder();
  const common: HeaderField[] = [[":method", "GET"], [":scheme", "http"], [":path", "/"]];
  assert.deepEqual(decoder.decode(hex("8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff"), LIMIT), [
    ...common,
    [":authority", "www.example.com"],
  ]);
  assert.deepEqual(decoder.decode(hex("8286 84be 5886 a8eb 1064 9cbf"), LIMIT), [
    ...common,
    [":authority", "www.example.com"],
    ["cache-control", "no-cache"],
  ]);
  const third = hex("8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf");
  assert.deepEqual(decoder.decode(third, LIMIT), [
    [":method", "GET"],
    [":scheme", "https"],
    [":path", "/index.html"],
    [":authority", "www.example.com"],
    ["custom-key", "custom-value"],
  ]);
});

Deno.test("encoded headers decode to the same fields, repeated names and long values included", () => {
  const fields: HeaderField[] = [
    [":status", "200"],
    ["content-type", "application/grpc"],
    ["nodes", "10.0.0.2"],
    ["nodes", "10.0.0.3"],
    ["nodes", ""],
    ["authorization", "Basic abc"],
    ["long", "x".repeat(5000)],
  ];
  assert.deepEqual(new HeaderDecoder().decode(encodeHeaders(fields), LIMIT), fields);
});

/** The bytes 0 to 255 in Huffman code, encoded by golang.org/x/net/http2/hpack. */
const ALL_BYTES = hex(
  "ffc7fffd8fffffe2fffffe3fffffe4fffffe5fffffe6fffffe7fffffe8ffffeafffffff3fffffa7fffffabff" +
    "ffffdfffffebfffffecfffffedfffffeefffffefffffff0ffffff1ffffff2fffffffbfffffcffffffd3fffff" +
    "d7fffffdbfffffdffffffe3fffffe7fffffebfffffed4fe3f9ffaffcabf1febfafefe7fdfd2cbb00089969b7" +
    "1d79fb9f7fff20ffbff3ff50ddbd7f061c58f265cd9f469d5af66dddbf871e5f9cff7ff7fffc3ff9ffe45fff" +
    "4719242cb34e6e9d68a6a3d7dac426defe3cfaf7fffbfe7ffbffdffffffcfffe6ffff4bfff9ffffa3fffd3ff" +
    "ff53fffd5ffffb3fffeb7fffdaffffb7ffff73fffeeffffdeffffebffffbfffffd9ffffdbfffebffffe0ffff" +
    "eeffffc3ffff8bffff1ffffe4fffee7fffb1ffff97fffd9ffffcdffff9fffffbffffdafffeeffff4ffffb7ff" +
    "fee7fffe8ffffd3fffdeffffd5fffeeffffbdffffe1fffdfffff7fffff5ffffecffff07fff87fffe0ffff17f" +
    "ffedffff87ffff77fffeffffeaffff8bfffe3ffff93ffff87fffcbffff37ffff1fffff83ffffe1fffebfffe3" +
    "ffff3fffff2ffffa3ffffd9fffff17ffffc7fffff27ffffdefffffbffffff2fffff8fffffb7fff97fff8ffff" +
    "fe6fffffc1fffff87ffffe7fffffc5ffffe5fffe4ffff2fffffd1fffff4ffffffefffffe3fffffc9fffff97f" +
    "ffb3ffffcffffb7fffcdffff4ffff9ffffd1ffffcffffeaffffafffffddffffeffffff4fffff5fffffabffff" +
    "a7ffffd7fffff9bffffecfffffb7fffff3fffffe8fffffd3fffffabfffff5fffffff7ffffecfffffdbfffffb" +
    "bfffff7ffffff0fffffbbf",
);

Deno.test("every byte decodes from the Huffman code of golang.org/x/net", () => {
  const expected = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join("");
  assert.equal(decodeHuffman(ALL_BYTES), expected);
});

Deno.test("an evicted entry cannot be referenced", () => {
  const decoder = new HeaderDecoder();
  decoder.decode(hex("4001 61 01 62"), LIMIT);
  assert.deepEqual(decoder.decode(hex("be"), LIMIT), [["a", "b"]]);
  decoder.decode(hex("20"), LIMIT);
  assert.throws(() => decoder.decode(hex("be"), LIMIT), /invalid header index 62/);
});

Deno.test("malformed header blocks are rejected", () => {
  const cases: [string, RegExp][] = [
    ["80", /index 0/],
    ["ff ff ff ff ff ff", /too large/],
    ["40 05 61", /truncated/],
    ["40", /truncated/],
    ["3f e1 ff 03", /above the limit/],
    ["40 81 00 01 61", /padding/],
    ["40 84 ff ff ff ff 01 61", /Huffman|padding/],
  ];
  for (const [block, reason] of cases) {
    assert.throws(
      () => new HeaderDecoder().decode(hex(block), LIMIT),
      (error) => error instanceof Http2Error && reason.test(error.message),
      block,
    );
  }
});

Deno.test("a header list above the limit is dropped, and its table entries are kept", () => {
  const decoder = new HeaderDecoder();
  const entry = hex("4001 61 01 62");
  const block = encodeHeaders([["a", "x".repeat(LIMIT)]]);
  assert.equal(decoder.decode(Uint8Array.from([...block, ...entry]), LIMIT), undefined);
  assert.deepEqual(decoder.decode(hex("be"), LIMIT), [["a", "b"]]);
});
