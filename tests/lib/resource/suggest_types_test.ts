import { deepStrictEqual } from "node:assert/strict";
import type { Definition } from "../../../lib/resource/definitions.ts";
import { suggestTypes } from "../../../lib/resource/suggest_types.ts";

function definition(type: string, ...aliases: string[]): Definition {
  return {
    type,
    aliases,
    allAliases: aliases,
    displayType: "",
    defaultNamespace: "",
    columns: [],
    isSensitive: false,
  };
}

const DEFINITIONS = [
  definition("Members.cluster.talos.dev", "member"),
  definition("LinkStatuses.net.talos.dev", "link", "links", "linkstatus", "ls"),
  definition("AddressStatuses.net.talos.dev", "address", "addresses", "as"),
  definition("MachineStatuses.runtime.talos.dev", "machinestatus", "ms"),
  definition("MachineConfigs.config.talos.dev", "machineconfig", "mc"),
  definition("MemoryStats.perf.talos.dev", "memorystat", "ms"),
  definition("Links.one.example.dev"),
  definition("Disks.one.example.dev"),
  definition("Disks.two.example.dev"),
];

const names = (prefix: string) => suggestTypes(DEFINITIONS, prefix).map(({ name }) => name);

Deno.test("a type is suggested by one short name, by its full name when others share it", () => {
  deepStrictEqual(names(""), [
    "addresses",
    "disks.one.example.dev",
    "disks.two.example.dev",
    "links.one.example.dev",
    "linkstatuses",
    "machineconfigs",
    "machinestatuses",
    "members",
    "memorystats",
  ]);
  deepStrictEqual(suggestTypes(DEFINITIONS, "memb"), [
    { name: "members", type: "Members.cluster.talos.dev" },
  ]);
  deepStrictEqual(
    suggestTypes(DEFINITIONS.slice(0, 3), "").map(({ name }) => name),
    ["addresses", "links", "members"],
  );
});

Deno.test("aliases are suggested without a short name, full names after a dot", () => {
  deepStrictEqual(names("mc"), ["mc"]);
  deepStrictEqual(names("addresss"), ["addressstatuses"]);
  deepStrictEqual(names("ms"), [], "an ambiguous alias");
  deepStrictEqual(names("members.c"), ["members.cluster.talos.dev"]);
  deepStrictEqual(names("MEMB"), ["members"]);
  deepStrictEqual(names("zz"), []);
});
