import { deepEqual, equal, ok } from "node:assert/strict";
import { load } from "js-yaml";
import { parse, parseAllDocuments } from "yaml";
import { encodeConfig } from "../../../../lib/machineconfig/encode/mod.ts";
import {
  generateConfig,
  type GenerateInput,
  parseEndpoint,
} from "../../../../lib/machineconfig/generate/mod.ts";
import { jsonSchema } from "../../../../lib/machineconfig/json_schema/mod.ts";
import { DOCUMENTS, MAIN } from "../../../../lib/machineconfig/schema/documents.ts";
import { NEWEST } from "../../../../lib/machineconfig/schema/releases.ts";
import { testBundle } from "../../../helpers/test_bundle.ts";
import { allObjects } from "../schema/fields.ts";
import { CASES } from "../patch/corpus/mod.ts";
import { DOCUMENT_CASES } from "../validate/cases_documents.ts";
import { MACHINE_CASES } from "../validate/cases_machine.ts";
import { NETWORK_CASES } from "../validate/cases_network.ts";
import { checker } from "./checker.ts";

const newest = checker({ release: NEWEST });
const oldest = checker({ release: "v1.4" });

const CHOICES: readonly Partial<GenerateInput>[] = [
  {},
  { mesh: true, additionalSans: ["lab.example.com", "192.0.2.7"], persist: false },
  {
    discovery: false,
    registryMirrors: new Map([["docker.io", ["https://a.example.com", "https://b.example.com"]]]),
  },
];

Deno.test("the JSON Schema accepts every generated configuration", async () => {
  const bundle = await testBundle();
  let accepted = 0;
  for (let minor = 0; minor <= 8; minor++) {
    for (const choice of CHOICES) {
      for (const legacy of minor <= 4 ? [false, true] : [false]) {
        const configs = generateConfig({
          clusterName: "lab",
          endpoint: parseEndpoint("https://192.0.2.10:6443"),
          bundle,
          contract: { major: 1, minor },
          legacy,
          dnsDomain: "cluster.local",
          installDisk: "/dev/sda",
          installImage: "registry.example.com/installer:v1.8.0",
          kubernetesVersion: "1.31.1",
          additionalSans: [],
          registryMirrors: new Map(),
          persist: true,
          discovery: true,
          mesh: false,
          ...choice,
        });
        for (const [type, documents] of Object.entries(configs)) {
          for (const docs of [true, false]) {
            const data = load(encodeConfig(documents, { docs, examples: docs }));
            const name = `${type} for v1.${minor}`;
            deepEqual(newest.errors(data), [], name);
            if (minor <= 4) deepEqual(oldest.errors(data), [], `${name}, checked for v1.4`);
            accepted++;
          }
        }
      }
    }
  }
  equal(accepted, 3 * 3 * 2 * (9 + 5));
});

Deno.test("the JSON Schema of each field accepts its examples", () => {
  for (const { name, fields } of allObjects()) {
    for (const [key, { examples = [] }] of Object.entries(fields)) {
      const pointer = `urn:osctl:machineconfig:${NEWEST}#/$defs/${name}/properties/${key}`;
      const part = newest.validator.getSchema(pointer);
      ok(part, pointer);
      for (const { value } of examples) {
        ok(part(value), `${name}.${key}: ${JSON.stringify(part.errors)}`);
      }
    }
  }
  for (const { kind, examples = [] } of DOCUMENTS) {
    const header = kind === MAIN.kind ? {} : { apiVersion: "v1alpha1", kind };
    ok(examples.length > 0, kind);
    for (const { value } of examples) {
      deepEqual(newest.errors({ ...header, ...value as Record<string, unknown> }), [], kind);
    }
  }
});

/** Input accepted by nodes and rejected by the JSON Schema, so that editors mark it. */
const STRICTER = [
  "any version",
  "roots without a name",
  "a volume", // true in YAML 1.1
  "the legacy worker type",
  "an unknown CNI on a worker",
  "an ignored interface with errors",
];

Deno.test("the JSON Schema accepts everything that nodes accept, except discouraged values", () => {
  const invalid: string[] = [];
  let caught = 0;
  for (
    const { name, text, at, release } of [...DOCUMENT_CASES, ...MACHINE_CASES, ...NETWORK_CASES]
  ) {
    const { errors } = release === "v1.4" ? oldest : newest;
    const parsed = parseAllDocuments(text, { merge: true, logLevel: "silent" });
    if (!Array.isArray(parsed) || parsed.some((document) => document.errors.length > 0)) continue;
    const wrong = parsed.flatMap((document) => errors(document.toJS()));
    if (wrong.length > 0 && at === undefined) invalid.push(name);
    if (wrong.length > 0 && at !== undefined) caught++;
  }
  deepEqual(invalid, STRICTER);
  ok(caught > 50, `it finds ${caught} of the mistakes`);
});

