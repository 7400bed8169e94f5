import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { errorsOf, load, MINIMAL, SINGLE } from "./helpers.ts";

Deno.test("a node has the settings of its group and of the cluster, the innermost ones first", async () => {
  const { cluster, warnings } = await load(`${SINGLE}labels: {site: a, tier: none}
workers:
  storage:
    labels: {tier: storage}
    taints: {dedicated: "storage:NoSchedule"}
    install: {diskSelector: {type: nvme}}
    os: {extensions: [siderolabs/iscsi-tools]}
    update: {maxUnavailable: 25%, canary: 0}
    nodes:
      - {name: s-1, labels: {rack: r1}}
      - {name: s-2, os: {version: v1.8.3}, install: {disk: /dev/sdb}, locked: true}
`);
  deepStrictEqual(warnings, []);
  const [cp, first, second] = cluster.nodes;
  deepStrictEqual(
    [cp!.role, cp!.group, cp!.disk, cp!.installImage, cp!.labels],
    ["controlplane", "controlPlane", "/dev/sda", "ghcr.io/siderolabs/installer:v1.8.4", {
      site: "a",
      tier: "none",
    }],
  );
  // The ID that the image factory has for this extension.
  const schematic = "c9078f9419961640c712a8bf2bb9174933dfcf1da383fd8ea2b7dc21493f8bac";
  strictEqual(first!.installImage, `factory.talos.dev/installer/${schematic}:v1.8.4`);
  strictEqual(second!.installImage, `factory.talos.dev/installer/${schematic}:v1.8.3`);
  deepStrictEqual(first!.labels, { site: "a", tier: "storage", rack: "r1" });
  deepStrictEqual([first!.disk, first!.diskSelector], ["", { type: "nvme" }]);
  deepStrictEqual([second!.disk, second!.diskSelector], ["/dev/sdb", undefined]);
  deepStrictEqual(second!.locked, true);
  deepStrictEqual(cluster.updates.get("storage"), {
    maxUnavailable: "25%",
    canary: 0,
    order: "name",
    drain: true,
  });
  deepStrictEqual(cluster.updates.get("controlPlane")?.maxUnavailable, "1");
});

Deno.test("nodes of v1.14 are installed by an image of the image factory", async () => {
  const os = (text: string) =>
    MINIMAL.replace("v1.31.4", "v1.36.3").replace(/^os: .*$/m, `os: {${text}}`);
  const imageOf = async (text: string) =>
    (await load(`${os(text)}controlPlane:
  nodes: [{name: cp-1}]
`)).cluster.nodes[0]!.installImage;
  const empty = "376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba";
  strictEqual(
    await imageOf("version: v1.14.0"),
    `factory.talos.dev/metal-installer/${empty}:v1.14.0`,
  );
  strictEqual(
    await imageOf("version: v1.14.0, platform: aws, secureBoot: true"),
    `factory.talos.dev/aws-installer-secureboot/${empty}:v1.14.0`,
  );
  const errors = await errorsOf(
    `${os("version: v1.14.0, image: ghcr.io/siderolabs/installer")}controlPlane:
  nodes: [{name: cp-1}]
`,
  );
  ok(
    errors.some((text) => /"ghcr.io\/siderolabs\/installer:v1\.14\.0" is not published/.test(text)),
  );
});

Deno.test("patches apply in the order cluster, group, node", async () => {
  const { cluster } = await load(
    `${MINIMAL}patches:
  - file: patches/all.yaml
controlPlane:
  patches:
    - merge: {machine: {sysctls: {a: group}}}
  nodes:
    - name: cp-1
      patches:
        - json: [{op: add, path: /machine/sysctls/a, value: node}]
`,
    { files: { "patches/all.yaml": "machine: {sysctls: {a: all}}\n" } },
  );
  deepStrictEqual(
    cluster.nodes[0]!.patches.map(({ origin, patch }) => [origin, patch.form]),
    [["patches/all.yaml", "strategic"], ["cluster.yaml:11", "strategic"], [
      "cluster.yaml:15",
      "json",
    ]],
  );
});

