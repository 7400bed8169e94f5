/**
 * Types of CEL: the variables that nodes declare, and the standard library's operators and
 * functions. Sources: the standard definitions of cel-spec; the environments of nodes of v1.14 and
 * their resources `Disk`, `DiscoveredVolume` and `LinkStatus`.
 *
 * @module
 */

import type { ConfigRelease } from "../../schema/types.ts";

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

/** Parses `uint`, `list(string)` or `map(int, double)`. */
function parseType(text: string): CelType {
  const match = /^(\w+)\((.*)\)$/.exec(text);
  if (match === null) return simple(text);
  return { name: match[1]!, parameters: match[2]!.split(", ").map(parseType) };
}

/** Parses lines of a type and names. */
function declare(lines: Readonly<Record<string, string>>): Record<string, CelType> {
  return Object.fromEntries(
    Object.entries(lines).flatMap(([type, names]) =>
      names.split(" ").map((name) => [name, parseType(type)] as const)
    ),
  );
}

/** Fields of the objects that nodes of v1.14 declare. */
export const OBJECTS: Readonly<Record<string, Readonly<Record<string, CelType>>>> = {
  disk: declare({
    uint: "size io_size sector_size",
    bool: "readonly rotational cdrom",
    string: "model serial modalias wwid bus_path sub_system transport dev_path pretty_size uuid " +
      "firmware_version",
    "list(string)": "secondary_disks symlinks",
  }),
  volume: declare({
    uint: "size sector_size io_size block_size filesystem_block_size probed_size " +
      "partition_index offset",
    string: "name uuid label partition_uuid partition_type partition_label type device_path " +
      "parent dev_path parent_dev_path pretty_size",
  }),
  link: declare({
    uint: "index link_index flags mtu master_index",
    // Enumerations are integers.
    int: "type operational_state speed_megabits port duplex",
    bytes: "hardware_addr broadcast_addr permanent_addr",
    string: "queue_disc kind slave_kind bus_path pciid driver driver_version firmware_version " +
      "product_id vendor_id product vendor alias",
    bool: "link_state",
    "list(string)": "alt_names",
    dyn: "vlan bridge_master bond_master wireguard vrf_master veth",
  }),
};

/** Fields that nodes before a release lack, by object. */
export const FIELD_SINCE: Readonly<Record<string, Readonly<Record<string, ConfigRelease>>>> = {
  disk: {
    secondary_disks: "v1.9",
    uuid: "v1.9",
    symlinks: "v1.10",
    firmware_version: "v1.14",
  },
  volume: { offset: "v1.12" },
  link: { vrf_master: "v1.13", veth: "v1.14" },
};

/** Functions that nodes before a release lack. */
export const FUNCTION_SINCE: Readonly<Record<string, ConfigRelease>> = { glob: "v1.9" };

const UNITS = declare({ uint: "KiB MiB GiB TiB PiB EiB kB MB GB TB PB EB" });
const CLASSES = declare({ int: "Besteffort Burstable Guaranteed Podruntime System" });

const PRESSURE = ["some", "full"].flatMap((kind) =>
  ["avg10", "avg60", "avg300", "total"].map((period) => `memory_${kind}_${period}`)
).flatMap((name) => [name, `d_${name}`]);

const QOS = [
  ...PRESSURE.map((name) => name.replace("memory", "qos_memory")),
  ...["current", "peak", "max"].flatMap((name) => [`qos_memory_${name}`, `d_qos_memory_${name}`]),
];

const GLOB = { glob: "string string -> bool" };

/** Environment of an expression: variables, functions and type of the result. */
export interface Environment {
  readonly variables: Readonly<Record<string, CelType>>;
  readonly functions: Readonly<Record<string, readonly Signature[]>>;
  readonly result: "bool" | "double";
  /** Whether optional values and their syntax are enabled. */
  readonly hasOptionals?: boolean;
}

/** The name of an environment. */
export type EnvironmentName = "disk" | "volume" | "link" | "oomTrigger" | "oomRanking";

/** Environments of nodes: disk, volume and link selectors, and handling of memory pressure. */
export const ENVIRONMENTS: Readonly<Record<EnvironmentName, Environment>> = {
  disk: {
    variables: { ...declare({ disk: "disk", bool: "system_disk" }), ...UNITS },
    functions: signatures(GLOB),
    result: "bool",
  },
  volume: {
    variables: { ...declare({ volume: "volume", disk: "disk" }), ...UNITS },
    functions: {},
    result: "bool",
  },
  link: {
    variables: declare({ link: "link" }),
    functions: signatures({ ...GLOB, mac: "bytes -> string" }),
    result: "bool",
  },
  oomTrigger: {
    variables: {
      ...declare({
        double: PRESSURE.join(" "),
        "map(int, double)": QOS.join(" "),
        duration: "time_since_trigger",
      }),
      ...UNITS,
      ...CLASSES,
    },
    functions: signatures({ multiply_qos_vectors: "map map -> double" }),
    result: "bool",
    hasOptionals: true,
  },
  oomRanking: {
    variables: {
      ...declare({
        "optional(uint)": "memory_max memory_current memory_peak",
        string: "path",
        int: "class",
      }),
      ...UNITS,
      ...CLASSES,
    },
    functions: {},
    result: "double",
    hasOptionals: true,
  },
};

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
const NULLABLE = ["disk", "volume", "link", "duration", "timestamp", "null"];

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
