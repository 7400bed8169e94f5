import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { findDefinition, toDefinition } from "../../../lib/resource/definitions.ts";
import { toResource } from "../../../lib/resource/resource.ts";
import { State } from "../../../proto/cosi.ts";
import { answers } from "../../wire/frames.ts";

const resources = await Promise.all(
  answers("cosi-list-rd", State.List).map(({ resource }) => toResource(resource)),
);
const definitions = resources.map(toDefinition);

Deno.test("a recorded definition of a Talos node is parsed", async () => {
  deepStrictEqual(await definitions[3]!.read(), {
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

Deno.test("types go by full names and aliases in any case", async () => {
  for (
    const name of [
      ...["AddressStatuses.net.talos.dev", "addressstatuses.net.talos.dev", "ADDRESSES", "address"],
      ...["AddressStatuses.net", "addressStatus"],
    ]
  ) {
    const { type } = await findDefinition(definitions, name);
    strictEqual(type, "AddressStatuses.net.talos.dev", name);
  }
});

Deno.test("only definitions that contain the name are parsed, in any spelling", async () => {
  const broken = toDefinition({ ...resources[0]!, yaml: "type: [" });
  const { type } = await findDefinition([broken, ...definitions], "addresses");
  strictEqual(type, "AddressStatuses.net.talos.dev");
  await rejects(findDefinition([broken, ...definitions], "adresses"), OsctlError);
  const spelled = toDefinition({ ...resources[0]!, yaml: String.raw`type: "\x41b.example"` });
  strictEqual((await findDefinition([spelled], "ab.example")).type, "Ab.example");
});

async function refusal(name: string): Promise<OsctlError> {
  let refused: unknown;
  await rejects(findDefinition(definitions, name), (error: unknown) => {
    refused = error;
    return error instanceof OsctlError && error.kind === "input";
  });
  return refused as OsctlError;
}

Deno.test("the error of an ambiguous name lists its types", async () => {
  const { message, hint } = await refusal("AS");
  strictEqual(
    message,
    'ambiguous resource type "AS": AddressSpecs.net.talos.dev, ' +
      "AddressStatuses.net.talos.dev, AdjtimeStatuses.v1alpha1.talos.dev",
  );
  strictEqual(hint, "use the full name");
});

Deno.test("the error of an unknown name suggests similar ones", async () => {
  strictEqual((await refusal("adresses")).message, 'unknown resource type "adresses"');
  strictEqual((await refusal("adresses")).hint, 'did you mean "addresses"');
  strictEqual(
    (await refusal("affiliates.cluster.talos.de")).hint?.startsWith("did you mean"),
    true,
  );
  // Prefixes before substrings, one name for each type.
  strictEqual((await refusal("addr")).hint, 'did you mean "address" or "addressspec"');
  strictEqual((await refusal("time")).hint, 'did you mean "adjtimestatus"');
  strictEqual((await refusal("m")).hint, 'list the types with "osctl get rd"');
  strictEqual((await refusal("zzzzzzzz")).hint, 'list the types with "osctl get rd"');
  strictEqual((await refusal("😀")).hint, 'list the types with "osctl get rd"');
});
