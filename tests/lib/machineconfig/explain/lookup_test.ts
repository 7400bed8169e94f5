import { equal, ok, throws } from "node:assert/strict";
import { OsctlError } from "../../../../lib/errors.ts";
import { allPaths, lookup, sinceOf } from "../../../../lib/machineconfig/explain/lookup.ts";
import { pathsAfter } from "../../../../lib/machineconfig/explain/complete.ts";

function refusal(path: string): string {
  let text = "";
  throws(() => lookup(path), (error) => {
    ok(error instanceof OsctlError);
    equal(error.kind, "input");
    text = `${error.message}; ${error.hint}`;
    return true;
  });
  return text;
}

Deno.test("lookup finds fields and kinds by the names on the way", () => {
  equal(lookup("machine.kubelet.extraMounts").type.kind, "list");
  equal(lookup("NetworkRuleConfig").document.kind, "NetworkRuleConfig");
  equal(lookup("NetworkRuleConfig.ingress").path, "NetworkRuleConfig.ingress");
  equal(lookup("v1alpha1.cluster").path, "cluster");
  equal(lookup("v1alpha1").path, "v1alpha1");
});

Deno.test("lookup takes steps into lists in every spelling, and does without them", () => {
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

Deno.test("lookup takes names in maps in every spelling, and does without them", () => {
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

Deno.test("lookup goes into what belongs to others and stays there", () => {
  const found = lookup("machine.kubelet.extraConfig.evictionHard[0].memory");
  equal(found.path, "machine.kubelet.extraConfig");
  equal(found.type.kind, "free");
});

Deno.test("lookup suggests the nearest name, with the way to it", () => {
  equal(
    refusal("machine.kubelet.extraMount"),
    '"machine.kubelet" has no field "extraMount"; did you mean "machine.kubelet.extraMounts"',
  );
  equal(
    refusal("machine.network.interfaces.adresses"),
    '"machine.network.interfaces[]" has no field "adresses"; ' +
      'did you mean "machine.network.interfaces[].addresses"',
  );
  equal(
    refusal("networkruleconfig"),
    'there is no document, section or field "networkruleconfig"; did you mean "NetworkRuleConfig"',
  );
  equal(
    refusal("machne.kubelet"),
    'there is no document, section or field "machne"; did you mean "machine.kubelet"',
  );
});

Deno.test("lookup suggests whole paths where the rest of them fits", () => {
  equal(
    refusal("machine.netwrok.interfaces[0].addresses"),
    '"machine" has no field "netwrok"; did you mean "machine.network.interfaces[].addresses"',
  );
  equal(
    refusal("interfaces.vlans"),
    'there is no document, section or field "interfaces"; ' +
      'did you mean "machine.network.interfaces.vlans"',
  );
  equal(
    refusal("kubelet.extraMount"),
    'there is no document, section or field "kubelet"; did you mean "machine.kubelet"',
  );
});

Deno.test("lookup suggests where fields of the name are", () => {
  equal(
    refusal("extraMounts"),
    'there is no document, section or field "extraMounts"; did you mean "machine.kubelet.extraMounts"',
  );
  equal(
    refusal("cluster.extramounts"),
    '"cluster" has no field "extramounts"; did you mean "machine.kubelet.extraMounts"',
  );
  equal(
    refusal("machine.xyz"),
    '"machine" has no field "xyz"; run "osctl explain machine" for what there is',
  );
  equal(
    refusal("qqqq"),
    'there is no document, section or field "qqqq"; run "osctl explain" for what there is',
  );
});

Deno.test("lookup says what has no parts, and what is no path", () => {
  equal(
    refusal("machine.type.name"),
    '"machine.type" has no fields; run "osctl explain machine.type" for what it is',
  );
  equal(
    refusal("machine[0]"),
    '"machine" has no items; run "osctl explain machine" for what it is',
  );
  for (const path of ["machine..type", "machine.network[", "machine[0]type"]) {
    match(refusal(path), path);
  }
});

function match(text: string, path: string): void {
  equal(
    text,
    `"${path}" is no path; join names with points, as in machine.kubelet.extraMounts`,
  );
}

Deno.test("every path is found by lookup, and completed by what comes before it", () => {
  for (const path of allPaths()) {
    const found = lookup(path);
    equal(found.path.replaceAll("[]", "").replaceAll("[<name>]", ""), path);
    const offered = pathsAfter(path.slice(0, path.lastIndexOf(".") + 3));
    ok(offered.includes(path) || offered.includes(`${path}.`), path);
  }
});

Deno.test("a field is as new as the newest thing on the way to it", () => {
  equal(sinceOf(lookup("cluster.network.dnsDomain")), undefined);
  equal(sinceOf(lookup("cluster.network.cni.flannel.extraArgs")), "v1.6");
  equal(sinceOf(lookup("VolumeConfig.provisioning.grow")), "v1.8");
});
