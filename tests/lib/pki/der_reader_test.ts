import assert from "node:assert/strict";
import {
  DerError,
  readAll,
  readBitString,
  readChildren,
  readObjectIdentifier,
  readSingle,
  readTime,
  TAG,
} from "../../../lib/pki/der_reader.ts";
import { der, objectIdentifier, octetString, sequence, time } from "../../../lib/pki/der_writer.ts";

Deno.test("consecutive elements are read with content and encoding", () => {
  const first = octetString(new Uint8Array(200));
  const second = sequence(objectIdentifier("2.5.4.10"));
  const [one, two] = readAll(new Uint8Array([...first, ...second]));
  assert.equal(one!.content.length, 200);
  assert.deepEqual(one!.whole, first);
  assert.equal(readObjectIdentifier(readChildren(two, TAG.sequence)[0]), "2.5.4.10");
});

Deno.test("object identifiers round-trip", () => {
  for (const oid of ["0.9.2342", "1.3.101.112", "2.5.4.10", "2.100.3", "1.2.840.113549.1.1.13"]) {
    assert.equal(readObjectIdentifier(readAll(objectIdentifier(oid))[0]), oid);
  }
});

Deno.test("times round-trip, as UTCTime and GeneralizedTime", () => {
  for (const year of [1951, 1999, 2000, 2049, 2050, 9999]) {
    const moment = Date.UTC(year, 1, 3, 4, 5, 6);
    assert.equal(readTime(readAll(time(moment))[0]), moment);
  }
});

Deno.test("truncated, mistyped and trailing data is a DerError", () => {
  const bytes = (digits: string) => Uint8Array.fromHex(digits);
  const bad: (() => unknown)[] = [
    () => readAll(bytes("30")),
    () => readAll(bytes("3005aa")),
    () => readAll(bytes("3080")),
    () => readAll(bytes("3085000000000100")),
    () => readSingle(bytes("0400"), TAG.sequence),
    () => readSingle(bytes("30003000"), TAG.sequence),
    () => readChildren(undefined, TAG.sequence),
    () => readObjectIdentifier(readAll(bytes("0600"))[0]),
    () => readBitString(readAll(bytes("030204f0"))[0]),
    () => readBitString(readAll(bytes("0300"))[0]),
    () => readTime(readAll(der(TAG.utcTime, new TextEncoder().encode("20300102030405Z")))[0]),
    () => readTime(readAll(der(TAG.utcTime, new TextEncoder().encode("300102030405+01")))[0]),
  ];
  for (const action of bad) assert.throws(action, DerError, action.toString());
});
