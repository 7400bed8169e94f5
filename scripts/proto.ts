/**
 * `deno task proto`: generates `proto/gen/` from `proto/*.proto`, one module for each package: codecs
 * by protobufjs, a method table for each service, and type declarations.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import protobuf from "protobufjs";
import cli from "protobufjs-cli";
import { generateDeclarations } from "./proto_declarations.ts";

const SOURCES = new URL("../proto/", import.meta.url);
const GENERATED = new URL("../proto/gen/", import.meta.url);
const NOTICE = "// Generated from proto/*.proto by `deno task proto`. Do not edit.";

/** pbjs for a loaded root: exported, but missing in its type declarations. */
const generator = cli.pbjs as unknown as {
  generate(
    root: protobuf.Root,
    options: Readonly<Record<string, string | boolean>>,
    done: (error: Error | null, output?: string) => void,
  ): void;
};

/** Generates the files of `proto/gen/` by name. */
export async function generate(): Promise<Map<string, string>> {
  const root = load();
  const files = new Map<string, string>();
  for (const item of root.nestedArray) {
    if (!(item instanceof protobuf.Namespace)) throw new Error(`"${item.name}" has no package`);
    files.set(`${item.name}.js`, await generateModule(root, item));
    files.set(`${item.name}.d.ts`, `${NOTICE}\n${generateDeclarations(item, listImports(item))}`);
  }
  return files;
}

function load(): protobuf.Root {
  const root = new protobuf.Root();
  // google/protobuf/*.proto are built into protobufjs.
  root.resolvePath = (_origin, target) =>
    target.startsWith("google/protobuf/") ? target : fileURLToPath(new URL(target, SOURCES));
  const sources = [...Deno.readDirSync(SOURCES)].map((entry) => entry.name)
    .filter((name) => name.endsWith(".proto")).sort();
  // Sequentially, so that the order of the output is deterministic.
  root.loadSync(sources, { alternateCommentMode: true });
  root.resolveAll();
  disableUtf8Validation(root);
  return root;
}

/**
 * Disables UTF-8 validation of strings: nodes send raw file names and process arguments, and an
 * invalid one must not fail the whole message.
 */
function disableUtf8Validation(namespace: protobuf.NamespaceBase): void {
  for (const item of namespace.nestedArray) {
    if (item instanceof protobuf.Type) {
      for (const field of item.fieldsArray) {
        (field as unknown as { _features: Record<string, string> })._features = {
          ...(field as unknown as { _features: Record<string, string> })._features,
          utf8_validation: "NONE",
        };
      }
    }
    if (item instanceof protobuf.Namespace) disableUtf8Validation(item);
  }
}

/** Generates codecs and method tables of a package. Packages share one root object. */
async function generateModule(root: protobuf.Root, item: protobuf.Namespace): Promise<string> {
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
    .replace(/\nexport \{\n\$root as default\n\};$/, "")
    .replace('from "protobufjs/minimal.js"', 'from "../protobuf.ts"');
  const services = listServices(item);
  const helpers = ["lazily as $lazily", ...(services.length > 0 ? ["method as $method"] : [])];
  return [
    NOTICE,
    `// @ts-self-types="./${item.name}.d.ts"`,
    ...listImports(item).map((name) => `import "./${name}.js";`),
    `import { ${helpers.join(", ")} } from "../codec.ts";`,
    deferCodecs(body),
    ...services.map(generateMethodTable),
    "",
  ].join("\n");
}

/**
 * Defers the creation of codecs to their first use: a call needs a few of hundreds, and creating all
 * takes longer than the call. Namespaces are created at once, since V8's code cache contains only
 * functions that are.
 */
function deferCodecs(code: string): string {
  const ends: string[] = [];
  const lines = code.split("\n").map((line, index, all) => {
    if (line === "})();") return ends.pop() ?? line;
    const [, owner, name] = /^([\w.$]+)\.(\w+) = \(function\(\) \{$/.exec(line) ?? [];
    if (name !== undefined && all[index + 1] === `const ${name} = {};`) {
      ends.push("})();");
      return line;
    }
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

function generateMethodTable(service: protobuf.Service): string {
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
