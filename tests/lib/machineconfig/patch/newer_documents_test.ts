import { deepEqual, throws } from "node:assert/strict";
import { decodeMachineConfig } from "../../../../lib/machineconfig/load/mod.ts";
import { patchText, readPatch } from "../../../../lib/machineconfig/patch/mod.ts";
import { NEWEST } from "../../../../lib/machineconfig/schema/releases.ts";
import { doc } from "../validate/case.ts";

/** Returns the data of the documents after a patch. */
function patched(text: string, patch: string): unknown[] {
  const patches = [readPatch(patch, { name: "patch", release: NEWEST })];
  const result = patchText({ text, name: "config", release: NEWEST }, patches);
  return decodeMachineConfig(result, { release: NEWEST }).documents.map(({ data }) => data);
}

Deno.test("a rule of the same image is replaced, others are appended", () => {
  const rules = (list: string) => doc("ImageVerificationConfig", `rules: [${list}]`);
  deepEqual(
    patched(
      rules("{image: a/*, keyless: {issuer: i, subject: s}}, {image: b/*, skip: true}"),
      rules("{image: a/*, deny: true}, {image: c/*, skip: true}"),
    ),
    [{
      rules: [
        { image: "a/*", deny: true },
        { image: "b/*", skip: true },
        { image: "c/*", skip: true },
      ],
    }],
  );
});

Deno.test("the values of an argument are replaced, not appended", () => {
  const args = (list: string) => doc("KubeletConfig", "image: a", `extraArgs: ${list}`);
  deepEqual(patched(args("{a: [b, c], d: e}"), args("{a: [f], d: [g, h]}")), [
    { image: "a", config: {}, extraArgs: { a: ["f"], d: ["g", "h"] } },
  ]);
});

Deno.test("documents are merged by kind and name, lists of addresses are appended", () => {
  const link = (name: string, address: string) =>
    doc("LinkConfig", `name: ${name}`, `addresses: [{address: ${address}/24}]`);
  deepEqual(patched(link("eth0", "192.0.2.1"), link("eth0", "192.0.2.2")), [
    { name: "eth0", addresses: [{ address: "192.0.2.1/24" }, { address: "192.0.2.2/24" }] },
  ]);
  deepEqual(
    patched(link("eth0", "192.0.2.1"), link("eth1", "192.0.2.2")).map((one) =>
      (one as { name: string }).name
    ),
    ["eth0", "eth1"],
  );
});

Deno.test("a JSON patch of several documents names the strategic merge patch", () => {
  const text = `machine: {}\n---\n${doc("HostnameConfig", "auto: stable")}`;
  throws(() => patched(text, '[{"op": "remove", "path": "/machine"}]'), {
    message: "patch: a JSON patch requires a single document, found 2",
    hint: "use a strategic merge patch",
  });
});
