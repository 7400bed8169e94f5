import assert from "node:assert/strict";
import { decodeMachineConfig, problemLine } from "../../../../lib/machineconfig/load/mod.ts";
import { cp } from "../validate/case.ts";

/** Returns the value at a path in the data of the first document, or the first problem. */
function read(text: string, ...keys: readonly (string | number)[]): unknown {
  const { documents, problems } = decodeMachineConfig(text, { release: "v1.8" });
  if (problems[0] !== undefined) return problemLine(problems[0], { name: "f", text });
  return keys.reduce<unknown>(
    (value, key) => (value as Record<string | number, unknown> | undefined)?.[key],
    documents[0]?.data,
  );
}

const field = (name: string, around: (value: string) => string, ...keys: (string | number)[]) => ({
  name,
  read: (value: string) => read(around(value), ...keys),
});

const machine = (key: string, around: (value: string) => string) => (value: string) =>
  cp({ machine: { [key]: around(value) } });

const device = (key: string) =>
  field(
    key,
    machine("network", (value) => `{interfaces: [{interface: a, ${key}: ${value}}]}`),
    ...["machine", "network", "interfaces", 0, key],
  );

const text = field(
  "string",
  machine("sysctls", (value) => `{k: ${value}}`),
  "machine",
  "sysctls",
  "k",
);
const free = field(
  "free-form map",
  machine("kubelet", (value) => `{extraConfig: {k: ${value}}}`),
  ...["machine", "kubelet", "extraConfig", "k"],
);
const bool = device("dhcp");
const number = device("mtu");
const duration = field(
  "duration",
  machine("time", (value) => `{bootTimeout: ${value}}`),
  ...["machine", "time", "bootTimeout"],
);
const size = field(
  "size",
  machine("disks", (value) => `[{partitions: [{size: ${value}}]}]`),
  ...["machine", "disks", 0, "partitions", 0, "size"],
);
const mode = field(
  "file mode",
  machine("files", (value) => `[{permissions: ${value}}]`),
  ...["machine", "files", 0, "permissions"],
);
const url = field(
  "url",
  (value) => cp({ cluster: { controlPlane: `{endpoint: ${value}}` } }),
  ...["cluster", "controlPlane", "endpoint"],
);
const diskType = field(
  "disk type",
  machine("install", (value) => `{diskSelector: {type: ${value}}}`),
  ...["machine", "install", "diskSelector", "type"],
);
const strings = field(
  "list of strings",
  machine("certSANs", (value) => value),
  "machine",
  "certSANs",
);

/** Decoded values by type of field and YAML text; a pattern matches the expected problem. */
const TABLE: readonly (readonly [typeof text, string, unknown])[] = [
  [text, "1.10", "1.10"],
  [text, "0x1F", "0x1F"],
  [text, "yes", "yes"],
  [text, "2020-01-01", "2020-01-01"],
  [text, '"~"', "~"],
  [text, "~", ""],
  [text, "!!int 5", "5"],
  [text, "!!binary aGk=", "hi"],
  [text, "!!int x", /sysctls\.k: the value does not fit its tag "!!int"; remove the tag/],
  [text, "[a]", /expected a string, found a list/],
  [text, "{a: b}", /expected a string, found a map/],
  [free, "0x1F", 31],
  [free, "0o17", 15],
  [free, "017", 15],
  [free, "0b11", 3],
  [free, "1_000", 1000],
  [free, "1e3", 1000],
  [free, ".5", 0.5],
  [free, ".inf", Infinity],
  [free, "yes", "yes"],
  [free, "True", true],
  [free, "~", null],
  [free, "''", ""],
  [free, "12345678901234567890", 12345678901234567890n],
  [free, "08", 8],
  [free, "2020-01-01", "2020-01-01"],
  [free, "[1, {b: ~}]", [1, { b: null }]],
  [free, "!!bool yes", /does not fit its tag/],
  [free, "&x {a: *x}", /alias "\*x" inside the value of its own anchor/],
  [bool, "true", true],
  [bool, "yes", true],
  [bool, '"on"', true],
  [bool, "N", false],
  [bool, "~", undefined],
  [bool, '"true"', /expected true or false, found "true"; remove the quotes/],
  [bool, "1", /expected true or false, found "1"/],
  [diskType, "NVMe", "nvme"],
  [diskType, '""', /diskSelector\.type: "" is not one of ssd, hdd, nvme, sd/],
  [diskType, "nvm", /"nvm" is not one of ssd, hdd, nvme, sd; did you mean "nvme"/],
  [diskType, "~", undefined],
  [number, "1500.7", 1500],
  [number, "0x1f", 31],
  [number, "1e3", 1000],
  [number, "-5", -5],
  [number, "~", undefined],
  [number, '"1500"', /expected an integer, found "1500"; remove the quotes/],
  [number, "9223372036854775808", /9223372036854775808 is out of range/],
  [number, "[1]", /expected an integer, found a list/],
  [duration, "90s", "1m30s"],
  [duration, '"1.5h"', "1h30m0s"],
  [duration, "-1m", "-1m0s"],
  [
    duration,
    "0",
    /"0" is not a valid duration: the unit is missing; use a duration such as 30s, 5m or 1h30m/,
  ],
  [duration, "1d", /"1d" is not a valid duration/],
  [size, "100MB", "100 MB"],
  [size, "1.5gb", "1.5 GB"],
  [size, "1GiB", 1073741824],
  [size, "1001", 1001],
  [size, '"1,000"', "1.0 kB"],
  [size, "16EiB", /"16EiB" is not a valid size/],
  [mode, "0o644", "0o644"],
  [mode, "0644", "0o644"],
  [mode, "420", "0o644"],
  [
    mode,
    '"0644"',
    /"0644" is not a valid file mode; write it in octal without quotes, such as 0o644/,
  ],
  [mode, "-1", /"-1" is not a valid file mode/],
  [url, "HTTPS://A:1/x", "https://A:1/x"],
  [url, "https://u:p@a/", "https://u:p@a/"],
  [url, '"https://a/x y"', "https://a/x%20y"],
  [url, '"https://a#"', "https://a"],
  [url, '"https://a/%zz"', /is not a valid URL: "%" without/],
  [url, '"https://a[b]:1"', /is not a valid URL: unexpected "\["/],
  [url, '"a:b:c/d"', "a:b:c/d"],
  [url, '"1.2.3.4:6443"', /is not a valid URL: no scheme/],
  [strings, "[a, ~, 5, true]", ["a", "5", "true"]],
  [strings, "[]", []],
  [strings, "a", /expected a list, found a scalar; write it as a list item/],
];

