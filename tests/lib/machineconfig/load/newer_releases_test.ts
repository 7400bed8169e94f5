import { deepEqual, equal, match } from "node:assert/strict";
import type { Data } from "../../../../lib/machineconfig/data.ts";
import { decodeMachineConfig } from "../../../../lib/machineconfig/load/mod.ts";
import { DOCUMENTS } from "../../../../lib/machineconfig/schema/documents.ts";
import { isLater, NEWEST } from "../../../../lib/machineconfig/schema/releases.ts";
import type { ConfigRelease } from "../../../../lib/machineconfig/schema/types.ts";
import { rulesRelease } from "../../../../lib/machineconfig/validate/mod.ts";
import { doc } from "../validate/case.ts";

function decode(text: string, release: ConfigRelease = NEWEST) {
  const { documents, problems } = decodeMachineConfig(text, { release });
  return {
    data: documents[0]?.data ?? {},
    documents,
    messages: problems.map((one) => one.message),
  };
}

Deno.test("kinds are rejected before their first release and accepted from it on", () => {
  for (const { kind, since, object } of DOCUMENTS) {
    if (since === undefined) continue;
    const before: ConfigRelease = `v1.${Number(since.slice("v1.".length)) - 1}`;
    const text = doc(kind, ...("name" in object.fields ? ["name: a"] : []));
    deepEqual(decode(text, before).messages, [`documents of kind "${kind}" require ${since}`]);
    deepEqual(decode(text, since).messages, [], kind);
  }
});

Deno.test("command arguments accept lists from v1.13 on", () => {
  const text = "machine: {kubelet: {extraArgs: {a: b, c: [d, 1]}}}\n";
  deepEqual(decode(text).data, {
    machine: { kubelet: { extraArgs: { a: "b", c: ["d", "1"] } } },
  });
  deepEqual(decode(text, "v1.12").messages, ["expected a string, found a list"]);
});

Deno.test("addresses, sizes, tables and hardware addresses are written as nodes write them", () => {
  const volume = (size: string) =>
    decode(doc("UserVolumeConfig", "name: a", `provisioning: {maxSize: ${size}}`));
  for (const size of ["10GiB", "50%", "-10GiB", "-5%"]) {
    deepEqual(volume(size).data["provisioning"], { maxSize: size });
  }
  for (const size of ["101%", "many", "%"]) equal(volume(size).messages.length, 1, size);

  const link = (fields: string) => decode(doc("VRFConfig", "name: a", fields));
  const table = (value: string) => link(`table: ${value}`);
  for (const value of ["main", "local", "7", "252"]) equal(table(value).data["table"], value);
  for (const value of ["0", "253", "other"]) {
    match(table(value).messages[0] ?? "", /is not a routing table$/);
  }
  equal(link("hardwareAddr: 0000:5E005301").data["hardwareAddr"], "00:00:5e:00:53:01");
  match(link("hardwareAddr: 0:0").messages[0] ?? "accepted", /accepted|hardware address/);
  const { data } = link("addresses: [{address: '2001:DB8::1/64'}]");
  deepEqual(data["addresses"], [{ address: "2001:db8::1/64" }]);
  equal(link("addresses: [{address: 192.0.2.1}]").messages.length, 1);
});

Deno.test("a configuration follows the rules of the oldest release with all its fields", () => {
  const rules = (text: string, oldest: ConfigRelease = "v1.8") =>
    rulesRelease(decodeMachineConfig(text, { release: NEWEST }).documents, oldest);
  equal(rules("machine: {type: worker}\n"), "v1.8");
  equal(rules("machine: {install: {grubUseUKICmdline: true}}\n"), "v1.12");
  equal(rules("machine: {kubelet: {extraArgs: {a: [b]}}}\n"), "v1.13");
  equal(rules(`machine: {}\n---\n${doc("SysctlConfig", "params: {}")}`), "v1.14");
  equal(rules("machine: {}\n", "v1.4"), "v1.4");
});

Deno.test("no field is newer than the newest release", () => {
  const { documents } = decode(doc("KubePrismConfig", "port: 7445"));
  const data: Data = documents[0]!.data;
  deepEqual(data, { port: 7445 });
  for (const { since } of DOCUMENTS) equal(isLater(since, NEWEST), false);
});
