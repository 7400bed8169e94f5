import { equal } from "node:assert/strict";
import { lookup } from "../../../../lib/machineconfig/explain/lookup.ts";
import { mergeText, rangeText, typeText } from "../../../../lib/machineconfig/explain/words.ts";
import { INT, UINT8 } from "../../../../lib/machineconfig/schema/types.ts";

Deno.test("types are said in words", () => {
  const types = {
    "cluster.clusterName": "text",
    "cluster.controlPlane.endpoint": "URL",
    "cluster.adminKubeconfig.certLifetime": "duration",
    "cluster.network.cni.name": "one of flannel, custom, none",
    "NetworkDefaultActionConfig.ingress": "one of accept, block",
    "version": "always v1alpha1",
    "cluster.coreDNS.disabled": "true or false",
    "cluster.controlPlane.localAPIServerPort": "number",
    "cluster.inlineManifests": "list of objects",
    "cluster.network.podSubnets": "list of texts",
    "NetworkRuleConfig.portSelector.ports": "list of ports or ranges",
    "cluster.extraManifestHeaders": "map of texts",
    "machine.registries.mirrors": "map of objects",
    "machine.pods": "list of any YAML",
    "cluster.apiServer.auditPolicy": "any YAML",
    "cluster": "object",
  };
  for (const [path, text] of Object.entries(types)) equal(typeText(lookup(path).type), text, path);
});

Deno.test("limits of a number are said where they are narrow", () => {
  equal(rangeText({ kind: "number", ...UINT8 }), "0 to 255");
  equal(rangeText({ kind: "number", ...INT }), undefined);
});

Deno.test("what a patch does to a field is one clause", () => {
  const clauses = {
    "cluster.clusterName": "replaced, unless by an empty text",
    "cluster.controlPlane.endpoint": "replaced part by part: what the new URL lacks stays",
    "cluster.controlPlane.localAPIServerPort": "replaced, unless by 0",
    "cluster.coreDNS.disabled": "replaced, also by false",
    "NetworkDefaultActionConfig.ingress": "replaced, unless by `accept`",
    "cluster.extraManifests": "items are appended",
    "cluster.network.podSubnets": "the whole list is replaced, also by an empty one",
    "cluster.apiServer.admissionControl": "items with an equal `name` are merged, others appended",
    "machine.network.interfaces":
      "items with an equal `interface` (else `deviceSelector`) are merged, others appended",
    "cluster.apiServer.env": "merged by name",
    "cluster.apiServer": "merged field by field",
    "cluster.apiServer.auditPolicy": "replaced as a whole, unless the patch has an empty one",
    "cluster.scheduler.config": "merged by name at every level, lists within are appended",
  };
  for (const [path, clause] of Object.entries(clauses)) {
    equal(mergeText(lookup(path).fields.at(-1)!), clause, path);
  }
});