/** Invalid files and the positions of their errors. */
const BAD: readonly (readonly [text: string, ...errors: string[]])[] = [
  ["machine: {type: worker}", "/: must have required property 'cluster'"],
  ["[]", "/: must be object"],
  [
    "machine: {tpye: worker}\ncluster: {controlPlane: {endpoint: x}}",
    "/machine: must NOT have additional properties",
  ],
  [
    "machine: {type: boss, network: [a]}\ncluster: {controlPlane: {endpoint: x}}",
    "/machine/network: must be object",
    "/machine/type: must be equal to one of the allowed values",
  ],
  [
    "machine: {certSANs: one, sysctls: {a: [1]}}\ncluster: {controlPlane: {}}",
    "/cluster/controlPlane: must have required property 'endpoint'",
    "/machine/certSANs: must be array",
    "/machine/sysctls/a: must be string",
  ],
  [
    "machine: {token: {a: b}, network: {interfaces: [{mtu: big, vlans: [{vlanId: 70000}]}]}}\n" +
    "cluster: {controlPlane: {endpoint: x}}",
    "/machine/network/interfaces/0/mtu: must be integer",
    "/machine/network/interfaces/0/vlans/0/vlanId: must be <= 65535",
    "/machine/token: must be string",
  ],
  [
    "machine: {time: {bootTimeout: soon}, ca: {crt: 'not base64!'}}\n" +
    "cluster: {controlPlane: {endpoint: 'a b'}}",
    "/cluster/controlPlane/endpoint: must match pattern",
    "/machine/ca/crt: must match pattern",
    "/machine/time/bootTimeout: must match pattern",
  ],
  [
    "kind: NetworkRuleConfig\nname: a",
    "/: must have required property 'apiVersion'",
    "/: must have required property 'portSelector'",
  ],
  [
    "apiVersion: v1alpha1\nkind: NetworkRulConfig",
    "/kind: must be equal to one of the allowed values",
  ],
  [
    "apiVersion: v1\nkind: EventSinkConfig\nendpoint: a:1",
    "/apiVersion: must be equal to constant",
  ],
  [
    "apiVersion: v1alpha1\nkind: NetworkRuleConfig\nname: a\n" +
    "portSelector: {ports: [70000, 1-x], protocol: http}\ningress: [{subnet: here}]",
    "/ingress/0/subnet: must match pattern",
    "/portSelector/ports/0: must be <= 65535",
    "/portSelector/ports/1: must match pattern",
    "/portSelector/protocol: must be equal to one of the allowed values",
  ],
  [
    "apiVersion: v1alpha1\nkind: VolumeConfig\nname: EPHEMERAL\nprovisioning: {minSize: many}\nmachine: {}",
    "/: must NOT have additional properties",
    "/provisioning/minSize: must match pattern",
  ],
];

for (const [text, ...expected] of BAD) {
  Deno.test(`the JSON Schema rejects ${JSON.stringify(text)} at the position of each error`, () => {
    const found = newest.errors(parse(text)).toSorted();
    equal(found.length, expected.length, found.join("\n"));
    for (const [index, start] of expected.entries()) {
      ok(found[index]!.startsWith(start), `${found[index]} is not ${start}`);
    }
  });
}

Deno.test("the JSON Schema of v1.4 has no other kinds and no later fields", () => {
  const cluster = { controlPlane: { endpoint: "https://192.0.2.10:6443" } };
  deepEqual(oldest.errors({ machine: { type: "worker" }, cluster }), []);
  const later = oldest.errors({ machine: { nodeTaints: {} }, cluster });
  equal(later.length, 1);
  ok(later[0]!.startsWith("/machine: must NOT have additional properties"), later[0]);
  ok(oldest.errors({ apiVersion: "v1alpha1", kind: "VolumeConfig", name: "EPHEMERAL" }).length > 0);
});

