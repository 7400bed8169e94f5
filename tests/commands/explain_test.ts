import { deepEqual, equal, match, ok } from "node:assert/strict";
import { parse } from "yaml";
import { runCommand, type RunCommandOptions } from "../helpers/run_command.ts";
import { allPaths } from "../../lib/machineconfig/explain/lookup.ts";

async function explain(args: string[], options: RunCommandOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await runCommand(["explain", ...args], options);
  equal(stderr, "");
  equal(code, 0);
  return stdout;
}

const withoutColour = (text: string) =>
  // deno-lint-ignore no-control-regex -- colours are escape sequences
  text.replaceAll(/\x1b\[\d+m/g, "");

Deno.test("explain prints a field's documentation, merge behaviour and children", async () => {
  equal(
    await explain(["NetworkRuleConfig.ingress"]),
    `NetworkRuleConfig.ingress

Allowed sources.

Type        list of objects
Since       v1.6
In a patch  replaced as a whole, even by an empty list

Example:
  ingress:
      - subnet: 192.0.2.0/24
        except: 192.0.2.128/25

Fields:
  subnet  subnet  Allowed source subnet (required)
  except  subnet  Excluded part of the subnet
`,
  );
});

Deno.test("explain prints allowed values, defaults, deprecations and secrets", async () => {
  match(
    await explain(["NetworkDefaultActionConfig.ingress"]),
    /^Allowed {5}accept, block\nDefault {5}accept$/m,
  );
  match(await explain(["cluster.controlPlane.endpoint"]), /^Required {4}yes$/m);
  match(
    await explain(["cluster.allowSchedulingOnMasters"]),
    /^Deprecated {2}use `allowSchedulingOnControlPlanes`$/m,
  );
  match(await explain(["cluster.inlineManifests.contents"]), /^Secret {6}yes/m);
  match(
    await explain(["machine.network.interfaces.vlans.vlanId"]),
    /^Type {8}integer, 0 to 65535$/m,
  );
  match(await explain(["cluster.network.podSubnets"]), /^Default {5}10\.244\.0\.0\/16$/m);
});

Deno.test("explain prints examples with their parent sections, or as a whole document", async () => {
  match(
    await explain(["cluster.coreDNS"]),
    /^Example:\n {2}cluster:\n {6}coreDNS:\n {10}image: registry\.k8s\.io\/coredns/m,
  );
  match(
    await explain(["KmsgLogConfig"]),
    /^Example:\n {2}apiVersion: v1alpha1\n {2}kind: KmsgLogConfig\n {2}name: remote\n/m,
  );
});

Deno.test("explain without a path lists sections and document kinds", async () => {
  const text = await explain([]);
  for (const name of ["machine", "cluster", "VolumeConfig", "SideroLinkConfig"]) {
    match(text, new RegExp(`^  ${name}  `, "m"));
  }
  match(text, /osctl explain machine\.network/);
});

Deno.test("explain --recursive lists all descendants", async () => {
  const text = await explain(["cluster.etcd", "--recursive"]);
  match(
    text,
    /^ {2}ca +object \(required\)\n {4}crt +base64 string\n {4}key +base64 string \(secret\)$/m,
  );
  const all = await explain(["--recursive"]);
  for (const path of allPaths()) ok(all.includes(path.split(".").at(-1)!), path);
  match(all, /^ {2}WatchdogTimerConfig\n {4}device {3}string \(required\)\n/m);
});

Deno.test("explain marks fields newer than the interface release", async () => {
  const old = { release: "v1.4" };
  match(await explain([], old), /^ {2}VolumeConfig .*\(since v1\.8\)$/m);
  match(
    await explain(["cluster.network.cni"], old),
    /flannel +object +Flannel settings \(since v1\.6\)/,
  );
  const text = await explain(["cluster.network.cni.flannel"], old);
  match(text, /^Since {7}v1\.6$/m);
  match(text, /^Not available in v1\.4\.$/m);
  // The fields are not marked again.
  ok(!text.includes("(since v1.6"));
  match(await explain(["-R"], old), /^ {2}VolumeConfig \(since v1\.8\)$/m);
  ok(!(await explain(["cluster.network.cni.flannel"])).includes("Not available in"));
  match(await explain([]), /^ {2}LinkConfig .*\(since v1\.12\)$/m);
});

Deno.test("explain --os-version omits fields and kinds of later versions", async () => {
  const kinds = await explain(["--os-version", "v1.11"]);
  match(kinds, /^ {2}SwapVolumeConfig /m);
  ok(!/^ {2}LinkConfig/m.test(kinds));
  ok(!kinds.includes("(since v1."));
  const fields = await explain(["VolumeConfig", "--os-version", "v1.11.6"]);
  match(fields, /^ {2}encryption /m);
  ok(!fields.includes("mount"));
  match(await explain(["LinkConfig", "--os-version", "v1.11"]), /^Not available in v1\.11\.$/m);
});

Deno.test("explain omits from examples what is newer than field and interface", async () => {
  const path = "machine.systemDiskEncryption.state.keys.tpm";
  match(await explain([path]), /^Example:\n {2}tpm:\n {6}checkSecurebootStatusOnEnroll: true\n/m);
  match(await explain([path], { release: "v1.4" }), /^Example:\n {2}tpm: \{\}\n/m);
});

Deno.test("explain -o json and yaml print one object", async () => {
  const record = JSON.parse(await explain(["cluster.network.cni", "-o", "json"]));
  deepEqual(Object.keys(record), [
    "path",
    "document",
    "type",
    "doc",
    "default",
    "values",
    "range",
    "required",
    "secret",
    "since",
    "until",
    "instead",
    "replacedBy",
    "merge",
    "examples",
    "fields",
  ]);
  equal(record.path, "cluster.network.cni");
  equal(record.document, "v1alpha1");
  deepEqual(record.fields.map(({ name }: { name: string }) => name), ["name", "urls", "flannel"]);
  deepEqual(record.fields[0].values, ["flannel", "custom", "none"]);
  equal(record.fields[2].since, "v1.6");
  deepEqual(parse(await explain(["cluster.network.cni", "-o", "yaml"])), record);
  const all = JSON.parse(await explain(["-o", "json", "-R"]));
  deepEqual(Object.keys(all), ["fields", "documents"]);
  equal(all.fields[4].fields[0].name, "id");
  equal(all.documents[0].kind, "SideroLinkConfig");
  equal(all.documents[0].fields[0].name, "apiUrl");
});

Deno.test("explain rejects unknown paths and suggests the nearest", async () => {
  const { code, stdout, stderr } = await runCommand(["explain", "machine.kubelet.extraMount"]);
  equal(code, 1);
  equal(stdout, "");
  equal(
    stderr,
    'osctl: "machine.kubelet" has no field "extraMount"; did you mean "machine.kubelet.extraMounts"\n',
  );
  equal((await runCommand(["explain", "a", "b"])).code, 2);
});

Deno.test("explain wraps text to the terminal's width", async () => {
  for (const columns of [60, 80, 132]) {
    for (
      const path of [
        "",
        "cluster",
        "machine",
        "machine.kubelet",
        "cluster.apiServer",
        "VolumeConfig",
      ]
    ) {
      const terminal = { terminals: ["stdout"] as const, size: { columns, rows: 24 } };
      const text = withoutColour(await explain(path === "" ? [] : [path], terminal));
      for (const line of text.split("\n")) ok(line.length <= columns, line);
    }
  }
});

Deno.test("explain in colour prints the same text, and in a pipe no colour", async () => {
  const terminal = { terminals: ["stdout"] as const, size: { columns: 80, rows: 24 } };
  const coloured = await explain(["cluster.network.cni.flannel"], { ...terminal, release: "v1.4" });
  ok(coloured.includes("\x1b["));
  equal(
    withoutColour(coloured),
    await explain(["cluster.network.cni.flannel"], { release: "v1.4" }),
  );
});

Deno.test("completion completes paths up to the next dot", async () => {
  const candidates = async (prefix: string) => {
    const { stdout } = await runCommand(["__complete", "zsh", "explain", prefix]);
    return stdout.split("\n").filter((line) => line !== "").map((line) => line.split("\t")[0]);
  };
  deepEqual(await candidates("mach"), ["=machine.", ":nospace"]);
  deepEqual(await candidates("cluster.network.d"), ["=cluster.network.dnsDomain"]);
  deepEqual(await candidates("cluster.network."), [
    "=cluster.network.cni.",
    "=cluster.network.dnsDomain",
    "=cluster.network.podSubnets",
    "=cluster.network.serviceSubnets",
  ]);
  deepEqual(await candidates("NetworkR"), ["=NetworkRuleConfig.", ":nospace"]);
  deepEqual(await candidates("nothing.here"), []);
  equal((await explain(["machine."])).split("\n")[0], "machine");
});

Deno.test("explain prints the document that replaces a field", async () => {
  match(
    await explain(["machine.network.hostname"]),
    /^Replaced +by HostnameConfig from v1\.12 on$/m,
  );
});
