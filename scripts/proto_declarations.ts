/**
 * Generates type declarations of the protobuf modules. For each message `X`:
 *
 * - `IX`: input of the encoder: a plain object with optional fields, 64-bit integers as `Long` or
 *   number;
 * - `X`: output of the decoder: all fields with their defaults, 64-bit integers as `Long`, missing
 *   messages and `optional` fields as `null`.
 *
 * @module
 */
import protobuf from "protobufjs";

const NUMBERS = ["double", "float", "int32", "uint32", "sint32", "fixed32", "sfixed32"];
const LONGS = ["int64", "uint64", "sint64", "fixed64", "sfixed64"];

/** Generates the declarations of a top-level package that uses the packages `imports`. */
export function generateDeclarations(
  namespace: protobuf.Namespace,
  imports: readonly string[],
): string {
  const services: protobuf.Service[] = [];
  const body = block(namespace, services);
  const head = [
    ...(body.some((line) => /\bLong\b/.test(line)) ? ['import type Long from "long";'] : []),
    ...(services.length > 0 ? ['import type { Method } from "../method.ts";'] : []),
    ...imports.map((name) => `import type { ${name} } from "./${name}.js";`),
  ];
  return [...head, "", "export " + body[0], ...body.slice(1), ...services.flatMap(table), ""]
    .join("\n");
}

function block(namespace: protobuf.Namespace, services: protobuf.Service[]): string[] {
  const lines = namespace.nestedArray.flatMap((item) => {
    if (item instanceof protobuf.Service) {
      services.push(item);
      return [];
    }
    if (item instanceof protobuf.Type) return message(item);
    if (item instanceof protobuf.Enum) return enumeration(item);
    if (item instanceof protobuf.Namespace) return block(item, services);
    return [];
  });
  return [`namespace ${namespace.name} {`, ...indent(lines), "}"];
}

function message(type: protobuf.Type): string[] {
  const own = type.fullName.slice(1);
  const input = `${type.parent?.fullName.slice(1)}.I${type.name}`;
  const fields = type.fieldsArray.map((field) => field.resolve());
  const nested = type.nestedArray.flatMap((item) =>
    item instanceof protobuf.Type
      ? message(item)
      : item instanceof protobuf.Enum
      ? enumeration(item)
      : []
  );
  return [
    ...doc(type),
    `interface I${type.name} {`,
    ...indent(fields.flatMap((field) => [
      ...doc(field),
      `${field.name}?: ${encodable(field)} | null | undefined;`,
    ])),
    "}",
    ...doc(type),
    `class ${type.name} {`,
    ...indent([
      `private constructor();`,
      `static create(properties?: ${input}): ${own};`,
      `static encode(message: ${input}): { finish(): Uint8Array };`,
      `static decode(bytes: Uint8Array): ${own};`,
      ...fields.flatMap((field) => [...doc(field), `${field.name}: ${decoded(field)};`]),
    ]),
    "}",
    ...(nested.length > 0 ? [`namespace ${type.name} {`, ...indent(nested), "}"] : []),
  ];
}

function enumeration(type: protobuf.Enum): string[] {
  const values = Object.entries(type.values).map(([name, value]) => `${name} = ${value},`);
  return [...doc(type), `enum ${type.name} {`, ...indent(values), "}"];
}

function table(service: protobuf.Service): string[] {
  const rows = service.methodsArray.map(({ name, resolvedRequestType, resolvedResponseType }) =>
    `readonly ${name}: Method<${interfaceName(resolvedRequestType)}, ${
      resolvedResponseType?.fullName.slice(1)
    }>;`
  );
  return [
    `/** The methods of \`${service.fullName.slice(1)}\`. */`,
    `export const ${service.name}: {`,
    ...indent(rows),
    "};",
  ];
}

function encodable(field: protobuf.Field): string {
  return shaped(
    field,
    LONGS.includes(field.type)
      ? "Long | number"
      : field.resolvedType instanceof protobuf.Type
      ? interfaceName(field.resolvedType)
      : scalar(field),
  );
}

function decoded(field: protobuf.Field): string {
  const nullable = !field.repeated && !field.map &&
    (field.resolvedType instanceof protobuf.Type || field.partOf !== null);
  const type = field.resolvedType instanceof protobuf.Type
    ? field.resolvedType.fullName.slice(1)
    : scalar(field);
  return shaped(field, type) + (nullable ? " | null" : "");
}

function shaped(field: protobuf.Field, type: string): string {
  if (field.map) return `{ [key: string]: ${type} }`;
  if (!field.repeated) return type;
  return type.includes("|") ? `(${type})[]` : `${type}[]`;
}

function scalar(field: protobuf.Field): string {
  if (field.resolvedType instanceof protobuf.Enum) return field.resolvedType.fullName.slice(1);
  if (NUMBERS.includes(field.type)) return "number";
  if (LONGS.includes(field.type)) return "Long";
  if (field.type === "string") return "string";
  if (field.type === "bool") return "boolean";
  if (field.type === "bytes") return "Uint8Array";
  throw new Error(`${field.fullName}: no declaration for type "${field.type}"`);
}

function interfaceName(type: protobuf.Type | null): string {
  return `${type?.parent?.fullName.slice(1)}.I${type?.name}`;
}

function doc(item: protobuf.ReflectionObject): string[] {
  // protobufjs attaches the header comment of some files to their first message.
  return item.comment ? [`/** ${item.comment.replaceAll("\n", " ")} */`] : [];
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
