/**
 * Messages by tables: the generated modules describe the fields of each message in one string, which
 * is parsed at first use. A call needs a few of several hundred messages.
 *
 * @module
 */
import { Long } from "./long.ts";
import { LENGTH_DELIMITED, MAX_DEPTH, Reader, tooDeep } from "./reader.ts";
import { Writer } from "./writer.ts";

/** A message as a plain object with dynamic field names. */
type Fields = Record<string, unknown>;

/** Values of the fields of a message, in the order of its table. */
type Slots = unknown[];

/** Creates a message with all its fields in one step, which is faster than adding one by one. */
type Factory = (slots: Slots) => Fields;

/** Generated functions of a message. */
export interface MessageType {
  create(properties?: Fields): Fields;
  encode(message: Fields): { finish(): Uint8Array };
  decode(bytes: Uint8Array): Fields;
}

/** Encoding and decoding of one type of value. */
interface Codec {
  readonly wireType: number;
  readonly zero: unknown;
  isZero(value: never): boolean;
  write(writer: Writer, value: never, depth: number): void;
  read(reader: Reader, depth: number, merged: unknown): unknown;
}

interface Field {
  readonly name: string;
  readonly index: number;
  readonly number: number;
  readonly codec: Codec;
  readonly shape: "single" | "list" | "map";
  /** Whether a zero value is encoded: messages, `optional` fields and members of a `oneof`. */
  readonly hasPresence: boolean;
  /** Indexes of all members of its `oneof`. */
  readonly members: readonly number[];
}

interface Message {
  readonly type: MessageType;
  readonly fields: readonly Field[];
  /** Fields by number. */
  readonly byNumber: readonly (Field | undefined)[];
  readonly defaults: Readonly<Slots>;
  /** Lists and maps, which each message has its own of. */
  readonly containers: readonly Field[];
  readonly factory: Factory;
}

const isFalse = (value: unknown) => !value;
const isEmpty = (value: { length: number }) => value.length === 0;
const isZeroLong = (value: Long | number) =>
  typeof value === "number" ? value === 0 : (value.low | value.high) === 0;

function longCodec(unsigned: boolean): Codec {
  return {
    wireType: 0,
    zero: unsigned ? Long.UZERO : Long.ZERO,
    isZero: isZeroLong,
    write: (writer, value: Long | number) =>
      writer.long(typeof value === "number" ? Long.fromNumber(value, unsigned) : value),
    read: (reader) => reader.long(unsigned),
  };
}

const int32: Codec = {
  wireType: 0,
  zero: 0,
  isZero: isFalse,
  write: (writer, value: number) => writer.int32(value),
  read: (reader) => reader.uint32() | 0,
};

/** Codecs by names of types; an enum is an `int32`. */
const SCALARS: Readonly<Record<string, Codec>> = {
  bool: {
    wireType: 0,
    zero: false,
    isZero: isFalse,
    write: (writer, value: boolean) => writer.uint32(value ? 1 : 0),
    read: (reader) => reader.bool(),
  },
  int32,
  enum: int32,
  uint32: {
    wireType: 0,
    zero: 0,
    isZero: isFalse,
    write: (writer, value: number) => writer.uint32(value),
    read: (reader) => reader.uint32(),
  },
  int64: longCodec(false),
  uint64: longCodec(true),
  double: {
    wireType: 1,
    zero: 0,
    // Negative zero is encoded.
    isZero: (value: number) => Object.is(value, 0),
    write: (writer, value: number) => writer.double(value),
    read: (reader) => reader.double(),
  },
  string: {
    wireType: 2,
    zero: "",
    isZero: isEmpty,
    write: (writer, value: string) => writer.string(value),
    read: (reader) => reader.string(),
  },
  bytes: {
    wireType: 2,
    zero: new Uint8Array(0),
    isZero: isEmpty,
    write: (writer, value: Uint8Array) => writer.bytes(value),
    read: (reader) => reader.bytes(),
  },
};

/** Packages by name: their messages by path within the package. */
const packages = new Map<string, (path: string) => Message>();

/**
 * Creates the namespace of a top-level package, with messages and enums at their paths.
 *
 * @param tableOf Returns the fields and the factory of a message, by its path; a function, because
 *   hundreds of entries would be created for a call that needs a few. The fields, in the order of
 *   the factory's slots, are a list of `number name type`; `type` is a scalar or `.full.Name` of a
 *   message, with suffix `[]` for a list, `{}` for a map with string keys, `?` for an `optional`
 *   field, `|name` for a member of a `oneof`.
 * @param enumOf Returns the values of an enum.
 * @param nested Paths of the messages and enums that are not at the top level.
 */
