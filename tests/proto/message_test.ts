import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import protobuf from "protobufjs";
import { common } from "../../proto/common.ts";
import { cosi } from "../../proto/cosi.ts";
import { google } from "../../proto/gen/google.js";
import "../../proto/kms.ts";
import { Long } from "../../proto/long.ts";
import { machine } from "../../proto/machine.ts";
import { type MessageType, messageType } from "../../proto/message.ts";
import "../../proto/services.ts";
import { loadSources } from "../../scripts/proto.ts";
import { Seeded } from "../helpers/seeded.ts";

type Values = Record<string, unknown>;

const types = listTypes(loadSources());

function listTypes(namespace: protobuf.NamespaceBase): protobuf.Type[] {
  return namespace.nestedArray.flatMap((item) => [
    ...(item instanceof protobuf.Type ? [item] : []),
    ...(item instanceof protobuf.Namespace ? listTypes(item) : []),
  ]);
}

const TEXTS = ["", "a", "/usr/share/é", "\u{1f600} wide", "x".repeat(130), "y".repeat(1500)];
const LONGS = ["0", "1", "127", "128", "4294967296", "9007199254740993", "9223372036854775807"];

function createValue(random: Seeded, field: protobuf.Field, depth: number): unknown {
  if (field.resolvedType instanceof protobuf.Type) {
    return createMessage(random, field.resolvedType, depth + 1);
  }
  if (field.resolvedType instanceof protobuf.Enum) {
    return random.pick(Object.values(field.resolvedType.values));
  }
  switch (field.type) {
    case "string":
      return random.pick(TEXTS);
    case "bytes":
      return Uint8Array.from({ length: random.pick([0, 1, 200, 9000]) }, () => random.below(256));
    case "bool":
      return random.oneIn(2);
    case "double":
      return random.pick([0, 0.5, -1e300, 42]);
    case "int32":
      return random.pick([0, 1, -1, -(2 ** 31), 2 ** 31 - 1]);
    case "uint32":
      return random.pick([0, 1, 300, 2 ** 32 - 1]);
    case "int64":
      return Long.fromString(random.pick(["-", ""]) + random.pick(LONGS));
    case "uint64":
      return Long.fromString(random.pick([...LONGS, "18446744073709551615"]), true);
    default:
      throw new Error(`no values for type "${field.type}"`);
  }
}

/** Creates a message with a random part of its fields and at most one member of each oneof. */
function createMessage(random: Seeded, type: protobuf.Type, depth = 0): Values {
  const values: Values = {};
  const oneofs = new Set<protobuf.OneOf>();
  for (const field of type.fieldsArray) {
    if (random.oneIn(3) || (depth > 4 && field.resolvedType instanceof protobuf.Type)) continue;
    if (field.partOf !== null) {
      if (oneofs.has(field.partOf)) continue;
      oneofs.add(field.partOf);
    }
    const create = () => createValue(random, field.resolve(), depth);
    if (field.map) values[field.name] = Object.fromEntries([["k", create()], ["l", create()]]);
    else if (field.repeated) values[field.name] = Array.from({ length: random.below(4) }, create);
    else values[field.name] = create();
  }
  return values;
}

/** Reduces values of both libraries to comparable ones. */
function toPlain(value: unknown): unknown {
  if (Long.isLong(value)) return value.toString();
  if (value instanceof Uint8Array) return [...value];
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlain(item)]));
}

/** Removes nulls, which one library has for absent fields and the other has not. */
function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAbsent);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutAbsent(item)]));
}

Deno.test("random messages of every type are encoded and decoded as by protobufjs", () => {
  ok(types.length > 200, String(types.length));
  for (const [seed, type] of types.entries()) {
    for (let run = 0; run < 5; run++) {
      const random = new Seeded(seed * 100 + run);
      const values = createMessage(random, type);
      const title = `${type.fullName}, seed ${random.seed}`;
      const ours: MessageType = messageType(type.fullName);
      const expected = type.encode(type.create(values)).finish();
      const decoded = ours.decode(expected);
      const theirs = (bytes: Uint8Array) => {
        const shown = type.toObject(type.decode(bytes), { defaults: true });
        return withoutAbsent(toPlain(shown));
      };
      deepStrictEqual(withoutAbsent(toPlain(decoded)), theirs(expected), title);
      // protobufjs encodes zeros that are given explicitly; both decode to the same values.
      const again = ours.encode(values).finish();
      deepStrictEqual(theirs(again), theirs(expected), title);
      deepStrictEqual(ours.encode(decoded).finish(), again, title);
    }
  }
});

