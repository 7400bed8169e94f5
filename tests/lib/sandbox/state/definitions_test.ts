import { deepEqual, equal } from "node:assert/strict";
import { State } from "../../../../proto/cosi.ts";
import { DEFINITIONS } from "../../../../lib/sandbox/state/definitions/all.ts";
import { defineType } from "../../../../lib/sandbox/state/definitions/definition.ts";
import {
  NAMESPACES,
  RESOURCE_DEFINITION,
  toDefinitionValue,
} from "../../../../lib/sandbox/state/definitions/meta.ts";
import { DOMAIN } from "../../../../lib/distribution.ts";
import { answers } from "../../../wire/frames.ts";

/** Definitions recorded from a Talos node, by type. */
const recorded = new Map(
  answers("cosi-list-rd", State.List).map(({ resource }) => {
    const yaml = resource!.spec!.yamlSpec;
    return [/^type: (.*)$/m.exec(yaml)![1]!, { id: resource!.metadata!.id, spec: resource!.spec! }];
  }),
);

Deno.test("definitions equal recorded ones byte for byte, YAML and protobuf", () => {
  const shared = DEFINITIONS.filter(({ type }) => recorded.has(type));
  equal(shared.length >= 4, true);
  for (const definition of shared) {
    const { yaml, proto } = RESOURCE_DEFINITION.spec(toDefinitionValue(definition));
    const real = recorded.get(definition.type)!.spec;
    equal(yaml, real.yamlSpec);
    equal(proto.toHex(), Uint8Array.from(real.protoSpec).toHex(), definition.type);
  }
});

Deno.test("defineType derives the names of all recorded types", () => {
  for (const [type, { id, spec }] of recorded) {
    const { displayType, allAliases } = defineType(type, { name: "", namespace: "", message: {} });
    equal(type.toLowerCase(), id);
    equal(/^displayType: (.*)$/m.exec(spec.yamlSpec)![1], displayType);
    const listed = /^allAliases:\n((?: {4}- .*\n)+)/m.exec(spec.yamlSpec)![1]!;
    const real = [...listed.matchAll(/- (.*)\n/g)].map((match) => match[1]!);
    // Declared aliases are listed between the derived ones.
    deepEqual(real.filter((alias) => allAliases.includes(alias)), allAliases);
  }
});

Deno.test("defineType derives names from a type", () => {
  const names = (type: string) => {
    const { displayType, allAliases } = defineType(type, { name: "", namespace: "", message: {} });
    return [displayType, ...allAliases].join(" ");
  };
  equal(
    names("LinkStatuses.net.example.org"),
    "LinkStatus linkstatuses linkstatuses.net linkstatuses.net.example linkstatus ls",
  );
  equal(names("Identities.a.b"), "Identity identities identities.a identity");
  equal(names("CPUStats.a.b"), "CPUStat cpustats cpustats.a cpustat cpus");
  equal(
    names("NodeAddresses.a.b"),
    "NodeAddress nodeaddresses nodeaddresses.a nodeaddress na nas",
  );
  equal(
    names("KubePrismEndpoints.a.b"),
    "KubePrismEndpoint kubeprismendpoints kubeprismendpoints.a kubeprismendpoint kpe kpes",
  );
});

Deno.test("types are unique, their namespaces exist, and secrets are sensitive", () => {
  equal(new Set(DEFINITIONS.map(({ type }) => type)).size, DEFINITIONS.length);
  const namespaces = new Set(NAMESPACES.map(([name]) => name));
  deepEqual(DEFINITIONS.filter(({ namespace }) => !namespaces.has(namespace)), []);
  const sensitive = DEFINITIONS.filter((definition) => definition.sensitive);
  deepEqual(sensitive.map(({ type }) => type).sort(), [
    `ApiCertificates.secrets.${DOMAIN}`,
    `CertSANs.secrets.${DOMAIN}`,
    `KubernetesRootSecrets.secrets.${DOMAIN}`,
    `MachineConfigs.config.${DOMAIN}`,
    `NodeLabelSpecs.k8s.${DOMAIN}`,
    `OSRootSecrets.secrets.${DOMAIN}`,
  ]);
});
