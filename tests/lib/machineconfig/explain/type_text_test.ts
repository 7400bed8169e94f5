import { equal } from "node:assert/strict";
import { lookup } from "../../../../lib/machineconfig/explain/lookup.ts";
import { mergeText, rangeText, typeText } from "../../../../lib/machineconfig/explain/type_text.ts";
import { INT, UINT8 } from "../../../../lib/machineconfig/schema/types.ts";

Deno.test("typeText names every type", () => {
  const types = {
    "cluster.clusterName": "string",
    "cluster.controlPlane.endpoint": "URL",
    "cluster.adminKubeconfig.certLifetime": "duration",
    "cluster.network.cni.name": "one of flannel, custom, none",
    "NetworkDefaultActionConfig.ingress": "one of accept, block",
    "version": "always v1alpha1",
    "cluster.coreDNS.disabled": "boolean",
    "cluster.controlPlane.localAPIServerPort": "integer",
    "cluster.inlineManifests": "list of objects",
    "cluster.network.podSubnets": "list of strings",
    "NetworkRuleConfig.portSelector.ports": "list of ports or ranges",
    "cluster.extraManifestHeaders": "map of strings",
    "machine.registries.mirrors": "map of objects",
    "machine.pods": "list of any YAML",
    "cluster.apiServer.auditPolicy": "any YAML",
    "cluster": "object",
  };
  for (const [path, text] of Object.entries(types)) equal(typeText(lookup(path).type), text, path);
});

Deno.test("rangeText returns narrow ranges only", () => {
  equal(rangeText({ kind: "number", ...UINT8 }), "0 to 255");
  equal(rangeText({ kind: "number", ...INT }), undefined);
});

Deno.test("mergeText describes each merge rule", () => {
  const clauses = {
    "cluster.clusterName": "replaced, unless empty",
    "cluster.controlPlane.endpoint": "URL parts replaced; parts missing in the patch are kept",
    "cluster.controlPlane.localAPIServerPort": "replaced, unless 0",
    "cluster.coreDNS.disabled": "replaced, even by false",
    "NetworkDefaultActionConfig.ingress": "replaced, unless `accept`",
    "cluster.extraManifests": "items appended",
    "cluster.network.podSubnets": "replaced as a whole, even by an empty list",
    "cluster.apiServer.admissionControl": "items with the same `name` are merged, others appended",
    "machine.network.interfaces":
      "items with the same `interface` or `deviceSelector` are merged, others appended",
    "cluster.apiServer.env": "merged by key",
    "cluster.apiServer": "merged field by field",
    "cluster.apiServer.auditPolicy": "replaced as a whole, unless empty in the patch",
    "cluster.scheduler.config": "merged by key at every level, nested lists appended",
  };
  for (const [path, clause] of Object.entries(clauses)) {
    equal(mergeText(lookup(path).fields.at(-1)!), clause, path);
  }
});
