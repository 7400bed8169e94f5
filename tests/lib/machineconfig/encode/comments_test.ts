import { NEWEST } from "../../../../lib/machineconfig/schema/releases.ts";
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { ConfigDocument, Data, Value } from "../../../../lib/machineconfig/data.ts";
import { encodeConfig, normalise } from "../../../../lib/machineconfig/encode/mod.ts";
import { exampleValue, shownExamples } from "../../../../lib/machineconfig/encode/examples.ts";
import { decodeMachineConfig } from "../../../../lib/machineconfig/load/mod.ts";
import { DOCUMENTS, MAIN } from "../../../../lib/machineconfig/schema/documents.ts";
import {
  type ConfigRelease,
  type DocumentType,
  type Field,
  INT,
  list,
  map,
  number,
  object,
  type ObjectType,
  one,
  TEXT,
  text,
} from "../../../../lib/machineconfig/schema/types.ts";
import { validate } from "../../../../lib/machineconfig/validate/mod.ts";
import { CONTROL_PLANE, WORKER } from "./configs.ts";
import { uncommentEach } from "./uncomment.ts";

const CONFIGS = { "a control plane": CONTROL_PLANE, "a worker": WORKER };
const STYLES = [
  { docs: true, examples: false },
  { docs: false, examples: true },
  { docs: true, examples: true },
];

function read(yaml: string, release: ConfigRelease = NEWEST): ConfigDocument {
  const { documents, problems } = decodeMachineConfig(yaml, { release });
  deepStrictEqual(problems, [], yaml);
  strictEqual(documents.length, 1);
  return documents[0]!;
}

Deno.test("encodeConfig() with comments encodes the same data and keeps empty sections", () => {
  for (const [name, config] of Object.entries(CONFIGS)) {
    for (const style of STYLES) {
      const { data } = read(encodeConfig([config], style));
      const cluster = data["cluster"] as Data;
      const machine = data["machine"] as Data;
      deepStrictEqual(machine["registries"], {}, name);
      deepStrictEqual([cluster["extraManifests"], cluster["inlineManifests"]], [[], []], name);
      deepStrictEqual(normalise({ type: MAIN, data }), normalise(config), name);
      deepStrictEqual(data, config.data, name);
    }
  }
});

/** Yields the absent and empty fields of the data, by path. */
function* emptyFields(
  type: ObjectType,
  data: Data,
  path = "",
): Generator<[path: string, field: Field]> {
  for (const [name, field] of Object.entries(type.fields)) {
    const value = data[name];
    const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
    if (value === undefined || isEmpty) yield [`${path}.${name}`, field];
    else if (field.type.kind === "object") {
      yield* emptyFields(field.type, value as Data, `${path}.${name}`);
    }
  }
}

/** Returns the path of the first different value, and the value in `after`. */
function difference(before: Data, after: Data, path = ""): [path: string, value: Value] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const name of names) {
    const [left, right] = [before[name], after[name]];
    if (isDeepStrictEqual(left, right)) continue;
    const isEmpty = typeof left !== "object" || left === null || Object.keys(left).length === 0;
    if (isEmpty) return [`${path}.${name}`, right!];
    return difference(left as Data, right as Data, `${path}.${name}`);
  }
  throw new Error("nothing differs");
}

for (const [name, config] of Object.entries(CONFIGS)) {
  for (const style of STYLES.filter(({ examples }) => examples)) {
    const title = `${name}${style.docs ? " with docs" : ""}`;
    Deno.test(`encodeConfig() writes examples that can be uncommented in place for ${title}`, () => {
      const yaml = encodeConfig([config], style);
      const found = new Map<string, Value[]>();
      for (const { comment, text: changed } of uncommentEach(yaml)) {
        const { data } = read(changed);
        const [path, value] = difference(config.data, data);
        ok(comment.includes(`${path.slice(path.lastIndexOf(".") + 1)}:`), comment);
        found.set(path, [...found.get(path) ?? [], value]);
      }
      const isControlPlane = config === CONTROL_PLANE;
      const expected = new Map<string, Value[]>();
      for (const [path, field] of emptyFields(MAIN.object, config.data)) {
        const values = shownExamples(field, { release: NEWEST, isControlPlane }).map(({ value }) =>
          value as Value
        );
        if (values.length > 0) expected.set(path, values);
      }
      // An empty list has one example.
      deepStrictEqual(found, expected);
    });
  }

  Deno.test(`encodeConfig() writes valid examples for ${name}`, () => {
    const mode = "metal" as const;
    const yaml = encodeConfig([config], { docs: true, examples: true });
    const errors = (changed: string) =>
      validate(decodeMachineConfig(changed, { release: NEWEST }), { mode, release: NEWEST })
        .filter(({ severity }) => severity === "error").map(({ message }) => message);
    const before = errors(yaml);
    for (const { comment, text: changed } of uncommentEach(yaml)) {
      deepStrictEqual(errors(changed), before, comment);
    }
  });
}

