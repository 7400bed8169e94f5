import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { findDefinition, toDefinition } from "../../../lib/resource/definitions.ts";
import { toResource } from "../../../lib/resource/resource.ts";
import { State } from "../../../proto/cosi.ts";
import { answers } from "../../wire/frames.ts";

const resources = answers("cosi-list-rd", State.List).map(({ resource }) => toResource(resource));
const definitions = resources.map(toDefinition);

Deno.test("a recorded definition of a Talos node is parsed", () => {
  const { source: _, ...known } = definitions[3]!;
  deepStrictEqual(known, {
    type: "AddressStatuses.net.talos.dev",
    displayType: "AddressStatus",
    isSensitive: false,
    defaultNamespace: "network",
    aliases: ["address", "addresses", "addressstatus", "as"],
    allAliases: [
      ...["addressstatuses", "addressstatuses.net", "addressstatuses.net.talos"],
      ...["address", "addresses", "addressstatus", "as"],
    ],
    columns: [{ name: "Address", path: "{.address}" }, { name: "Link", path: "{.linkName}" }],
  });
});

Deno.test("types go by full names and aliases in any case", () => {
  for (
    const name of [
      ...["AddressStatuses.net.talos.dev", "addressstatuses.net.talos.dev", "ADDRESSES", "address"],
      ...["AddressStatuses.net", "addressStatus"],
    ]
  ) {
    strictEqual(findDefinition(definitions, name).type, "AddressStatuses.net.talos.dev", name);
  }
});

Deno.test("only definitions that contain the name are parsed, in any spelling", () => {
  const broken = toDefinition({ ...resources[0]!, yaml: "type: [" });
  const { type } = findDefinition([broken, ...definitions], "addresses");
  strictEqual(type, "AddressStatuses.net.talos.dev");
  throws(() => findDefinition([broken, ...definitions], "adresses"), OsctlError);
  const spelled = toDefinition({ ...resources[0]!, yaml: String.raw`type: "\x41b.example"` });
  strictEqual(findDefinition([spelled], "ab.example"), spelled);
});

function refusal(name: string): OsctlError {
  let refused: unknown;
  throws(() => findDefinition(definitions, name), (error: unknown) => {
    refused = error;
    return error instanceof OsctlError && error.kind === "input";
  });
  return refused as OsctlError;
}

Deno.test("the error of an ambiguous name lists its types", () => {
  const { message, hint } = refusal("AS");
  strictEqual(
    message,
    'ambiguous resource type "AS": AddressSpecs.net.talos.dev, ' +
      "AddressStatuses.net.talos.dev, AdjtimeStatuses.v1alpha1.talos.dev",
  );
  strictEqual(hint, "use the full name");
});

Deno.test("the error of an unknown name suggests similar ones", () => {
  strictEqual(refusal("adresses").message, 'unknown resource type "adresses"');
  strictEqual(refusal("adresses").hint, 'did you mean "addresses"');
  strictEqual(refusal("affiliates.cluster.talos.de").hint?.startsWith("did you mean"), true);
  // Prefixes before substrings, one name for each type.
  strictEqual(refusal("addr").hint, 'did you mean "address" or "addressspec"');
  strictEqual(refusal("time").hint, 'did you mean "adjtimestatus"');
  strictEqual(refusal("m").hint, 'list the types with "osctl get rd"');
  strictEqual(refusal("zzzzzzzz").hint, 'list the types with "osctl get rd"');
  strictEqual(refusal("😀").hint, 'list the types with "osctl get rd"');
});