Deno.test("enums have their names as own keys and the reverse by number", () => {
  deepStrictEqual(Object.keys(machine.RebootRequest.Mode).slice(0, 2), ["DEFAULT", "POWERCYCLE"]);
  strictEqual(machine.RebootRequest.Mode[1], "POWERCYCLE");
});

Deno.test("numbers are accepted in packed and in separate form", () => {
  const packed = Uint8Array.of(0x0a, 3, 1, 0x96, 0x01);
  const separate = Uint8Array.of(0x08, 1, 0x08, 0x96, 0x01);
  const type = types.find((item) =>
    item.fieldsArray.some(({ repeated, type }) => repeated && type === "uint64")
  )!;
  const field = type.fieldsArray.find(({ repeated, type }) => repeated && type === "uint64")!;
  const tag = (bytes: Uint8Array) =>
    bytes.map((byte, index) =>
      index === 0 || (bytes === separate && index === 2) ? field.id << 3 | byte & 7 : byte
    );
  for (const bytes of [packed, separate]) {
    const value = messageType(type.fullName).decode(tag(bytes))[field.name] as Long[];
    deepStrictEqual(value.map(String), ["1", "150"]);
  }
});

Deno.test("of several members of a oneof the last one counts", () => {
  const first = machine.LifecycleServiceInstallProgress.encode({ message: "m" }).finish();
  const second = machine.LifecycleServiceInstallProgress.encode({ exitCode: 0 }).finish();
  deepStrictEqual(
    { ...machine.LifecycleServiceInstallProgress.decode(Uint8Array.of(...first, ...second)) },
    { message: null, exitCode: 0 },
  );
});

Deno.test("an explicit zero replaces an earlier value", () => {
  const bytes = Uint8Array.of(0x0a, 1, 0x41, 0x0a, 0);
  strictEqual(machine.ReadRequest.decode(bytes).path, "");
});

Deno.test("unknown fields of every wire type are skipped", () => {
  const unknown = [
    [0xf8, 0x3e, 0x80, 0x01],
    [0xf9, 0x3e, 1, 2, 3, 4, 5, 6, 7, 8],
    [0xfa, 0x3e, 1, 9],
    [0xfb, 0x3e, 0x08, 1, 0xfb, 0x3e, 0xfc, 0x3e, 0xfc, 0x3e],
    [0xfd, 0x3e, 1, 2, 3, 4],
  ];
  for (const field of unknown) {
    strictEqual(machine.ReadRequest.decode(Uint8Array.of(...field, 0x0a, 1, 0x41)).path, "A");
  }
});

Deno.test("a map key __proto__ does not change the prototype", () => {
  const labels = Object.fromEntries([["__proto__", "x"]]);
  const decoded = cosi.resource.Metadata.decode(cosi.resource.Metadata.encode({ labels }).finish());
  deepStrictEqual(Object.entries(decoded.labels), [["__proto__", "x"]]);
  strictEqual(Object.getPrototypeOf(decoded.labels), Object.prototype);
});

Deno.test("malformed messages are rejected", () => {
  const { ReadRequest, FileInfo } = machine;
  throws(() => ReadRequest.decode(Uint8Array.of(0x0a, 5, 0x41)), /truncated/);
  throws(() => ReadRequest.decode(Uint8Array.of(0x80)), /truncated/);
  throws(() => FileInfo.decode(Uint8Array.of(0x20, ...Array(11).fill(0x80))), /varint/);
  throws(() => ReadRequest.decode(Uint8Array.of(0x02, 0)), /field number 0/);
  throws(() => ReadRequest.decode(Uint8Array.of(0xfc, 0x3e)), /wire type 4/);
  throws(() => ReadRequest.decode(Uint8Array.of(0xfb, 0x3e, 0xf4, 0x3e)), /group/);
  throws(() => ReadRequest.decode(new Uint8Array(5000).fill(0x0b)), /nested deeper/);
  // A length beyond the enclosing message does not read the bytes after it.
  throws(() => common.Empty.decode(Uint8Array.of(0x0a, 2, 0x0a, 4, 1, 2, 3, 4)), /truncated/);
  throws(() => google.protobuf.Timestamp.decode(Uint8Array.of(0x08)), /truncated/);
});