Deno.test("encodeConfig() writes examples for the given release", () => {
  for (const config of Object.values(CONFIGS)) {
    const { machine, cluster } = config.data as { machine: Data; cluster: Data };
    const { features: _, nodeLabels: __, ...rest } = machine;
    const old = { ...config, data: { ...config.data, machine: rest, cluster } };
    const yaml = encodeConfig([old], { docs: true, examples: true, release: "v1.4" });
    let count = 0;
    for (const { text: changed } of uncommentEach(yaml)) {
      read(changed, "v1.4");
      count++;
    }
    ok(count > 30, `${count} examples`);
  }
});

Deno.test("exampleValue() omits fields of later releases", () => {
  const selector = MAIN.object.fields["machine"]!;
  const value = { kubelet: { credentialProviderConfig: { a: 1 }, image: "i" }, nodeTaints: {} };
  deepStrictEqual(exampleValue(selector.type, value, "v1.4"), { kubelet: { image: "i" } });
});

Deno.test("encodeConfig() writes comments and examples for every kind of document", () => {
  for (const type of DOCUMENTS.filter((one) => one !== MAIN)) {
    for (const { value } of type.examples ?? []) {
      for (const style of STYLES) {
        const document = { type, data: value as Data };
        const yaml = encodeConfig([document], style);
        deepStrictEqual(normalise(read(yaml)), normalise(document));
        for (const { text: changed } of uncommentEach(yaml)) read(changed);
      }
    }
  }
});

Deno.test("encodeConfig() writes no examples of secrets", () => {
  const yaml = encodeConfig([WORKER], { docs: true, examples: true });
  for (const name of ["aescbcEncryptionSecret", "serviceAccount", "aggregatorCA"]) {
    ok(!yaml.includes(`# ${name}:`), name);
  }
});

Deno.test("encodeConfig() separates comments and examples by blank lines", () => {
  const port = number({ doc: "Port", examples: [{ value: 80 }], ...INT });
  const server = object("Server", "A server", {
    name: text({ doc: "Name", always: true }),
    tags: list(TEXT, { doc: "Tags", examples: [{ value: ["a", "b"] }] }),
    port,
  });
  const type: DocumentType = {
    kind: "Example",
    object: object("Example", "An example", {
      list: list(server, { doc: "Servers", examples: [{ value: [{ tags: ["a"], name: "x" }] }] }),
      server: one(server, { doc: "A server", examples: [{ value: { name: "x", port: 80 } }] }),
      empty: one(server, { doc: "An empty one", examples: [{ value: { name: "x" } }] }),
      short: text({ doc: "A short text" }),
      long: text({ doc: "A long text" }),
      lines: text({ doc: "Lines" }),
      open: text({ doc: "Lines with a blank one" }),
      servers: map(server, {
        doc: "Servers by name",
        examples: [
          { title: "One", value: { x: { name: "x" } } },
          { title: "Another", value: { z: { name: "z" } } },
        ],
      }),
      port,
      newer: number({ doc: "Not yet", since: "v1.8", examples: [{ value: 1 }], ...INT }),
      older: number({ doc: "No longer", instead: "port", examples: [{ value: 1 }], ...INT }),
      secret: text({ doc: "Secret", secret: true, examples: [{ value: "hidden" }] }),
    }),
  };
  const data = {
    list: [{ name: "first" }, { name: "", tags: ["c"] }],
    server: { name: "s" },
    empty: {},
    short: "x",
    long: "x".repeat(61),
    lines: "a\nb\n",
    open: "a\n\n",
  };
  const encoded = (style: { docs: boolean; examples: boolean }) =>
    encodeConfig([{ type, data }], { ...style, release: "v1.7" });
  strictEqual(
    encoded({ docs: true, examples: true }),
    `apiVersion: v1alpha1
kind: Example
# Servers
list:
    - name: first # Name
    - name: "" # Name
      # Tags
      tags:
        - c
# A server
server:
    name: s # Name

    # # Tags
    # tags:
    #     - a
    #     - b

    # port: 80 # Port

# An empty one
empty:
    name: "" # Name

    # # Tags
    # tags:
    #     - a
    #     - b

    # port: 80 # Port

short: x # A short text
# A long text
long: ${data.long}
lines: | # Lines
    a
    b
open: "a\\n\\n" # Lines with a blank one

# # Servers by name
# # One
# servers:
#     x:
#         name: x # Name

# # Another
# servers:
#     z:
#         name: z # Name

# port: 80 # Port
`,
  );
  strictEqual(
    encoded({ docs: true, examples: false }),
    encoded({ docs: true, examples: true })
      .replace(/\n\n# # Servers by name[^]*$/, "\n")
      .replaceAll(/\n\n {4}# # Tags[^]*?# Port\n\n/g, "\n")
      .replace(
        'open: "a\\n\\n" # Lines with a blank one',
        "open: |+ # Lines with a blank one\n    a\n",
      ),
  );
});
