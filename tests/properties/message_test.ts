/** Messages of protobuf, compared with protobufjs. */
import { deepStrictEqual, ok } from "node:assert/strict";
import fc from "fast-check";
import protobuf from "protobufjs";
import "../../proto/common.ts";
import "../../proto/cosi.ts";
import "../../proto/kms.ts";
import { Long } from "../../proto/long.ts";
import "../../proto/machine.ts";
import { messageType } from "../../proto/message.ts";
import "../../proto/services.ts";
import { loadSources } from "../../scripts/proto.ts";
import { checkProperty, resultOf } from "../helpers/check_property.ts";

type Values = Record<string, unknown>;

const types = listTypes(loadSources());
ok(types.length > 200, String(types.length));

function listTypes(namespace: protobuf.NamespaceBase): protobuf.Type[] {
  return namespace.nestedArray.flatMap((item) => [
    ...(item instanceof protobuf.Type ? [item] : []),
    ...(item instanceof protobuf.Namespace ? listTypes(item) : []),
  ]);
}

const string = fc.oneof(
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constantFrom("x".repeat(130), "y".repeat(1500)),
);
const long = (isUnsigned: boolean) =>
  (isUnsigned
    ? fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
    : fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))
    .map((value) => Long.fromString(String(value), isUnsigned));

const SCALARS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string,
  bytes: fc.uint8Array({ maxLength: 200 }),
  bool: fc.boolean(),
  double: fc.double({ noNaN: true }).map((value) => Object.is(value, -0) ? 0 : value),
  int32: fc.integer(),
  uint32: fc.nat(2 ** 32 - 1),
  int64: long(false),
  uint64: long(true),
};

function valueOf(field: protobuf.Field, depth: number): fc.Arbitrary<unknown> {
  if (field.resolvedType instanceof protobuf.Type) return messageOf(field.resolvedType, depth + 1);
  if (field.resolvedType instanceof protobuf.Enum) {
    return fc.constantFrom(...Object.values(field.resolvedType.values));
  }
  const scalar = SCALARS[field.type];
  if (scalar === undefined) throw new Error(`no values for type "${field.type}"`);
  return scalar;
}

const messages = new Map<string, fc.Arbitrary<Values>>();

/** Messages with a part of the fields, and at most one member of each oneof. */
function messageOf(type: protobuf.Type, depth = 0): fc.Arbitrary<Values> {
  const id = `${depth} ${type.fullName}`;
  let arbitrary = messages.get(id);
  if (arbitrary !== undefined) return arbitrary;
  const fields = type.fieldsArray.map((field) => field.resolve())
    .filter(({ resolvedType }) => depth < 4 || !(resolvedType instanceof protobuf.Type));
  const members: Record<string, fc.Arbitrary<unknown>> = {};
  for (const field of fields) {
    const value = valueOf(field, depth);
    members[field.name] = field.map
      ? fc.dictionary(string, value, { maxKeys: 2, noNullPrototype: true })
      : field.repeated
      ? fc.array(value, { maxLength: 3 })
      : value;
  }
  const oneofs = fields.filter(({ partOf }) => partOf !== null);
  arbitrary = fc.record(members, { requiredKeys: [], noNullPrototype: true }).map((values) => {
    const seen = new Set<protobuf.OneOf>();
    const kept = { ...values };
    for (const { name, partOf } of oneofs) {
      if (kept[name] === undefined) continue;
      if (seen.has(partOf!)) delete kept[name];
      seen.add(partOf!);
    }
    return kept;
  });
  messages.set(id, arbitrary);
  return arbitrary;
}

/** Reduces values of both libraries to comparable ones. */
function toPlain(value: unknown): unknown {
  if (Long.isLong(value)) return value.toString();
  if (value instanceof Uint8Array) return [...value];
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== "object" || value === null) return value;
  // Absent fields are null in one library and missing in the other.
  const entries = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(entries.map(([key, item]) => [key, toPlain(item)]));
}

const message = fc.nat(types.length - 1).chain((index) =>
  messageOf(types[index]!).map((values) => ({ type: types[index]!, values }))
);

function decodeReference(type: protobuf.Type, bytes: Uint8Array): unknown {
  return toPlain(type.toObject(type.decode(bytes), { defaults: true }));
}

checkProperty(
  "messages of every type are encoded and decoded as by protobufjs",
  fc.property(message, ({ type, values }) => {
    const ours = messageType(type.fullName);
    const expected = type.encode(type.create(values)).finish();
    const decoded = ours.decode(expected);
    const plain = decodeReference(type, expected);
    deepStrictEqual(toPlain(decoded), plain, type.fullName);
    // protobufjs encodes zeros that are given explicitly; both decode to the same values.
    const again = ours.encode(values).finish();
    deepStrictEqual(decodeReference(type, again), plain, type.fullName);
    deepStrictEqual(ours.encode(decoded).finish(), again, type.fullName);
  }),
);

checkProperty(
  "a changed message is decoded as by protobufjs, or rejected",
  fc.property(
    message,
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
    fc.option(fc.nat()),
    ({ type, values }, changes, cut) => {
      let bytes = new Uint8Array(type.encode(type.create(values)).finish());
      for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
      if (cut !== null) bytes = bytes.slice(0, cut % (bytes.length + 1));
      const ours = resultOf(() => messageType(type.fullName).decode(bytes));
      if ("error" in ours) {
        return ok(
          ours.error instanceof RangeError || ours.error instanceof TypeError,
          String(ours.error),
        );
      }
      const theirs = resultOf(() => decodeReference(type, bytes));
      if ("value" in theirs) deepStrictEqual(toPlain(ours.value), theirs.value, bytes.toHex());
    },
  ),
);
