import { deepEqual, equal } from "node:assert/strict";
import { knownKind } from "../../../lib/resource/known_types.ts";
import { DEFINITIONS } from "../../../lib/sandbox/state/definitions/all.ts";

const members = { namespace: "cluster", type: "Members.cluster.talos.dev" };

Deno.test("plurals, singulars and full names stand for a kind, in any case", () => {
  for (
    const name of ["members", "Member", "members.cluster", "MEMBERS.cluster.talos.dev"]
  ) deepEqual(knownKind(name), members, name);
  deepEqual(knownKind("identity"), { namespace: "cluster", type: "Identities.cluster.talos.dev" });
  deepEqual(knownKind("address"), { namespace: "network", type: "AddressStatuses.net.talos.dev" });
});

Deno.test("names of several types, abbreviations and other groups stand for none", () => {
  for (const name of ["mounts", "mountstatus", "as", "rd", "members.net", "members.x", "", "."]) {
    equal(knownKind(name), undefined, name);
  }
});

Deno.test("known kinds have the namespace of the node's definition", () => {
  let known = 0;
  for (const { type, displayType, namespace, allAliases } of DEFINITIONS) {
    for (const name of [type, displayType, ...allAliases]) {
      const kind = knownKind(name);
      if (kind === undefined) continue;
      known++;
      deepEqual(kind, { namespace, type }, name);
    }
  }
  equal(known > 50, true, `${known} names`);
});
