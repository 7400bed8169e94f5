/**
 * Types of the OCI runtime specification, which nodes decode overrides with. Unknown fields are
 * ignored there. Source: `specs-go` of the OCI runtime specification 1.2.
 *
 * @module
 */
import { isList, isMap, type Value } from "../data.ts";
import type { Cursor } from "./cursor.ts";
import type { Report } from "./report.ts";

/** A type: the name of a scalar, a list `[type]`, a map `{ "*": type }`, or an object. */
type Shape = string | readonly [Shape] | { readonly [field: string]: Shape };

/** Declares fields of one type. */
function each(shape: Shape, names: string): { readonly [field: string]: Shape } {
  return Object.fromEntries(names.split(" ").map((name) => [name, shape]));
}

const STRINGS: Shape = ["string"];
const MAPPINGS: Shape = [each("uint", "containerID hostID size")];
const HOOKS: Shape = [{ path: "string", args: STRINGS, env: STRINGS, timeout: "int" }];
const WEIGHTS: Shape = [each("uint", "major minor weight leafWeight rate")];

const PROCESS: Shape = {
  ...each("bool", "terminal noNewPrivileges"),
  ...each("string", "commandLine cwd apparmorProfile selinuxLabel"),
  ...each(STRINGS, "args env"),
  consoleSize: each("uint", "height width"),
  user: { ...each("uint", "uid gid umask"), additionalGids: ["uint"], username: "string" },
  capabilities: each(STRINGS, "bounding effective inheritable permitted ambient"),
  rlimits: [{ type: "string", ...each("uint", "hard soft") }],
  oomScoreAdj: "int",
  scheduler: {
    policy: "string",
    ...each("int", "nice priority"),
    flags: STRINGS,
    ...each("uint", "runtime deadline period"),
  },
  ioPriority: { class: "string", priority: "int" },
  execCPUAffinity: each("string", "initial final"),
};

const RESOURCES: Shape = {
  devices: [{ allow: "bool", ...each("string", "type access"), ...each("int", "major minor") }],
  memory: {
    ...each("int", "limit reservation swap kernel kernelTCP"),
    swappiness: "uint",
    ...each("bool", "disableOOMKiller useHierarchy checkBeforeUpdate"),
  },
  cpu: {
    ...each("uint", "shares burst period realtimePeriod"),
    ...each("int", "quota realtimeRuntime idle"),
    ...each("string", "cpus mems"),
  },
  pids: { limit: "int" },
  blockIO: {
    ...each("uint", "weight leafWeight"),
    ...each(
      WEIGHTS,
      "weightDevice throttleReadBpsDevice throttleWriteBpsDevice throttleReadIOPSDevice " +
        "throttleWriteIOPSDevice",
    ),
  },
  hugepageLimits: [{ pageSize: "string", limit: "uint" }],
  network: { classID: "uint", priorities: [{ name: "string", priority: "uint" }] },
  unified: { "*": "string" },
};

const LINUX: Shape = {
  ...each(MAPPINGS, "uidMappings gidMappings"),
  sysctl: { "*": "string" },
  resources: RESOURCES,
  ...each("string", "cgroupsPath rootfsPropagation mountLabel"),
  namespaces: [each("string", "type path")],
  devices: [{
    ...each("string", "path type"),
    ...each("int", "major minor"),
    ...each("uint", "fileMode uid gid"),
  }],
  seccomp: {
    ...each("string", "defaultAction listenerPath listenerMetadata"),
    defaultErrnoRet: "uint",
    ...each(STRINGS, "architectures flags"),
    syscalls: [{
      names: STRINGS,
      action: "string",
      errnoRet: "uint",
      args: [{ ...each("uint", "index value valueTwo"), op: "string" }],
    }],
  },
  ...each(STRINGS, "maskedPaths readonlyPaths"),
  intelRdt: {
    ...each("string", "closID l3CacheSchema memBwSchema"),
    ...each("bool", "enableCMT enableMBM"),
  },
  personality: { domain: "string", flags: STRINGS },
  timeOffsets: { "*": { secs: "int", nanosecs: "uint" } },
};

const SPEC: Shape = {
  ...each("string", "ociVersion hostname domainname"),
  process: PROCESS,
  root: { path: "string", readonly: "bool" },
  mounts: [{
    ...each("string", "destination type source"),
    options: STRINGS,
    ...each(MAPPINGS, "uidMappings gidMappings"),
  }],
  hooks: each(
    HOOKS,
    "prestart createRuntime createContainer startContainer poststart poststop",
  ),
  annotations: { "*": "string" },
  linux: LINUX,
};

/** Reports values of other types than in the specification. */
export function checkRuntimeSpec(spec: Cursor, report: Report): void {
  check(spec, SPEC, report);
}

function check(cursor: Cursor, shape: Shape, report: Report): void {
  const { value } = cursor;
  if (!cursor.isPresent || value === undefined || value === null) return;
  if (typeof shape === "string") {
    if (isScalar(value, shape)) return;
    const article = /^[aeiu]/.test(shape) ? "an" : "a";
    const name = { uint: "unsigned integer", int: "integer", bool: "boolean" }[shape] ?? shape;
    report.error(cursor, `not ${article} ${name}, as the OCI runtime specification requires`);
  } else if (isArray(shape)) {
    if (!isList(value)) report.error(cursor, "not a list");
    else for (const item of cursor.items) check(item, shape[0], report);
  } else if (!isMap(value)) report.error(cursor, "not an object");
  else {
    // Nodes decode JSON, whose keys Go compares without case.
    const fields = Object.entries(shape);
    for (const [name, child] of cursor.entries) {
      const known = shape["*"] ??
        fields.find(([field]) => field.toLowerCase() === name.toLowerCase())?.[1];
      if (known !== undefined) check(child, known, report);
    }
  }
}

function isArray(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

function isScalar(value: Value, shape: string): boolean {
  if (shape === "string") return typeof value === "string";
  if (shape === "bool") return typeof value === "boolean";
  const isInteger = typeof value === "bigint" || Number.isInteger(value);
  return isInteger && (shape === "int" || Number(value) >= 0);
}
