/** Client configurations: parseConfig(), ConfigEditor. */
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { OsctlError } from "../../lib/errors.ts";
import { ConfigEditor } from "../../lib/osconfig/editor.ts";
import { parseConfig, renderConfig } from "../../lib/osconfig/mod.ts";
import type { ContextRecord } from "../../lib/osconfig/types.ts";
import { checkProperty, resultOf } from "../helpers/check_property.ts";

const name = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
  fc.constantFrom("a", "b", "prod", "n: 1", "~", "7", "yes", "<<", "#", "- x", "__proto__"),
);
const base64 = fc.uint8Array({ minLength: 1, maxLength: 9 }).map((bytes) => bytes.toBase64());
const plainRecord = <T>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(members, { noNullPrototype: true });
const record: fc.Arbitrary<ContextRecord> = fc.record({
  endpoints: fc.array(name, { maxLength: 3 }),
  nodes: fc.array(name, { maxLength: 3 }),
  ca: base64,
  crt: base64,
  key: base64,
  cluster: name,
  auth: fc.oneof(
    plainRecord({ basic: plainRecord({ username: name, password: name }) }),
    plainRecord({ siderov1: plainRecord({ identity: name }) }),
  ),
}, { requiredKeys: ["endpoints", "nodes"], noNullPrototype: true });

const step = fc.oneof(
  fc.record({ action: fc.constant("put" as const), name, record }),
  fc.record({ action: fc.constantFrom("remove" as const, "current" as const), name }),
  fc.record({
    action: fc.constantFrom("endpoints" as const, "nodes" as const),
    name,
    items: fc.array(name, { maxLength: 3 }),
  }),
);

/** The content of a text, comparable. */
function contentOf(text: string) {
  const { current, contexts } = parseConfig(text, "file").config;
  return { current, contexts: plain(contexts) };
}

function plain(contexts: ReadonlyMap<string, ContextRecord>) {
  return [...contexts].sort(([a], [b]) => a < b ? -1 : 1).map(([key, { nodes, ...rest }]) =>
    [key, { ...rest, nodes: [...nodes] }] as const
  );
}

const FILE = `# mine
context: prod
other: [1, 2] # unknown
contexts:
    # the real one
    prod:
        endpoints: [10.0.0.2] # load balancer
        nodes:
            - 10.0.0.3
        extra: {a: b}
    a: &a
        target: 10.0.0.9
    b: *a
`;

checkProperty(
  "edits of a client configuration give the content of the editor",
  fc.property(
    fc.constantFrom(FILE, "", "# mine\n", FILE.replaceAll("\n", "\r\n")),
    fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
    (first, edits) => {
      let text = first;
      for (const steps of edits) {
        const editor = new ConfigEditor(parseConfig(text, "file"));
        for (const one of steps) {
          const exists = editor.config.contexts.has(one.name);
          if (one.action === "put") editor.put(one.name, one.record);
          else if (one.action === "current") editor.setCurrent(one.name);
          else if (one.action === "remove") editor.remove(one.name);
          else if (!exists || !("items" in one)) continue;
          else if (one.action === "nodes") editor.setNodes(one.name, one.items);
          else editor.setEndpoints(one.name, one.items);
        }
        text = editor.toString();
        const { current, contexts } = editor.config;
        deepStrictEqual(contentOf(text), { current, contexts: plain(contexts) }, text);
        // A second edit without changes writes the same text.
        strictEqual(new ConfigEditor(parseConfig(text, "file")).toString(), text);
      }
      if (first !== "") ok(text.includes("# mine"), text);
    },
  ),
);

checkProperty(
  "a rendered client configuration is parsed to the same content",
  fc.property(
    name,
    fc.dictionary(name, record, { maxKeys: 4, noNullPrototype: true }),
    (current, contexts) => {
      const text = renderConfig(current, contexts);
      const expected = plain(new Map(Object.entries(contexts)));
      deepStrictEqual(contentOf(text), { current, contexts: expected }, text);
    },
  ),
);

/** A file with one part replaced. */
const changed = fc.tuple(
  fc.nat(FILE.length),
  fc.nat(8),
  fc.oneof(fc.string(), fc.stringMatching(/^[ \n:&*\[\]{}'"#<|>-]{0,6}$/)),
).map(([at, length, text]) => FILE.slice(0, at) + text + FILE.slice(at + length));

checkProperty(
  "any text is a client configuration, or an error with its position",
  fc.property(fc.oneof(fc.string({ unit: "binary" }), changed), (text) => {
    const result = resultOf(() => parseConfig(text, "file"));
    if ("value" in result) return ok(result.value.config.contexts instanceof Map);
    ok(result.error instanceof OsctlError, String(result.error));
    ok(/^file:\d+:\d+: ./s.test(result.error.message), result.error.message);
  }),
);
