import assert from "node:assert/strict";
import { OsctlError } from "../../../../lib/errors.ts";
import { decodeMachineConfig } from "../../../../lib/machineconfig/load/mod.ts";
import { applyPatches, readPatch, readPatches } from "../../../../lib/machineconfig/patch/mod.ts";

const release = "v1.8" as const;
const LOG = "apiVersion: v1alpha1\nkind: KmsgLogConfig\nname: a\nurl: tcp://192.0.2.1:1";

function documents(text: string) {
  const { documents, problems } = decodeMachineConfig(text, { release });
  assert.deepEqual(problems, []);
  return documents;
}

function patches(...texts: string[]) {
  return texts.map((text, index) => readPatch(text, { name: `#${index + 1}`, release }));
}

Deno.test("applyPatches() applies patches in order and keeps its input", () => {
  const before = documents("machine: {type: worker, certSANs: [a]}");
  const copy = structuredClone(before.map(({ data }) => data));
  const list = patches(
    LOG,
    "machine: {certSANs: [b]}",
    LOG.replace("tcp", "udp"),
    `${LOG.replace("url", "#")}\n$patch: delete`,
    '[{"op": "move", "from": "/machine/certSANs/0", "path": "/machine/certSANs/-"}]',
    "machine: {certSANs: [c]}",
  );
  const result = applyPatches(before, list, { release });
  assert.deepEqual(result.map(({ type }) => type.kind), ["v1alpha1"]);
  assert.deepEqual(result[0]?.data["machine"], {
    type: "worker",
    certSANs: ["b", "a", "c"],
    token: "",
  });
  assert.deepEqual(before.map(({ data }) => data), copy);
});

Deno.test("applyPatches() rejects an invalid result of a JSON patch", () => {
  const before = documents(
    "machine: {files: [{path: /a, permissions: 0o600, content: x, op: create}]}",
  );
  const [invalid] = patches('[{"op": "add", "path": "/machine/typ", "value": "worker"}]');
  assert.throws(() => applyPatches(before, [invalid!], { release }), {
    name: "OsctlError",
    kind: "input",
    message: /^#1: the result is invalid: machine\.typ: unknown key "typ"/,
  });
  const valid = patches(
    '[{"op": "replace", "path": "/machine/files/0/permissions", "value": 420}]',
  );
  const [result] = applyPatches(before, valid, { release });
  assert.match(JSON.stringify(result?.data), /"permissions":"0o644"/);
});

Deno.test("applyPatches() applies a JSON patch to a document with apiVersion and kind", () => {
  const operations =
    '[{"op": "test", "path": "/kind", "value": "KmsgLogConfig"}, {"op": "replace", "path": "/name", "value": "b"}]';
  const [result] = applyPatches(documents(LOG), patches(operations), { release });
  assert.deepEqual(result?.data, { name: "b", url: "tcp://192.0.2.1:1" });
});

Deno.test("readPatches() names patches by flag and number or by file in errors", async () => {
  const values = ["machine: {}", "@some/file.yaml", "machine: {typ: a}", "@none"];
  const paths: string[] = [];
  const read = (path: string) => {
    paths.push(path);
    return path === "none"
      ? Promise.reject(new OsctlError("file", "not found"))
      : Promise.resolve("\n\n  machine: []");
  };
  await assert.rejects(readPatches({ values, flag: "--config-patch", release, read }), (error) => {
    assert.ok(error instanceof OsctlError);
    const [first, second, third, ...others] = error.message.split("\n");
    assert.match(first!, /^some\/file\.yaml:3:12: machine: /);
    assert.match(second!, /^--config-patch #3:1:11: machine\.typ: unknown key "typ"/);
    assert.equal(third, "not found");
    assert.deepEqual(others, []);
    return true;
  });
  assert.deepEqual(paths, ["some/file.yaml", "none"]);
  const bug = new TypeError("a bug");
  const failing = readPatches({
    values: ["@a"],
    flag: "-p",
    release,
    read: () => Promise.reject(bug),
  });
  await assert.rejects(failing, bug);
});

Deno.test("applyPatches() accepts names of Object.prototype as keys", () => {
  const before = documents("machine: {sysctls: {a: b}}");
  const list = patches(
    'machine: {sysctls: {__proto__: "1", constructor: "2"}, kubelet: {extraConfig: {a: {}}}}',
    "machine: {kubelet: {extraConfig: {a: {valueOf: {constructor: c}}}}}",
    '[{"op": "add", "path": "/machine/sysctls/toString", "value": "3"}]',
  );
  const [result] = applyPatches(before, list, { release });
  const machine = result?.data["machine"] as { sysctls: Record<string, string> };
  assert.deepEqual(Object.entries(machine.sysctls).sort(), [
    ["__proto__", "1"],
    ["a", "b"],
    ["constructor", "2"],
    ["toString", "3"],
  ]);
  assert.equal(({} as Record<string, unknown>)["1"], undefined);
});

Deno.test("applyPatches() keeps integers of any size", () => {
  const before = documents("machine: {kubelet: {extraConfig: {a: 12345678901234567890, b: .inf}}}");
  const list = patches(
    '[{"op": "copy", "from": "/machine/kubelet/extraConfig/a", "path": "/machine/kubelet/extraConfig/c"}]',
  );
  const [result] = applyPatches(before, list, { release });
  const machine = result?.data["machine"] as { kubelet: { extraConfig: unknown } };
  const big = 12345678901234567890n;
  assert.deepEqual(machine.kubelet.extraConfig, { a: big, b: Infinity, c: big });
});