export function createPackage(
  name: string,
  tableOf: (path: string) => readonly [fields: string, factory: Factory] | undefined,
  enumOf: (path: string) => Readonly<Record<string, number>> | undefined,
  nested: readonly string[],
): Fields {
  const created = new Map<string, Message>();
  const findMessage = (path: string) => {
    let found = created.get(path);
    if (found !== undefined) return found;
    const table = tableOf(path);
    if (table === undefined) return undefined;
    created.set(path, found = createMessage(...table));
    attach(found.type, path);
    return found;
  };
  /** Defines what is directly below a path. */
  const attach = (owner: object, path: string) => {
    for (const name of namesBelow(path, nested)) {
      lazily(owner, name, () => member(`${path}.${name}`));
    }
    return owner;
  };
  const member = (path: string) => {
    const values = enumOf(path);
    if (values !== undefined) return createEnum(values);
    const message = findMessage(path);
    if (message !== undefined) return message.type;
    // A package between the top-level one and a message.
    return nested.some((one) => one.startsWith(`${path}.`)) ? attach({}, path) : undefined;
  };
  const message = (path: string) => {
    const found = findMessage(path);
    if (found === undefined) throw new Error(`no message "${name}.${path}"`);
    return found;
  };
  packages.set(name, message);
  return createNamespace(member);
}

/** Returns the names directly below a path. */
function namesBelow(path: string, nested: readonly string[]): Set<string> {
  const prefix = `${path}.`;
  return new Set(
    nested.filter((one) => one.startsWith(prefix))
      .map((one) => one.slice(prefix.length).split(".", 1)[0]!),
  );
}

/** Creates an object whose properties are found at their first access: most are never used. */
function createNamespace(find: (name: string) => unknown): Fields {
  const finder = new Proxy({}, {
    get(target, key, namespace: object) {
      const value = typeof key === "string" ? find(key) : undefined;
      if (value === undefined) return Reflect.get(target, key);
      Object.defineProperty(namespace, key, { value, enumerable: true });
      return value;
    },
  });
  return Object.create(finder);
}

/** Returns the functions of a message by its full name with a leading dot. */
export function messageType(fullName: string): MessageType {
  return resolve(fullName).type;
}

function resolve(fullName: string): Message {
  const dot = fullName.indexOf(".", 1);
  const message = packages.get(fullName.slice(1, dot));
  if (message === undefined) throw new Error(`package of "${fullName}" is not imported`);
  return message(fullName.slice(dot + 1));
}

/** Names are own properties; numbers are inherited, so that `Object.keys` lists names only. */
function createEnum(values: Readonly<Record<string, number>>): object {
  const names = Object.fromEntries(Object.entries(values).map(([key, value]) => [value, key]));
  return Object.assign(Object.create(names), values);
}

/** Defines a property of `owner` that `create` computes at the first access. */
function lazily(owner: object, name: string, create: () => unknown): void {
  const shape = { configurable: true, enumerable: true };
  Object.defineProperty(owner, name, {
    ...shape,
    get: () => {
      const value = create();
      Object.defineProperty(owner, name, { ...shape, writable: true, value });
      return value;
    },
  });
}

function createMessage(table: string, factory: Factory): Message {
  const fields = parseTable(table);
  const byNumber: Field[] = [];
  for (const field of fields) byNumber[field.number] = field;
  const message: Message = {
    fields,
    byNumber,
    defaults: fields.map(({ hasPresence, codec }) => hasPresence ? null : codec.zero),
    containers: fields.filter(({ shape }) => shape !== "single"),
    factory,
    type: {
      create: (properties = {}) => {
        const slots = createSlots(message);
        for (const { name, index } of fields) slots[index] = properties[name] ?? slots[index];
        return factory(slots);
      },
      encode: (value) => {
        const writer = new Writer();
        writeFields(writer, fields, value, 0);
        const bytes = writer.finish();
        return { finish: () => bytes };
      },
      decode: (bytes) => readMessage(new Reader(bytes), message, 0, undefined),
    },
  };
  return message;
}

function createSlots({ defaults, containers }: Message): Slots {
  const slots = defaults.slice();
  for (const { index, shape } of containers) slots[index] = shape === "list" ? [] : {};
  return slots;
}

function parseTable(table: string): Field[] {
  if (table === "") return [];
  const oneofs: Record<string, number[]> = {};
  return table.split(", ").map((text, index): Field => {
    const [number, name, type] = text.split(" ") as [string, string, string];
    const [, base, suffix, oneof] = /^([\w.]+)(\[\]|\{\}|\?)?(?:\|(\w+))?$/.exec(type)!;
    const isMessage = base!.startsWith(".");
    if (oneof !== undefined) (oneofs[oneof] ??= []).push(index);
    return {
      name,
      index,
      number: Number(number),
      codec: isMessage ? messageCodec(base!) : SCALARS[base!]!,
      shape: suffix === "[]" ? "list" : suffix === "{}" ? "map" : "single",
      hasPresence: isMessage || suffix === "?" || oneof !== undefined,
      members: oneof === undefined ? [] : oneofs[oneof]!,
    };
  });
}

