/**
 * `deno task proto`: turns `proto/*.proto` into `proto/gen/`, one module for each package: the codecs
 * as protobufjs writes them, a table of methods for each service, and type declarations.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import protobuf from "protobufjs";
import cli from "protobufjs-cli";
import { declarations } from "./proto_declarations.ts";

const SOURCES = new URL("../proto/", import.meta.url);
const GENERATED = new URL("../proto/gen/", import.meta.url);
const NOTICE = "// Generated from proto/*.proto by `deno task proto`. Do not edit.";

/** The half of pbjs that takes a loaded root: exported, but missing in its declarations. */
const generator = cli.pbjs as unknown as {
  generate(
    root: protobuf.Root,
    options: Readonly<Record<string, string | boolean>>,
    done: (error: Error | null, output?: string) => void,
  ): void;
};

/** The contents of every file in `proto/gen/`, by file name. */
export async function generate(): Promise<Map<string, string>> {
  const root = load();
  const files = new Map<string, string>();
  for (const item of root.nestedArray) {
    if (!(item instanceof protobuf.Namespace)) throw new Error(`"${item.name}" has no package`);
    files.set(`${item.name}.js`, await module(root, item));
    files.set(`${item.name}.d.ts`, `${NOTICE}\n${declarations(item, referenced(item))}`);
  }
  return files;
}

function load(): protobuf.Root {
  const root = new protobuf.Root();
  // protobufjs brings google/protobuf/*.proto with it.
  root.resolvePath = (_origin, target) =>
    target.startsWith("google/protobuf/") ? target : fileURLToPath(new URL(target, SOURCES));
  const sources = [...Deno.readDirSync(SOURCES)].map((entry) => entry.name)
    .filter((name) => name.endsWith(".proto")).sort();
  // One after the other, so that the order of what is generated is always the same.
  root.loadSync(sources, { alternateCommentMode: true });
  root.resolveAll();
  acceptAnyText(root);
  return root;
}

/**
 * Strings are decoded without a check for valid UTF-8: nodes send file names and process arguments
 * as they are, and one odd name must not hide all others.
 */
function acceptAnyText(namespace: protobuf.NamespaceBase): void {
  for (const item of namespace.nestedArray) {
    if (item instanceof protobuf.Type) {
      for (const field of item.fieldsArray) {
        (field as unknown as { _features: Record<string, string> })._features = {
          ...(field as unknown as { _features: Record<string, string> })._features,
          utf8_validation: "NONE",
        };
      }
    }
    if (item instanceof protobuf.Namespace) acceptAnyText(item);
  }
}

/** One package's codecs and method tables. Packages find each other through a shared root object. */
async function module(root: protobuf.Root, item: protobuf.Namespace): Promise<string> {
  const view = Object.create(root, { nestedArray: { value: [item] } });
  const code = await new Promise<string>((resolve, reject) =>
    generator.generate(view, {
      target: "static-module",
      wrap: "esm",
      root: "osctl",
      create: true,
      encode: true,
      decode: true,
      verify: false,
      convert: false,
      delimited: false,
      typeurl: false,
      comments: false,
      service: false,
      beautify: false,
      lint: "",
      "force-long": true,
    }, (error, output) => {
      if (error) reject(error);
      else resolve(output ?? "");
    })
  );
  const body = code.split("\n").map((line) => line.trim()).filter((line) => line !== "").join("\n")
    .replace(/\nexport \{\n\$root as default\n\};$/, "");
  const services = servicesOf(item);
  const helpers = ["lazily as $lazily", ...(services.length > 0 ? ["method as $method"] : [])];
  return [
    NOTICE,
    `// @ts-self-types="./${item.name}.d.ts"`,
    ...referenced(item).map((name) => `import "./${name}.js";`),
    `import { ${helpers.join(", ")} } from "../codec.ts";`,
    deferred(body),
    ...services.map(table),
    "",
  ].join("\n");
}

/**
 * Has every codec made when it is first used: a call needs a handful of hundreds, and making them all
 * would take longer than the call.
 */
function deferred(code: string): string {
  const ends: string[] = [];
  const lines = code.split("\n").map((line) => {
    if (line === "})();") return ends.pop() ?? line;
    const [, owner, name] = /^([\w.$]+)\.(\w+) = \(function\(\) \{$/.exec(line) ?? [];
    if (name === undefined) {
      if (line.endsWith("(() => {")) ends.push("})();");
      return line;
    }
    ends.push("});");
    return `$lazily(${owner}, "${name}", () => {`;
  });
  if (ends.length > 0) throw new Error("the generated code has another structure than expected");
  return lines.join("\n");
}

function table(service: protobuf.Service): string {
  const path = service.fullName.slice(1);
  const rows = service.methodsArray.map((method) => {
    const codecs = [method.resolvedRequestType, method.resolvedResponseType]
      .map((type) => `() => $root${type?.fullName}`);
    const streams = [method.requestStream === true, method.responseStream === true];
    return `${method.name}: $method("/${path}/${method.name}", ${
      [...codecs, ...streams].join(", ")
    }),`;
  });
  return [`export const ${service.name} = {`, ...rows, "};"].join("\n");
}

function servicesOf(namespace: protobuf.NamespaceBase): protobuf.Service[] {
  return namespace.nestedArray.flatMap((item) =>
    item instanceof protobuf.Service
      ? [item]
      : item instanceof protobuf.Namespace
      ? servicesOf(item)
      : []
  );
}

/** The other packages whose types this one uses, sorted. */
function referenced(namespace: protobuf.NamespaceBase): string[] {
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
  const files = await generate();
  await Deno.mkdir(GENERATED, { recursive: true });
  for (const entry of [...Deno.readDirSync(GENERATED)]) {
    if (!files.has(entry.name)) await Deno.remove(new URL(entry.name, GENERATED));
  }
  for (const [name, text] of files) {
    await Deno.writeTextFile(new URL(name, GENERATED), text);
    console.log(`${String(new TextEncoder().encode(text).length).padStart(8)}  proto/gen/${name}`);
  }
}
