import assert from "node:assert/strict";
import {
  integer,
  namedBits,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  text,
  time,
} from "../../../lib/pki/der_writer.ts";

const hex = (bytes: Uint8Array) => bytes.toHex();
const bytes = (digits: string) => Uint8Array.fromHex(digits);

Deno.test("lengths have the minimal form", () => {
  assert.equal(hex(octetString(new Uint8Array(0))), "0400");
  assert.equal(hex(octetString(new Uint8Array(127))).slice(0, 4), "047f");
  assert.equal(hex(octetString(new Uint8Array(128))).slice(0, 6), "048180");
  assert.equal(hex(octetString(new Uint8Array(256))).slice(0, 8), "04820100");
  assert.equal(hex(octetString(new Uint8Array(65536))).slice(0, 10), "0483010000");
});

Deno.test("integers are minimal and positive", () => {
  assert.equal(hex(integer(bytes("00000001"))), "020101");
  assert.equal(hex(integer(bytes("80"))), "02020080");
  assert.equal(hex(integer(bytes("0080"))), "02020080");
  assert.equal(hex(integer(bytes("0000"))), "020100");
  assert.equal(hex(integer(new Uint8Array(0))), "020100");
});

Deno.test("a serial number with its top bit set takes 17 bytes", () => {
  assert.equal(hex(integer(bytes("ff".repeat(16)))), `021100${"ff".repeat(16)}`);
});

Deno.test("an object identifier packs its arcs into groups of seven bits", () => {
  assert.equal(hex(objectIdentifier("1.3.101.112")), "06032b6570");
  assert.equal(hex(objectIdentifier("1.2.840.113549.1.9.14")), "06092a864886f70d01090e");
  assert.equal(hex(objectIdentifier("2.5.29.37")), "0603551d25");
});

Deno.test("named bits have no trailing zeros", () => {
  assert.equal(hex(namedBits([0])), "03020780");
  assert.equal(hex(namedBits([0, 5])), "03020284");
  assert.equal(hex(namedBits([8])), "0303070080");
});

Deno.test("a set is sorted by encodings, shorter values first", () => {
  const set = setOf(text("ccc"), text("b"), text("a"), text("dd"));
  assert.equal(hex(set), hex(setOf(text("a"), text("b"), text("dd"), text("ccc"))));
  assert.equal(
    hex(set).slice(4),
    hex(sequence(text("a"), text("b"), text("dd"), text("ccc"))).slice(4),
  );
});

Deno.test("text is a PrintableString where its alphabet allows, else a UTF8String", () => {
  for (const printable of ["os:admin", "Acme (EU), Inc. 'x'+-./:=?", ""]) {
    assert.equal(text(printable)[0], 0x13, printable);
  }
  for (const other of ["größe", "a@b", "a*b", "a&b", "a_b", "a\u0000b"]) {
    assert.equal(text(other)[0], 0x0c, other);
  }
});

Deno.test("a time is a UTCTime up to 2049 and a GeneralizedTime after", () => {
  const written = (moment: number) => new TextDecoder().decode(time(moment).subarray(2));
  const last = Date.UTC(2049, 11, 31, 23, 59, 59);
  assert.deepEqual([time(last)[0], written(last)], [0x17, "491231235959Z"]);
  assert.deepEqual([time(last + 1000)[0], written(last + 1000)], [0x18, "20500101000000Z"]);
  assert.equal(written(last + 999), "491231235959Z", "fractions of a second are cut");
});
