/** Machine configurations generated from the schema. */
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import type { Data, Value } from "../../lib/machineconfig/data.ts";
import { encodeConfig, normalise } from "../../lib/machineconfig/encode/mod.ts";
import { decodeMachineConfig } from "../../lib/machineconfig/load/mod.ts";
import { DOCUMENTS, MAIN } from "../../lib/machineconfig/schema/documents.ts";
import { NEWEST } from "../../lib/machineconfig/schema/releases.ts";
import type { FieldType, ObjectType, TextFormat } from "../../lib/machineconfig/schema/types.ts";
import { checkProperty } from "../helpers/check_property.ts";

const SAMPLES: Readonly<Record<TextFormat, readonly Value[]>> = {
  address: ["10.0.0.1", "fd00::1"],
  addressOrSubnet: ["10.0.0.1", "10.0.0.0/24"],
  addressPort: ["10.0.0.1:51820", "[fd00::1]:1"],
  base64: ["YWJj", ""],
  byteSize: ["10GiB", "100MB"],
  cidr: ["10.0.0.1/24", "fd00::1/64"],
  diskMatch: [">= 1TB", "10 GB"],
  diskSize: ["100 MB", "1.0 GB"],
  duration: ["1h30m0s", "5s", "0s"],
  expression: ["true", "disk.size > 10u * GiB"],
  fileMode: ["0o644"],
  hardwareAddress: ["00:00:5e:00:53:01"],
  hostPort: ["node:50000", "10.0.0.1:1"],
  manifest: ["apiVersion: v1\nkind: Namespace\n"],
  pem: ["-----BEGIN CERTIFICATE-----\nYWJj\n-----END CERTIFICATE-----\n"],
  portRange: [80, "1000-2000"],
  relativeSize: ["10GiB", "50%", "-10GiB"],
  routingTable: ["main"],
  subnet: ["10.0.0.0/24", "fd00::/64"],
  url: ["https://10.0.0.1:6443", "https://node/path?a=b"],
};

const string = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
  fc.constantFrom(
    "yes",
    "~",
    "1e3",
    "0x10",
    "a: b",
    "# x",
    "one\ntwo\n",
    "\ttab",
    " space ",
    "null",
  ),
);
const { free } = fc.letrec<{ free: Value }>((tie) => ({
  free: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    string,
    fc.boolean(),
    fc.integer(),
    fc.array(tie("free"), { minLength: 1, maxLength: 3 }),
    fc.dictionary(string, tie("free"), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
  ) as fc.Arbitrary<Value>,
}));

function valuesOf(type: FieldType, depth: number): fc.Arbitrary<Value> {
  switch (type.kind) {
    case "text": {
      const values = type.values ?? type.checkedValues ??
        (type.format === undefined ? undefined : SAMPLES[type.format]);
      return values === undefined ? string : fc.constantFrom(...values);
    }
    case "bool":
      return fc.boolean();
    case "number": {
      const max = typeof type.max === "bigint" ? Number.MAX_SAFE_INTEGER : type.max;
      return fc.integer({ min: Math.max(type.min, Number.MIN_SAFE_INTEGER), max });
    }
    case "list":
      return fc.array(valuesOf(type.item, depth + 1), { minLength: 1, maxLength: 2 });
    case "map":
      return fc.dictionary(string, valuesOf(type.value, depth + 1), {
        minKeys: 1,
        maxKeys: 2,
        noNullPrototype: true,
      });
    case "free":
      return fc.dictionary(string, free, { minKeys: 1, maxKeys: 2, noNullPrototype: true });
    case "object":
      return dataOf(type, depth + 1);
  }
}

const cache = new Map<string, fc.Arbitrary<Data>>();

/** Data of an object: some fields, fewer at greater depth. */
function dataOf(type: ObjectType, depth = 0): fc.Arbitrary<Data> {
  const id = `${depth} ${type.name}`;
  const known = cache.get(id);
  if (known !== undefined) return known;
  const fields = Object.entries(type.fields)
    .filter(([, { type }]) => depth < 5 || !["object", "list", "map"].includes(type.kind));
  const members = Object.fromEntries(
    fields.map(([name, field]) => [name, valuesOf(field.type, depth)]),
  );
  const created = fc.subarray(Object.keys(members), {
    maxLength: Math.min(fields.length, depth === 0 ? 6 : 3),
  })
    .chain((names) =>
      fc.record(Object.fromEntries(names.map((name) => [name, members[name]!])), {
        noNullPrototype: true,
      })
    );
  cache.set(id, created);
  return created;
}

const config = fc.oneof(fc.constant(MAIN), fc.constantFrom(...DOCUMENTS))
  .chain((type) => dataOf(type.object).map((data) => ({ type, data })));

checkProperty(
  "a document of any fields is written and read back, with and without comments",
  fc.property(config, fc.boolean(), (document, docs) => {
    const text = encodeConfig([document], { docs, examples: docs });
    const { documents, problems } = decodeMachineConfig(text, { release: NEWEST });
    deepStrictEqual(problems.map(({ message }) => message), [], text);
    deepStrictEqual(normalise(documents[0]!), normalise(document), text);
    strictEqual(encodeConfig(documents, { docs, examples: docs }), text);
  }),
);

checkProperty(
  "any text has documents and problems with places in the text",
  fc.property(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.tuple(config, fc.nat(), fc.nat(9), fc.stringMatching(/^[ \n:&*\[\]{}'"#<|>0-]{0,6}$/))
        .map(([document, at, length, more]) => {
          const text = encodeConfig([document], { docs: false, examples: false });
          const start = at % (text.length + 1);
          return text.slice(0, start) + more + text.slice(start + length);
        }),
    ),
    (text) => {
      const loaded = decodeMachineConfig(text, { release: NEWEST });
      for (const { offset, message } of loaded.problems) {
        ok(offset >= 0 && offset <= text.length, `${offset}: ${message}`);
        ok(message.length > 0);
      }
    },
  ),
);