function messageCodec(fullName: string): Codec {
  let message: Message | undefined;
  const get = () => message ??= resolve(fullName);
  return {
    wireType: LENGTH_DELIMITED,
    zero: null,
    isZero: () => false,
    write: (writer, value: Fields, depth) => {
      const offset = writer.open();
      writeFields(writer, get().fields, value, depth + 1);
      writer.close(offset);
    },
    read: (reader, depth, merged) => {
      const outer = reader.enter();
      const value = readMessage(reader, get(), depth + 1, merged as Fields | null | undefined);
      reader.end = outer;
      return value;
    },
  };
}

/** Reads a message up to the reader's end; `merged` is a previous occurrence of the same field. */
function readMessage(
  reader: Reader,
  message: Message,
  depth: number,
  merged: Fields | null | undefined,
): Fields {
  if (depth > MAX_DEPTH) throw tooDeep();
  const slots = merged ? message.fields.map(({ name }) => merged[name]) : createSlots(message);
  readFields(reader, message.byNumber, slots, depth);
  return message.factory(slots);
}

function writeFields(writer: Writer, fields: readonly Field[], value: Fields, depth: number): void {
  if (depth > MAX_DEPTH) throw tooDeep();
  for (const { name, number, codec, shape, hasPresence } of fields) {
    const item = value[name];
    if (item === undefined || item === null) continue;
    const { wireType } = codec;
    if (shape === "single") {
      if (!hasPresence && codec.isZero(item as never)) continue;
      writer.uint32(number << 3 | wireType);
      codec.write(writer, item as never, depth);
    } else if (shape === "map") {
      for (const [key, entry] of Object.entries(item)) {
        writer.uint32(number << 3 | LENGTH_DELIMITED);
        const start = writer.open();
        writer.uint32(1 << 3 | LENGTH_DELIMITED);
        writer.string(key);
        writer.uint32(2 << 3 | wireType);
        codec.write(writer, entry as never, depth);
        writer.close(start);
      }
    } else if (wireType === LENGTH_DELIMITED) {
      for (const element of item as never[]) {
        writer.uint32(number << 3 | wireType);
        codec.write(writer, element, depth);
      }
    } else if ((item as never[]).length > 0) {
      writer.uint32(number << 3 | LENGTH_DELIMITED);
      const start = writer.open();
      for (const element of item as never[]) codec.write(writer, element, depth);
      writer.close(start);
    }
  }
}

function readFields(
  reader: Reader,
  byNumber: readonly (Field | undefined)[],
  slots: Slots,
  depth: number,
): void {
  while (reader.position < reader.end) {
    const tag = reader.tag();
    const field = byNumber[tag >>> 3];
    const wireType = tag & 7;
    if (field === undefined) {
      reader.skip(tag, depth);
      continue;
    }
    const { index, codec, shape } = field;
    if (shape === "single" && wireType === codec.wireType) {
      for (const member of field.members) if (member !== index) slots[member] = null;
      // A message that occurs twice is merged; of other values the last one counts.
      slots[index] = codec.read(reader, depth, slots[index]);
    } else if (shape === "list" && wireType === codec.wireType) {
      (slots[index] as unknown[]).push(codec.read(reader, depth, undefined));
    } else if (shape === "list" && wireType === LENGTH_DELIMITED) {
      const outer = reader.enter();
      while (reader.position < reader.end) {
        (slots[index] as unknown[]).push(codec.read(reader, depth, undefined));
      }
      reader.end = outer;
    } else if (shape === "map" && wireType === LENGTH_DELIMITED) {
      readEntry(reader, codec, slots[index] as Fields, depth);
    } else {
      reader.skip(tag, depth);
    }
  }
}

/** Reads an entry of a map: a message with the fields 1, the key, and 2, the value. */
function readEntry(reader: Reader, codec: Codec, map: Fields, depth: number): void {
  const outer = reader.enter();
  let key = "";
  let value = codec.zero;
  while (reader.position < reader.end) {
    const tag = reader.tag();
    if (tag === (1 << 3 | LENGTH_DELIMITED)) key = reader.string();
    else if (tag === (2 << 3 | codec.wireType)) value = codec.read(reader, depth, undefined);
    else reader.skip(tag, depth);
  }
  reader.end = outer;
  // A plain assignment to "__proto__" would set the prototype.
  Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
}