Deno.test("an included file is extended: its values are replaced, its lists continued", async () => {
  const { cluster } = await load(
    `include: [base/common.yaml]
os: {version: v1.8.4}
certSANs: [api.example.com]
controlPlane:
  nodes: [{name: cp-1}]
`,
    {
      files: {
        "base/common.yaml": `${MINIMAL.replace("v1.8.4", "v1.8.1")}certSANs: [base.example.com]
secrets: keys.yaml
patches: [{file: ntp.yaml}]
`,
        "base/ntp.yaml": "machine: {time: {servers: [ntp.example.com]}}\n",
      },
    },
  );
  strictEqual(cluster.nodes[0]!.osVersion, "v1.8.4");
  deepStrictEqual(cluster.certSans, ["base.example.com", "api.example.com"]);
  // Paths are relative to the file that has them.
  strictEqual(cluster.secrets, "base/keys.yaml");
  strictEqual(cluster.nodes[0]!.patches[0]!.origin, "base/ntp.yaml");
});

Deno.test("files that include each other are an error, and one that two files include counts once", async () => {
  deepStrictEqual(
    await errorsOf("include: [a.yaml]\n", { files: { "a.yaml": "include: [cluster.yaml]\n" } }),
    ["a.yaml:1:11: the files include each other: cluster.yaml → a.yaml → cluster.yaml"],
  );
  const { cluster } = await load(`include: [a.yaml, b.yaml]\n${SINGLE}`, {
    files: {
      "a.yaml": "include: [c.yaml]\n",
      "b.yaml": "include: [c.yaml]\n",
      "c.yaml": "gates: [etcd]\n",
    },
  });
  deepStrictEqual(cluster.gates, ["etcd"]);
});

Deno.test("a variable has the value of --var, else of the file, else of the environment", async () => {
  const text = `variables: {A: file, B: null, C: file}
gates: ["\${A}\${A}"]
${SINGLE}certSANs: ["\${A}.x", "\${B}.x", "\${C}.x", "$\${A}"]
`;
  const { cluster } = await load(text, { given: { A: "flag" }, env: { A: "env", B: "env" } });
  deepStrictEqual(cluster.certSans, ["flag.x", "env.x", "file.x", "${A}"]);
  deepStrictEqual(await errorsOf(text), [
    "cluster.yaml:12:22: the variable B has no value; set it with --var B=VALUE",
  ]);
  deepStrictEqual(
    await errorsOf(
      text.replace("${C}", "${REGIO}").replace("variables: {", "variables: {REGION: eu, "),
      { env: { B: "b" } },
    ),
    [
      'cluster.yaml:12:32: unknown variable REGIO; did you mean "REGION"',
    ],
  );
  await rejects(load(text, { given: { D: "1" } }), {
    kind: "usage",
    message: 'the cluster file declares no variable "D"',
    hint: "declared are A, B, C",
  });
});

Deno.test("the value of a variable never changes the structure of the file", async () => {
  const value = 'x", y: [1]\n# "\'';
  const { cluster } = await load(
    `variables: {V: null}
${SINGLE}labels:
  plain: \${V}
  single: 'a\${V}'
  double: "a\${V}"
patches:
  - merge:
      machine:
        files:
          - path: /var/a
            content: |
              first \${V}
              last
`,
    { given: { V: value } },
  );
  const [node] = cluster.nodes;
  deepStrictEqual(node!.labels, { plain: value, single: `a${value}`, double: `a${value}` });
  const { patch } = node!.patches[0]!;
  ok(patch.form === "strategic");
  deepStrictEqual(patch.documents[0]!.data["machine"], {
    files: [{ path: "/var/a", content: `first ${value}\nlast\n` }],
  });
});

