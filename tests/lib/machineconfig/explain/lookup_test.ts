import { equal, ok, throws } from "node:assert/strict";
import { OsctlError } from "../../../../lib/errors.ts";
import { allPaths, lookup, sinceOf } from "../../../../lib/machineconfig/explain/lookup.ts";
import { completePaths } from "../../../../lib/machineconfig/explain/complete_paths.ts";

function lookupError(path: string): string {
  let text = "";
  throws(() => lookup(path), (error) => {
    ok(error instanceof OsctlError);
    equal(error.kind, "input");
    text = `${error.message}; ${error.hint}`;
    return true;
  });
  return text;
}

Deno.test("lookup resolves fields and document kinds", () => {
  equal(lookup("machine.kubelet.extraMounts").type.kind, "list");
  equal(lookup("NetworkRuleConfig").document.kind, "NetworkRuleConfig");
  equal(lookup("NetworkRuleConfig.ingress").path, "NetworkRuleConfig.ingress");
  equal(lookup("v1alpha1.cluster").path, "cluster");
  equal(lookup("v1alpha1").path, "v1alpha1");
});

Deno.test("lookup accepts list items in every notation, or none", () => {
  for (
    const path of [
      "machine.network.interfaces.addresses",
      "machine.network.interfaces[0].addresses",
      "machine.network.interfaces[].addresses",
      "machine.network.interfaces[*].addresses",
      "machine.network.interfaces.0.addresses",
      ".machine.network.interfaces[12].addresses",
      "/machine/network/interfaces/0/addresses",
      "/machine/network/interfaces/-/addresses/",
      "machine.network.interfaces.addresses.",
    ]
  ) equal(lookup(path).path, "machine.network.interfaces[].addresses", path);
  const item = lookup("machine.network.interfaces[0]");
  equal(item.type.kind, "object");
  equal(item.within, true);
});

Deno.test("lookup accepts map keys in every notation, or none", () => {
  for (
    const path of [
      "machine.registries.mirrors.endpoints",
      "machine.registries.mirrors.docker.io.endpoints",
      'machine.registries.mirrors["docker.io"].endpoints',
      "machine.registries.mirrors['docker.io'].endpoints",
      "machine.registries.mirrors[docker.io].endpoints",
      'machine.registries.mirrors."docker.io".endpoints',
      "/machine/registries/mirrors/docker.io/endpoints",
    ]
  ) equal(lookup(path).path, "machine.registries.mirrors[<name>].endpoints", path);
  equal(lookup("machine.sysctls.net.core.somaxconn").path, "machine.sysctls[<name>]");
  equal(lookup("/machine/nodeLabels/example.com~1rack").path, "machine.nodeLabels[<name>]");
});

Deno.test("lookup accepts any path within a free-form mapping", () => {
  const found = lookup("machine.kubelet.extraConfig.evictionHard[0].memory");
  equal(found.path, "machine.kubelet.extraConfig");
  equal(found.type.kind, "free");
});

Deno.test("lookup suggests the full path of the nearest name", () => {
  equal(
    lookupError("machine.kubelet.extraMount"),
    '"machine.kubelet" has no field "extraMount"; did you mean "machine.kubelet.extraMounts"',
  );
  equal(
    lookupError("machine.network.interfaces.adresses"),
    '"machine.network.interfaces[]" has no field "adresses"; ' +
      'did you mean "machine.network.interfaces[].addresses"',
  );
  equal(
    lookupError("networkruleconfig"),
    'unknown document, section or field "networkruleconfig"; did you mean "NetworkRuleConfig"',
  );
  equal(
    lookupError("machne.kubelet"),
    'unknown document, section or field "machne"; did you mean "machine.kubelet"',
  );
});

Deno.test("lookup appends the remaining segments to a suggestion if they exist", () => {
  equal(
    lookupError("machine.netwrok.interfaces[0].addresses"),
    '"machine" has no field "netwrok"; did you mean "machine.network.interfaces[].addresses"',
  );
  equal(
    lookupError("interfaces.vlans"),
    'unknown document, section or field "interfaces"; ' +
      'did you mean "machine.network.interfaces.vlans"',
  );
  equal(
    lookupError("kubelet.extraMount"),
    'unknown document, section or field "kubelet"; did you mean "machine.kubelet"',
  );
});

Deno.test("lookup suggests paths of fields with the same name elsewhere", () => {
  equal(
    lookupError("extraMounts"),
    'unknown document, section or field "extraMounts"; did you mean "machine.kubelet.extraMounts"',
  );
  equal(
    lookupError("cluster.extramounts"),
    '"cluster" has no field "extramounts"; did you mean "machine.kubelet.extraMounts"',
  );
  equal(
    lookupError("machine.xyz"),
    '"machine" has no field "xyz"; see "osctl explain machine" for the available fields',
  );
  equal(
    lookupError("qqqq"),
    'unknown document, section or field "qqqq"; see "osctl explain" for the available fields',
  );
});

Deno.test("lookup rejects fields of scalars, items of objects and invalid paths", () => {
  equal(
    lookupError("machine.type.name"),
    '"machine.type" has no fields; see "osctl explain machine.type"',
  );
  equal(
    lookupError("machine[0]"),
    '"machine" has no items; see "osctl explain machine"',
  );
  for (const path of ["machine..type", "machine.network[", "machine[0]type"]) {
    invalid(lookupError(path), path);
  }
});

function invalid(text: string, path: string): void {
  equal(
    text,
    `invalid path "${path}"; separate names with dots, as in machine.kubelet.extraMounts`,
  );
}

Deno.test("lookup resolves every path, and completePaths offers it", () => {
  for (const path of allPaths()) {
    const found = lookup(path);
    equal(found.path.replaceAll("[]", "").replaceAll("[<name>]", ""), path);
    const offered = completePaths(path.slice(0, path.lastIndexOf(".") + 3));
    ok(offered.includes(path) || offered.includes(`${path}.`), path);
  }
});

Deno.test("sinceOf returns the newest release along a path", () => {
  equal(sinceOf(lookup("cluster.network.dnsDomain")), undefined);
  equal(sinceOf(lookup("cluster.network.cni.flannel.extraArgs")), "v1.6");
  equal(sinceOf(lookup("VolumeConfig.provisioning.grow")), "v1.8");
});
