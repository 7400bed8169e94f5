import { deepStrictEqual } from "node:assert/strict";
import { changedFields, changeText } from "../../../lib/machineconfig/changed_fields.ts";
import { decodeMachineConfig } from "../../../lib/machineconfig/load/mod.ts";

function changes(before: string, after: string) {
  const [a, b] = [before, after].map((text) =>
    decodeMachineConfig(text, { release: "v1.14" }).documents
  );
  return changedFields(a!, b!).map((change) => [changeText(change), change.before, change.after]);
}

Deno.test("changed fields are named by their path, in the order of the schema", () => {
  deepStrictEqual(
    changes(
      "machine: {type: worker, sysctls: {a: '1', b: '2'}, install: {disk: /dev/sda}}\n",
      "machine: {type: worker, sysctls: {a: '1', b: '3'}, install: {disk: /dev/sdb}}\n",
    ),
    [
      ["machine.install.disk", "/dev/sda", "/dev/sdb"],
      ["machine.sysctls.b", "2", "3"],
    ],
  );
});

Deno.test("items are compared by index, and a list of another length as a whole", () => {
  const nameservers = (...list: string[]) =>
    `machine: {type: worker, network: {nameservers: [${list.join()}]}}\n`;
  deepStrictEqual(
    changes(nameservers("10.0.0.1", "10.0.0.2"), nameservers("10.0.0.1", "10.0.0.3")),
    [
      ["machine.network.nameservers[1]", "10.0.0.2", "10.0.0.3"],
    ],
  );
  deepStrictEqual(changes(nameservers("10.0.0.1"), nameservers("10.0.0.1", "10.0.0.3")), [
    ["machine.network.nameservers", ["10.0.0.1"], ["10.0.0.1", "10.0.0.3"]],
  ]);
});

Deno.test("documents are compared by kind and name", () => {
  const volume = (name: string, size: string) =>
    `---\napiVersion: v1alpha1\nkind: VolumeConfig\nname: ${name}\nprovisioning: {minSize: ${size}}\n`;
  const main = "machine: {type: worker}\n";
  deepStrictEqual(
    changes(main + volume("EPHEMERAL", "2GB"), main + volume("EPHEMERAL", "3GB")).map(([path]) =>
      path
    ),
    ['VolumeConfig["EPHEMERAL"].provisioning.minSize'],
  );
  const added = changes(main, main + volume("STATE", "3GB"));
  deepStrictEqual(added.map(([path, before]) => [path, before]), [[
    'VolumeConfig["STATE"]',
    undefined,
  ]]);
});

Deno.test("comments, order, style and empty fields are no difference", () => {
  deepStrictEqual(
    changes(
      "# note\nmachine: {type: worker, network: {}, sysctls: {b: '2', a: '1'}}\n",
      "machine:\n  sysctls:\n    a: '1'\n    b: '2'\n  type: worker\n",
    ),
    [],
  );
});
