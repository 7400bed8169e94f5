import { deepEqual, equal, ok } from "node:assert/strict";
import { load } from "js-yaml";
import { encodeConfig } from "../../../../lib/machineconfig/encode/mod.ts";
import { generateConfig, parseEndpoint } from "../../../../lib/machineconfig/generate/mod.ts";
import { redactText } from "../../../../lib/machineconfig/redact/mod.ts";
import { testBundle } from "../../../helpers/test_bundle.ts";

/** Returns every string in a value; PEM also base64-encoded, as in configurations. */
function* texts(value: unknown): Generator<string> {
  if (typeof value === "string") {
    yield value;
    yield btoa(value);
  } else if (typeof value === "object" && value !== null) {
    for (const item of Object.values(value)) yield* texts(item);
  }
}

/** Replaces every string that is redacted in another value by `******`. */
function withHidden(value: unknown, other: unknown): unknown {
  if (typeof value === "string" && value !== "" && other === "******") return other;
  if (Array.isArray(value) && Array.isArray(other)) {
    return value.map((item, index) => withHidden(item, other[index]));
  }
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  const others = Object(other);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withHidden(item, others[name])]),
  );
}

async function generated() {
  const bundle = await testBundle();
  const configs = generateConfig({
    clusterName: "lab",
    endpoint: parseEndpoint("https://192.0.2.10:6443"),
    bundle,
    contract: { major: 1, minor: 8 },
    dnsDomain: "cluster.local",
    installDisk: "/dev/sda",
    installImage: "registry.example.com/installer:v1.8.0",
    kubernetesVersion: "1.31.1",
    additionalSans: [],
    registryMirrors: new Map(),
    persist: true,
    discovery: true,
    mesh: false,
  });
  return { bundle, configs };
}

Deno.test("redactText() removes every secret of a generated configuration", async () => {
  const { bundle, configs } = await generated();
  const { certs, ...others } = bundle;
  const keys = Object.values(certs).map(({ key }: { key: string }) => key);
  const secrets = [...texts({ ...others, cluster: others.cluster.secret, keys })].filter((text) =>
    text.length > 15
  );
  ok(secrets.length > 16, `${secrets.length} secrets`);
  for (const [type, documents] of Object.entries(configs)) {
    for (const docs of [true, false]) {
      const text = encodeConfig(documents, { docs, examples: docs });
      const hidden = redactText(text);
      const visible = secrets.filter((secret) => text.includes(secret));
      ok(visible.length >= (type === "worker" ? 3 : 9), `${visible.length} in ${type}`);
      for (const secret of visible) ok(!hidden.includes(secret), `${type} shows a secret`);
      equal(hidden.split("\n").length, text.split("\n").length);
      // Everything else is unchanged, including the comments.
      deepEqual(load(hidden), withHidden(load(text), load(hidden)));
    }
  }
});
