import { deepEqual, equal, match, ok, throws } from "node:assert/strict";
import { injectServiceAccounts } from "../../../../lib/kubernetes/inject/service_account.ts";
import { property } from "../../../helpers/seeded.ts";
import { manifestData } from "./data.ts";
import { MANIFESTS } from "./manifests.ts";

// deno-lint-ignore no-explicit-any -- tests read arbitrary fields
type Json = any;

function inject(text: string, roles: readonly string[] = ["os:reader"]) {
  return injectServiceAccounts({ name: "app.yaml", text }, roles);
}

/** Lines of a text that are no longer in another, in order. */
function lostLines(before: string, after: string): string[] {
  const lines = after.split(/\r?\n/);
  let at = 0;
  return before.split(/\r?\n/).filter((line) => {
    const found = lines.indexOf(line, at);
    if (found >= 0) at = found + 1;
    return found < 0;
  });
}

for (const { name, text } of MANIFESTS) {
  Deno.test(`repeated injection changes nothing: ${name}`, () => {
    const once = inject(text).text;
    equal(inject(once).text, once);
    ok(once === "" || /\n---\r?\n$/.test(`\n${once}`));
  });
}

Deno.test("comments, order and layout stay", () => {
  for (const { name, text } of MANIFESTS) {
    if (["JSON", "anchors and merge keys", "entries of the same names"].includes(name)) continue;
    if (name.startsWith("two service") || name.startsWith("service accounts before")) continue;
    const lost = lostLines(text, inject(text).text);
    // Roles and an empty list change.
    deepEqual(lost.filter((line) => !/^ +roles:|spec: \{containers: \[\]\}/.test(line)), [], name);
  }
});

Deno.test("every container of every kind mounts the secret", () => {
  const specs: Record<string, (data: Json) => Json> = {
    Pod: (data) => data.spec,
    CronJob: (data) => data.spec.jobTemplate.spec.template.spec,
  };
  for (const { name, text } of MANIFESTS) {
    for (const data of manifestData(inject(text).text) as Json[]) {
      const find = specs[data.kind] ??
        (/^(apps|batch)\/v1$/.test(data.apiVersion) ? (one: Json) => one.spec.template.spec : null);
      if (find === null || data.metadata.name === undefined) continue;
      const { containers = [], initContainers = [], volumes } = find(data);
      const secretName = `${data.metadata.name}-talos-secrets`;
      deepEqual(volumes.at(-1), { name: "talos-secrets", secret: { secretName } }, name);
      equal(volumes.filter((one: Json) => one.name === "talos-secrets").length, 1, name);
      for (const { volumeMounts } of [...containers, ...initContainers]) {
        const mount = { name: "talos-secrets", mountPath: "/var/run/secrets/talos.dev" };
        deepEqual(volumeMounts.at(-1), mount, name);
        const own = volumeMounts.filter((one: Json) => one.name === "talos-secrets");
        equal(own.length, 1, name);
      }
    }
  }
});

Deno.test("a repeated injection with other roles replaces the roles only", () => {
  const text = MANIFESTS[0]!.text;
  const reader = inject(text).text;
  const admin = inject(reader, ["os:admin", "os:operator"]).text;
  equal(admin, reader.replace("    - os:reader", "    - os:admin\n    - os:operator"));
});

Deno.test("roles, skipped workloads and lists cause warnings", () => {
  deepEqual(inject("", ["os:reader", "os:root"]).warnings, [
    'unknown role "os:root" in --roles; known are os:admin, os:operator, os:reader, ' +
    "os:etcd:backup, os:image:verifier, os:meta:writer, os:impersonator",
    "app.yaml: no workload with pods; nothing was injected",
  ]);
  const texts = [
    ["metadata: {}", "app.yaml:3:1: Pod not changed: metadata.name is not a string"],
    ["metadata: {name: a}\nspec: []", "app.yaml:3:1: Pod not changed: spec is not a map"],
    [
      "metadata: {name: a}\nspec: {containers: {}}",
      "app.yaml:3:1: Pod not changed: containers is not a list",
    ],
  ];
  for (const [rest, warning] of texts) {
    const text = `# comment\n---\napiVersion: v1\nkind: Pod\n${rest}\n`;
    const { text: result, warnings } = inject(text);
    equal(result, `${text}---\n`);
    equal(warnings[0], warning);
  }
  match(inject("kind: List\napiVersion: v1\nitems: []\n").warnings[0]!, /List are not changed$/);
});

Deno.test("invalid manifests are errors with their place", () => {
  throws(() => inject("a: b\n---\na: [\n"), /app\.yaml:\d+:\d+: /);
  throws(() => inject("a: b\n---\n- a\n"), /app\.yaml:3:1: not a Kubernetes manifest/);
});

/** Pods of a text without the injected entries. */
function otherContent(text: string): string {
  const pods = manifestData(text).filter((one: Json) => one.kind === "Pod");
  const json = JSON.stringify(
    pods,
    (_, value) =>
      Array.isArray(value) ? value.filter((item) => item.name !== "talos-secrets") : value,
  );
  return json.replaceAll(/,?"(volumes|volumeMounts)":\[\]/g, "");
}

property("injection is idempotent and changes nothing else", 300, async (random) => {
  await Promise.resolve();
  const mount = () =>
    random.pick([
      "    - {name: talos-secrets, mountPath: /old}\n",
      "    # a cache\n    - name: cache\n      mountPath: /c # here\n",
      '    - mountPath: "/d"\n      name: data\n',
    ]);
  const container = () => {
    const mounts = random.list(3, mount).join("");
    return `  - name: c${random.below(9)}\n    image: i\n` +
      (mounts === "" ? "" : `    volumeMounts:\n${mounts}`);
  };
  const volume = () =>
    random.pick(["  - name: cache\n    emptyDir: {}\n", "  - name: talos-secrets\n"]);
  const document = () => {
    const name = random.pick(["a", "b"]);
    if (random.oneIn(3)) {
      return `${random.pick(["", "# account\n"])}apiVersion: talos.dev/v1alpha1\n` +
        `kind: ServiceAccount\nmetadata: {name: ${name}-talos-secrets}\n` +
        "spec:\n  roles:\n  - os:admin\n";
    }
    const volumes = random.list(2, volume).join("");
    return `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\nspec:\n  containers:\n` +
      container() + random.list(2, container).join("") +
      (volumes === "" ? "" : `  volumes:\n${volumes}`);
  };
  const text = random.list(3, document).join("---\n");
  const once = inject(text).text;
  equal(inject(once).text, once, text);
  equal(otherContent(once), otherContent(text), text);
  const names = manifestData(once).filter((one: Json) => one.kind === "ServiceAccount")
    .map((one: Json) => one.metadata.name);
  for (const pod of manifestData(text).filter((one: Json) => one.kind === "Pod") as Json[]) {
    ok(names.includes(`${pod.metadata.name}-talos-secrets`), text);
  }
});
