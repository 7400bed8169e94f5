/**
 * Types of CEL: the variables that nodes declare for disks, and the standard library's operators and
 * functions. Source: the standard definitions of cel-spec and the resource `Disk` of nodes.
 *
 * @module
 */

/** A type: a name, with parameters for `list` and `map`. `dyn` is any type. */
export interface CelType {
  readonly name: string;
  readonly parameters?: readonly CelType[];
}

/** Any type. */
export const DYN: CelType = { name: "dyn" };

/** Returns a type without parameters. */
export function simple(name: string): CelType {
  return name === "dyn" ? DYN : { name };
}

/** Returns the type as CEL writes it, as in `list(int)`. */
export function formatType({ name, parameters }: CelType): string {
  return parameters === undefined ? name : `${name}(${parameters.map(formatType).join(", ")})`;
}

/** Fields of a disk on nodes of v1.8. */
export const DISK_FIELDS: Readonly<Record<string, string>> = {
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

/** Variables and constants. */
export const VARIABLES: Readonly<Record<string, string>> = {
  disk: "disk",
  system_disk: "bool",
  ...Object.fromEntries(UNITS.map((unit) => [unit, "uint"])),
};

/** Names of types, which are values of the type `type`. */
export const TYPE_NAMES: readonly string[] =
  "bool bytes double dyn int list map null_type string type uint".split(" ");

/** One signature: names of the argument types, the name of the result's. */
export type Signature = readonly [args: readonly string[], result: string];

function signatures(table: Readonly<Record<string, string>>): Record<string, readonly Signature[]> {
  return Object.fromEntries(
    Object.entries(table).map(([name, lines]) => [
      name,
      lines.split(";").map((line): Signature => {
        const [args, result] = line.split("->").map((part) => part.trim().split(" "));
        return [args!, result![0]!];
      }),
    ]),
  );
}

const ORDERED = "bool int uint double string bytes timestamp duration".split(" ")
  .map((type) => `${type} ${type} -> bool`).join(";");

function arithmetic(...types: string[]): string {
  return types.map((type) => `${type} ${type} -> ${type}`).join(";");
}

/** Operators whose types a table can list; `==`, `in`, `[]`, `?:` and lists are generic. */
export const OPERATORS = signatures({
  "+": `${
    arithmetic("int", "uint", "double", "string", "bytes", "duration")
  }; timestamp duration -> timestamp; duration timestamp -> timestamp`,
  "-": `${
    arithmetic("int", "uint", "double", "duration")
  }; timestamp timestamp -> duration; timestamp duration -> timestamp`,
  "*": arithmetic("int", "uint", "double"),
  "/": arithmetic("int", "uint", "double"),
  "%": arithmetic("int", "uint"),
  "<": ORDERED,
  "<=": ORDERED,
  ">": ORDERED,
  ">=": ORDERED,
  "&&": "bool bool -> bool",
  "||": "bool bool -> bool",
  "unary !": "bool -> bool",
  "unary -": "int -> int; double -> double",
});

const SIZE = "string -> int; bytes -> int; list -> int; map -> int";
const DATE_PART = "timestamp -> int; timestamp string -> int";
const TIME_PART = `${DATE_PART}; duration -> int`;

/** Functions. */
export const FUNCTIONS = signatures({
  bool: "bool -> bool; string -> bool",
  bytes: "bytes -> bytes; string -> bytes",
  double: "double -> double; int -> double; uint -> double; string -> double",
  duration: "duration -> duration; string -> duration; int -> duration",
  dyn: "dyn -> dyn",
  int: "int -> int; uint -> int; double -> int; string -> int; timestamp -> int; duration -> int",
  matches: "string string -> bool",
  size: SIZE,
  string: "string bool int uint double bytes timestamp duration".split(" ")
    .map((type) => `${type} -> string`).join(";"),
  timestamp: "timestamp -> timestamp; string -> timestamp; int -> timestamp",
  type: "dyn -> type",
  uint: "uint -> uint; int -> uint; double -> uint; string -> uint",
});

/** Methods; the first argument is the value they are called on. */
export const METHODS = signatures({
  contains: "string string -> bool",
  endsWith: "string string -> bool",
  getDate: DATE_PART,
  getDayOfMonth: DATE_PART,
  getDayOfWeek: DATE_PART,
  getDayOfYear: DATE_PART,
  getFullYear: DATE_PART,
  getHours: TIME_PART,
  getMilliseconds: TIME_PART,
  getMinutes: TIME_PART,
  getMonth: DATE_PART,
  getSeconds: TIME_PART,
  matches: "string string -> bool",
  size: SIZE,
  startsWith: "string string -> bool",
});

/** Types with null as a value. */
const NULLABLE = ["disk", "duration", "timestamp", "null"];

/** Returns whether values of both types can be compared or stored in one list. */
export function areCompatible(one: CelType, other: CelType): boolean {
  if (one.name === "dyn" || other.name === "dyn") return true;
  if (one.name !== other.name) {
    return [one, other].some(({ name }) => name === "null") &&
      [one, other].every(({ name }) => NULLABLE.includes(name));
  }
  const others = other.parameters ?? [];
  return (one.parameters ?? []).every((type, index) => areCompatible(type, others[index] ?? DYN));
}

/** Returns the type of two branches or of all items: the same one, or `dyn`. */
export function joinTypes(types: readonly CelType[]): CelType {
  const [first, ...rest] = types;
  const isSame = rest.every((type) => formatType(type) === formatType(first!));
  return first === undefined || !isSame ? DYN : first;
}

/** Returns the result of the signatures that accept the arguments, or undefined when none does. */
export function resultOf(
  candidates: readonly Signature[],
  args: readonly CelType[],
): CelType | undefined {
  const results = candidates
    .filter(([types]) =>
      types.length === args.length &&
      types.every((type, index) => type === "dyn" || [type, "dyn"].includes(args[index]!.name))
    )
    .map(([, result]) => simple(result));
  return results.length === 0 ? undefined : joinTypes(results);
}
