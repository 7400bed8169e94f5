/**
 * `deno task proto`: generates `proto/gen/` from `proto/*.proto`, one module for each package: a
 * table for each message and service, read by `proto/message.ts`, and type declarations.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import protobuf from "protobufjs";
import { generateDeclarations } from "./proto_declarations.ts";

const SOURCES = new URL("../proto/", import.meta.url);
const GENERATED = new URL("../proto/gen/", import.meta.url);
const NOTICE = "// Generated from proto/*.proto by `deno task proto`. Do not edit.";

/** Names of fields that are not names of variables. */
const RESERVED = new Set(["interface"]);

/** Generates the files of `proto/gen/` by name. */
export function generate(): Map<string, string> {
  const root = loadSources();
  const files = new Map<string, string>();
  for (const item of root.nestedArray) {
    if (!(item instanceof protobuf.Namespace)) throw new Error(`"${item.name}" has no package`);
    files.set(`${item.name}.js`, generateModule(item));
    files.set(`${item.name}.d.ts`, `${NOTICE}\n${generateDeclarations(item, listImports(item))}`);
  }
  return files;
}

/** Loads `proto/*.proto`. */
export function loadSources(): protobuf.Root {
  const root = new protobuf.Root();
  // google/protobuf/*.proto are built into protobufjs.
  root.resolvePath = (_origin, target) =>
    target.startsWith("google/protobuf/") ? target : fileURLToPath(new URL(target, SOURCES));
  const sources = [...Deno.readDirSync(SOURCES)].map((entry) => entry.name)
    .filter((name) => name.endsWith(".proto")).sort();
  // Sequentially, so that the order of the output is deterministic.
  root.loadSync(sources, { alternateCommentMode: true });
  root.resolveAll();
  return root;
}

function generateModule(item: protobuf.Namespace): string {
  const tables: string[] = [];
  const enums: string[] = [];
  const nested: string[] = [];
  const visit = (object: protobuf.ReflectionObject) => {
    const path = object.fullName.slice(item.fullName.length + 1);
    const isNamed = object instanceof protobuf.Type || object instanceof protobuf.Enum;
    if (isNamed && path.includes(".")) nested.push(path);
    if (object instanceof protobuf.Type) {
      const names = listFields(object).map(({ name }) => name);
      const slots = names.map((name) => RESERVED.has(name) ? `$${name}` : name).join(", ");
      const properties = names.map((name) => RESERVED.has(name) ? `${name}: $${name}` : name)
        .join(", ");
      const table = JSON.stringify(formatTable(object));
      tables.push(
        `case ${JSON.stringify(path)}: return [${table}, ([${slots}]) => ({ ${properties} })];`,
      );
    }
    if (object instanceof protobuf.Enum) {
      enums.push(`case ${JSON.stringify(path)}: return ${JSON.stringify(object.values)};`);
    }
    if (object instanceof protobuf.Namespace) object.nestedArray.forEach(visit);
  };
  item.nestedArray.forEach(visit);
  const services = listServices(item);
  return [
    NOTICE,
    `// @ts-self-types="./${item.name}.d.ts"`,
    ...listImports(item).map((name) => `import "./${name}.js";`),
    'import { createPackage } from "../message.ts";',
    ...(services.length > 0 ? ['import { createMethod } from "../create_method.ts";'] : []),
    `export const ${item.name} = createPackage("${item.name}", (path) => {`,
    ...formatSwitch(tables),
    "}, (path) => {",
    ...formatSwitch(enums),
    `}, ${JSON.stringify(nested)});`,
    ...services.map(generateMethodTable),
    "",
  ].join("\n");
}

function formatSwitch(cases: readonly string[]): string[] {
  return ["switch (path) {", ...cases, "default: return undefined;", "}"];
}

/** Returns the fields in the order of their numbers. */
function listFields(type: protobuf.Type): protobuf.Field[] {
  return type.fieldsArray.map((field) => field.resolve()).sort((a, b) => a.id - b.id);
}

/** Formats the fields of a message for `createPackage`. */
function formatTable(type: protobuf.Type): string {
  return listFields(type).map((field) => {
    if (field instanceof protobuf.MapField && field.keyType !== "string") {
      throw new Error(`${field.fullName}: only maps with string keys are supported`);
    }
    const { resolvedType } = field;
    const base = resolvedType instanceof protobuf.Type
      ? resolvedType.fullName
      : resolvedType instanceof protobuf.Enum
      ? "enum"
      : field.type;
    const suffix = field.repeated ? "[]" : field.map ? "{}" : "";
    const oneof = field.partOf?.name.startsWith("_")
      ? "?"
      : field.partOf
      ? `|${field.partOf.name}`
      : "";
    return `${field.id} ${field.name} ${base}${suffix}${oneof}`;
  }).join(", ");
}

function generateMethodTable(service: protobuf.Service): string {
  const path = service.fullName.slice(1);
  const rows = service.methodsArray.map((method) => {
    const types = [method.resolvedRequestType, method.resolvedResponseType]
      .map((type) => `"${type?.fullName}"`);
    const streams = [method.requestStream === true, method.responseStream === true];
    return `${method.name}: createMethod("/${path}/${method.name}", ${
      [...types, ...streams].join(", ")
    }),`;
  });
  return [`export const ${service.name} = {`, ...rows, "};"].join("\n");
}

function listServices(namespace: protobuf.NamespaceBase): protobuf.Service[] {
  return namespace.nestedArray.flatMap((item) =>
    item instanceof protobuf.Service
      ? [item]
      : item instanceof protobuf.Namespace
      ? listServices(item)
      : []
  );
}

/** Returns the sorted names of packages whose types this one uses. */
function listImports(namespace: protobuf.NamespaceBase): string[] {
  const names = new Set<string>();
  const visit = (item: protobuf.ReflectionObject) => {
    if (item instanceof protobuf.Type) {
      for (const field of item.fieldsArray) names.add(field.resolvedType?.fullName ?? "");
    }
    if (item instanceof protobuf.Service) {
      for (const { resolvedRequestType, resolvedResponseType } of item.methodsArray) {
        names.add(resolvedRequestType?.fullName ?? "").add(resolvedResponseType?.fullName ?? "");
      }
    }
    if (item instanceof protobuf.Namespace) item.nestedArray.forEach(visit);
  };
  visit(namespace);
  const packages = [...names].map((name) => name.split(".")[1] ?? "");
  return [...new Set(packages)].filter((name) => name !== "" && name !== namespace.name).sort();
}

if (import.meta.main) {
  const files = generate();
  await Deno.mkdir(GENERATED, { recursive: true });
  for (const entry of [...Deno.readDirSync(GENERATED)]) {
    if (!files.has(entry.name)) await Deno.remove(new URL(entry.name, GENERATED));
  }
  for (const [name, text] of files) {
    await Deno.writeTextFile(new URL(name, GENERATED), text);
    console.log(`${String(new TextEncoder().encode(text).length).padStart(8)}  proto/gen/${name}`);
  }
}