Deno.test("the JSON Schema of patches requires nothing and allows deletions", () => {
  const { errors } = checker({ release: "v1.8", patch: true });
  const gone = { $patch: "delete" };
  deepEqual(errors({ machine: { network: { interfaces: [{ mtu: 1400 }] } } }), []);
  deepEqual(errors({ cluster: { controlPlane: { localAPIServerPort: 6443 } } }), []);
  deepEqual(errors({ machine: { sysctls: gone, kubelet: gone, certSANs: gone, token: gone } }), []);
  deepEqual(errors({ machine: { sysctls: { "vm.swappiness": gone } } }), []);
  deepEqual(errors({ machine: { registries: { mirrors: gone } } }), []);
  deepEqual(errors({ machine: { network: { interfaces: [{ interface: "eth0", ...gone }] } } }), []);
  const rule = { apiVersion: "v1alpha1", kind: "NetworkRuleConfig", name: "a" };
  deepEqual(errors({ ...rule, ...gone }), []);
  equal(errors({ machine: { kubelet: { $patch: "remove" } } }).length, 1);
  for (const wrong of [{ $patch: "remove" }, { a: "b" }, ["b"]]) {
    ok(errors({ machine: { token: wrong } }).length > 0);
    ok(errors({ machine: { certSANs: { ...wrong } } }).length > 0);
  }
  equal(errors({ machine: { tpye: "worker" } }).length, 1);
  equal(newest.errors({ ...rule, portSelector: {}, ...gone }).length, 2);
});

Deno.test("the JSON Schema of patches accepts every valid patch", () => {
  const checkers = {
    "v1.4": checker({ release: "v1.4", patch: true }),
    "v1.8": checker({ release: "v1.8", patch: true }),
  };
  const invalid: string[] = [];
  let accepted = 0;
  for (const { name, patches, release = "v1.8", rejected: isRejected } of CASES) {
    if (isRejected || !Object.hasOwn(checkers, release)) continue;
    const { errors } = checkers[release as keyof typeof checkers];
    for (const patch of patches) {
      const documents = parseAllDocuments(patch, { merge: true, logLevel: "silent" });
      if (!Array.isArray(documents) || documents.length === 0) continue;
      const contents: unknown[] = documents.map((document) => document.toJS());
      // RFC 6902 has a schema of its own.
      if (contents.some(Array.isArray)) continue;
      if (contents.flatMap(errors).length > 0) invalid.push(name);
      else accepted++;
    }
  }
  deepEqual(invalid, [
    "accepts YAML 1.1 booleans for boolean fields",
    "ignores an empty patch",
  ]);
  ok(accepted > 70, `${accepted} are accepted`);
});

Deno.test("the JSON Schema marks fields as deprecated from the release that replaces them on", () => {
  type Fields = Record<string, { properties: Record<string, Record<string, unknown>> }>;
  const read = (release: "v1.13" | "v1.14") =>
    (jsonSchema({ release })["$defs"] as Fields)["ClusterConfig"]!.properties["clusterName"]!;
  equal(read("v1.13")["deprecated"], undefined);
  const { deprecated, deprecationMessage } = read("v1.14");
  equal(deprecated, true);
  equal(deprecationMessage, "Deprecated: use documents of kind KubeClusterConfig instead");
});

Deno.test("the JSON Schema contains descriptions, defaults and examples", () => {
  const { $schema, $id, $defs } = jsonSchema({ release: "v1.8" });
  equal($schema, "https://json-schema.org/draft/2020-12/schema");
  equal($id, "urn:osctl:machineconfig:v1.8");
  const definitions = $defs as Record<string, { properties: Record<string, unknown> }>;
  deepEqual(definitions["ClusterConfig"]!.properties["allowSchedulingOnMasters"], {
    description: "Schedule ordinary pods on control planes",
    type: ["boolean", "null"],
    deprecated: true,
    deprecationMessage: "Deprecated: use allowSchedulingOnControlPlanes instead",
  });
  deepEqual(definitions["ClusterNetworkConfig"]!.properties["podSubnets"], {
    description: "Pod subnets (CIDR), at most one per IP version",
    type: ["array", "null"],
    items: { type: ["string", "number", "boolean", "null"] },
    default: ["10.244.0.0/16"],
    examples: [["10.244.0.0/16"]],
  });
  deepEqual(definitions["ClusterConfig"]!.properties["etcd"], {
    description: "etcd on control planes; not allowed on workers",
    $ref: "#/$defs/EtcdConfig",
    examples: [{
      ca: {
        crt: "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==",
        key: "LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS0tLS0tCg==",
      },
      advertisedSubnets: ["192.0.2.0/24"],
    }],
  });
});
