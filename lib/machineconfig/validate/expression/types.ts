/**
 * What expressions about disks can speak of, and which types go together.
 *
 * @module
 */

/** A type: a name, or a list of one. `dyn` is any. */
export type ValueType = string;

/** The fields of a disk, as nodes know it. */
export const DISK_FIELDS: Readonly<Record<string, ValueType>> = {
  size: "uint",
  io_size: "uint",
  sector_size: "uint",
  readonly: "bool",
  model: "string",
  serial: "string",
  modalias: "string",
  wwid: "string",
  bus_path: "string",
  sub_system: "string",
  transport: "string",
  rotational: "bool",
  cdrom: "bool",
  dev_path: "string",
  pretty_size: "string",
};

const UNITS = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "kB", "MB", "GB", "TB", "PB", "EB"];

/** Names and what they stand for. */
export const NAMES: Readonly<Record<string, ValueType>> = {
  disk: "disk",
  system_disk: "bool",
  true: "bool",
  false: "bool",
  null: "null",
  ...Object.fromEntries(UNITS.map((unit) => [unit, "uint"])),
  ...Object.fromEntries(
    ["bool", "bytes", "double", "int", "list", "map", "string", "type", "uint"]
      .map((name) => [name, "type"]),
  ),
};

/** What functions and methods give; some are both. */
export const FUNCTIONS: Readonly<Record<string, ValueType>> = {
  bool: "bool",
  bytes: "bytes",
  contains: "bool",
  double: "double",
  duration: "duration",
  dyn: "dyn",
  endsWith: "bool",
  int: "int",
  matches: "bool",
  size: "int",
  startsWith: "bool",
  string: "string",
  timestamp: "timestamp",
  type: "type",
  uint: "uint",
};

/** Functions that are methods only. */
export const METHODS: readonly string[] = ["contains", "endsWith", "startsWith"];

const NUMBERS = ["int", "uint", "double"];

/** Whether a value of one type can stand where one of another does. */
export function fits(one: ValueType, other: ValueType): boolean {
  if (one === other || one === "dyn" || other === "dyn") return true;
  const [inner, otherInner] = [itemOf(one), itemOf(other)];
  return inner !== undefined && otherInner !== undefined && fits(inner, otherInner);
}

/** What is in a list; undefined for anything else. */
export function itemOf(type: ValueType): ValueType | undefined {
  return /^list\((.*)\)$/.exec(type)?.[1];
}

/** What an operator gives, or undefined where it does not take such values. */
export function resultOf(sign: string, left: ValueType, right: ValueType): ValueType | undefined {
  switch (sign) {
    case "in":
      return right === "map" || right === "dyn" || fits(left, itemOf(right) ?? "no list")
        ? "bool"
        : undefined;
    case "==":
    case "!=":
      return fits(left, right) || left === "disk" && right === "null" ? "bool" : undefined;
    case "<":
    case "<=":
    case ">":
    case ">=":
      return among(left, right, [...NUMBERS, "string", "bool", "bytes", "duration", "timestamp"])
        ? "bool"
        : undefined;
    case "+":
      if (fits(left, right) && itemOf(left) !== undefined) return left;
      return among(left, right, [...NUMBERS, "string", "bytes", "duration"]) ? left : undefined;
    case "%":
      return among(left, right, ["int", "uint"]) ? left : undefined;
    default:
      return among(left, right, NUMBERS) ? left : undefined;
  }
}

function among(left: ValueType, right: ValueType, types: readonly ValueType[]): boolean {
  const known = (type: ValueType) => type === "dyn" || types.includes(type);
  return fits(left, right) && known(left) && known(right);
}

/** Whether a function takes such arguments; of a method, what it is called on is the first. */
export function takes(name: string, types: readonly ValueType[]): boolean {
  const [first = "nothing"] = types;
  if (name === "size") {
    const counted = itemOf(first) !== undefined ||
      ["string", "bytes", "map", "dyn"].includes(first);
    return types.length === 1 && counted;
  }
  if (name === "matches" || METHODS.includes(name)) {
    return types.length === 2 && types.every((type) => fits(type, "string"));
  }
  return types.length === 1;
}