for (const [{ name, read }, value, expected] of TABLE) {
  const result = expected instanceof RegExp ? "rejects" : "decodes";
  Deno.test(`decodeMachineConfig() ${result} ${value} for a field of type ${name}`, () => {
    const decoded = read(value);
    if (expected instanceof RegExp) assert.match(String(decoded), expected);
    else assert.deepEqual(decoded, expected);
  });
}

Deno.test("decodeMachineConfig() trims line breaks at the start of inline manifests", () => {
  const config = cp({ cluster: { inlineManifests: '[{name: a, contents: "\\n\\tb\\n"}]' } });
  assert.equal(read(config, "cluster", "inlineManifests", 0, "contents"), "b\n");
});

Deno.test("decodeMachineConfig() omits apiVersion and kind from the data of documents", () => {
  const rule = "apiVersion: v1alpha1\nkind: NetworkRuleConfig\nname: a\n" +
    "portSelector: {ports: [80, 90-99, '7-7'], protocol: TCP}\n" +
    "ingress: [{subnet: '2001:DB8:0::/32', except: ''}]\n";
  const { documents, problems } = decodeMachineConfig(rule + `---\n${cp()}`, { release: "v1.8" });
  assert.deepEqual(problems, []);
  assert.deepEqual(documents.map(({ type }) => type.kind), ["v1alpha1", "NetworkRuleConfig"]);
  assert.deepEqual(documents[1]?.data, {
    name: "a",
    portSelector: { ports: [80, "90-99", 7], protocol: "tcp" },
    ingress: [{ subnet: "2001:db8::/32", except: "" }],
  });
});

Deno.test("decodeMachineConfig() accepts __proto__ as a map key", () => {
  const { documents } = decodeMachineConfig(cp({ machine: { sysctls: "{__proto__: a}" } }), {
    release: "v1.8",
  });
  const sysctls = (documents[0]!.data["machine"] as { sysctls: object }).sysctls;
  assert.deepEqual(Object.keys(sysctls), ["__proto__"]);
});

Deno.test("decodeMachineConfig() quotes no secrets in problems", () => {
  for (
    const config of [
      cp({ machine: { ca: "{crt: LS0t, key: hunter2}" } }),
      cp({ machine: { token: "[hunter2]" } }),
      cp({ machine: { ca: "hunter2" } }),
      cp({ cluster: { controlPlane: '{endpoint: "https://hunter2:hunter2@a:b/?token=hunter2"}' } }),
      cp({ cluster: { serviceAccount: "{key: [hunter2]}" } }),
    ]
  ) {
    const { problems } = decodeMachineConfig(config, { release: "v1.8" });
    assert.equal(problems.length, 1);
    assert.doesNotMatch(JSON.stringify(problems), /hunter2/);
  }
});