Deno.test("all problems of a file are reported at their places", async () => {
  const errors = await errorsOf(`name: lab
endpoint: 10.0.0.10
contract: v1.9
os: {version: v1.8, image: a/b, extensions: [x]}
kubernetes: {version: v1.40.0}
install: {}
controlPlane:
  nodes:
    - name: Cp_1
    - {name: a, addresses: [x]}
    - {name: a, addresses: [x]}
  taints: {a: b}
  update: {maxUnavailable: 0, order: z}
workers:
  w:
    nodes:
      - addresses: [1.2.3.4]
      - name: w2
        patches:
          - {}
          - merge: {machine: {sysctl: {a: b}}}
          - json: [{op: bla, path: /x}]
          - file: nope.yaml
`);
  deepStrictEqual(errors, [
    'cluster.yaml:2:11: endpoint: no scheme and no port; did you mean "https://10.0.0.10:6443"',
    "cluster.yaml:4:15: os.version: not a version; use a version such as v1.8.4",
    "cluster.yaml:4:45: os.extensions: the image is already defined; use image, schematic or extensions",
    'cluster.yaml:6:10: install: no disk; set either "disk" or "diskSelector"',
    "cluster.yaml:9:13: controlPlane.nodes[0].name: not a host name; use lower-case letters, digits and dashes",
    "cluster.yaml:11:14: controlPlane.nodes[2].name: already used by the node at cluster.yaml:10",
    "cluster.yaml:11:29: controlPlane.nodes[2].addresses[0]: already used by the node at cluster.yaml:10",
    'cluster.yaml:12:15: controlPlane.taints.a: not a taint; use value:effect, such as "storage:NoSchedule"',
    'cluster.yaml:13:28: controlPlane.update.maxUnavailable: not a number or a percentage; use "1" or "25%"',
    'cluster.yaml:13:38: controlPlane.update.order: unknown order; use "name" or "zone:<label>"',
    'cluster.yaml:17:9: workers.w.nodes[0].name: "name" is required',
    "cluster.yaml:20:13: the patch is empty; use one of file, merge, json",
    'cluster.yaml:21:31: machine.sysctl: unknown key "sysctl"; did you mean "sysctls"',
    'cluster.yaml:22:25: unknown operation "bla"; use one of add, remove, replace, move, copy, test',
    'cluster.yaml:23:19: cannot read "nope.yaml": no such file',
  ]);
});

Deno.test("versions that do not fit each other are rejected", async () => {
  const with_ = (from: string, to: string) => errorsOf(SINGLE.replace(from, to));
  deepStrictEqual(await with_("contract: v1.8", "contract: v1.9"), [
    "cluster.yaml:4:15: os.version: older than the contract v1.9; nodes reject settings of later versions",
  ]);
  deepStrictEqual(await with_("v1.31.4", "v1.33.0"), [
    "cluster.yaml:5:23: kubernetes.version: Talos Linux v1.8.4 does not support it; use 1.26 to 1.31",
  ]);
  deepStrictEqual(await with_("contract: v1.8", "contract: v9.8"), [
    "cluster.yaml:3:11: contract: an unknown version; use the version of the cluster's creation, at most v1.14",
  ]);
});

Deno.test("an even number of control planes is a warning", async () => {
  const { warnings } = await load(`${SINGLE}    - {name: cp-2}\n`);
  deepStrictEqual(warnings, [
    "cluster.yaml:8:3: warning: controlPlane.nodes: 2 control planes tolerate no more failures than 1; use an odd number",
  ]);
});

Deno.test("a file that is not a map, or has two documents, is rejected", async () => {
  deepStrictEqual(await errorsOf("- a\n"), [
    'cluster.yaml:1:1: the file is not a map of fields; start with "name: <cluster>"',
  ]);
  deepStrictEqual(await errorsOf(`${SINGLE}---\na: b\n`), [
    "cluster.yaml:10:1: a second document; remove it",
  ]);
  const [syntax, ...others] = await errorsOf("name: [\n");
  deepStrictEqual([syntax!.startsWith("cluster.yaml:"), others], [true, []]);
});

Deno.test("a variable without quotes inside brackets has a hint", async () => {
  deepStrictEqual(await errorsOf(`${MINIMAL}vip: {address: \${VIP}}\n`), [
    "cluster.yaml:7:17: missing comma in brackets; quote a variable inside brackets",
  ]);
});
