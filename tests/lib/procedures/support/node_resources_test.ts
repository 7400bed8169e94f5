import { equal, match } from "node:assert/strict";
import { DOMAIN } from "../../../../lib/distribution.ts";
import { readResources } from "../../../../lib/procedures/support/node_resources.ts";
import type { Definition } from "../../../../lib/resource/definitions.ts";
import type { Resource } from "../../../../lib/resource/resource.ts";

/** Returns the documents of resources of a type with these specs. */
async function documentsOf(
  type: string,
  { isSensitive = false }: { isSensitive?: boolean },
  ...specs: string[]
): Promise<string> {
  const resources = specs.map((yaml, index): Resource => ({
    namespace: "test",
    type,
    id: `r${index}`,
    version: "1",
    owner: "",
    phase: "running",
    created: null,
    updated: null,
    finalizers: [],
    labels: {},
    annotations: {},
    yaml,
  }));
  const definition: Definition = {
    type,
    displayType: "",
    defaultNamespace: "test",
    isSensitive,
    aliases: [],
    allAliases: [],
    columns: [],
  };
  const sent = { read: () => Promise.resolve(definition) };
  const list = async function* () {
    for (const resource of resources) yield await Promise.resolve(resource);
  };
  const texts = readResources({ list }, "10.5.0.2", sent, new AbortController().signal);
  return (await Array.fromAsync(texts)).join("");
}

Deno.test("resources are documents of metadata and spec", async () => {
  const text = await documentsOf("Members.cluster.test", {}, "hostname: a\n", "hostname: b\n");
  match(text, /^metadata:\n {4}namespace: test\n {4}type: Members\.cluster\.test\n {4}id: r0\n/);
  match(text, /\nspec:\n {4}hostname: a\n---\nmetadata:\n[^]*\nspec:\n {4}hostname: b\n$/);
});

Deno.test("the spec of a sensitive type is redacted", async () => {
  const text = await documentsOf("Secrets.test", { isSensitive: true }, "key: hidden\n");
  match(text, /\nspec: <REDACTED>\n$/);
  equal(text.includes("hidden"), false);
});

Deno.test("manifests, headers and extension services are redacted, although not sensitive", async () => {
  for (
    const type of [
      "Manifests.kubernetes",
      "ExtraManifestsConfigs.kubernetes",
      "ExtensionServiceConfigs.runtime",
      "UniqueMachineTokens.runtime",
    ]
  ) {
    const text = await documentsOf(`${type}.${DOMAIN}`, {}, "items:\n    - token: hidden\n");
    match(text, /\nspec: <REDACTED>\n$/, type);
    equal(text.includes("hidden"), false, type);
  }
});

Deno.test("a machine configuration is redacted field by field", async () => {
  const type = `MachineConfigs.config.${DOMAIN}`;
  const config = "version: v1alpha1\nmachine:\n    type: worker\n    token: hidden\n";
  const text = await documentsOf(type, { isSensitive: true }, config);
  match(
    text,
    /\nspec: \|\n {4}version: v1alpha1\n {4}machine:\n {8}type: worker\n {8}token: "\*{6}"\n$/,
  );
});
