/** Changed files of sops: an error, or the same values. */
import { deepStrictEqual, ok } from "node:assert/strict";
import fc from "fast-check";
import { decryptAge } from "../../lib/encrypted_files/age_file.ts";
import { decryptSops } from "../../lib/encrypted_files/decrypt_sops.ts";
import { leavesOf } from "../../lib/encrypted_files/leaves.ts";
import { parseSops } from "../../lib/encrypted_files/parse_sops.ts";
import { OsctlError } from "../../lib/errors.ts";
import { createErrorAt, parseSingleDocument } from "../../lib/yaml/mod.ts";
import { checkProperty } from "../helpers/check_property.ts";

const DATA = new URL("../lib/encrypted_files/data/", import.meta.url);
const TEXT = await Deno.readTextFile(new URL("yaml.sops", DATA));
const IDENTITY = (await Deno.readTextFile(new URL("identity.txt", DATA))).trim();
const KEY = (await decryptAge(parseSops(TEXT, "f")!.metadata.age[0]!.enc, [IDENTITY]))!;

/** Returns the values that the MAC covers; undefined when the file is one of sops no more. */
async function valuesOf(text: string): Promise<unknown[] | undefined> {
  const file = parseSops(text, "f");
  if (file === undefined || file.metadata.unsupported !== undefined) return undefined;
  const plain = await decryptSops(file, KEY, createErrorAt(text, "f"));
  const errorAt = createErrorAt(plain, "f");
  const document = parseSingleDocument(plain, errorAt, { values: 1000 })!;
  return leavesOf(document, errorAt).map(({ value }) => value).filter((value) => value !== "");
}

const expected = (await valuesOf(TEXT))!;

const position = fc.nat(TEXT.length - 1);
const change = fc.oneof(
  fc.record({ at: position, length: fc.constant(1), text: fc.string({ maxLength: 2 }) }),
  fc.record({ at: position, length: fc.nat(80), text: fc.constantFrom("", " ", "\n", "- ", "#") }),
);

ok(expected.length > 10);

checkProperty(
  "a changed file of sops is refused, or has the same values",
  fc.asyncProperty(change, async ({ at, length, text }) => {
    const changed = TEXT.slice(0, at) + text + TEXT.slice(at + length);
    let values: unknown[] | undefined;
    try {
      values = await valuesOf(changed);
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      return;
    }
    if (values !== undefined) deepStrictEqual(values, expected);
  }),
);
