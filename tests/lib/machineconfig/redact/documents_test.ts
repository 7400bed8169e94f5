import { deepEqual, equal } from "node:assert/strict";
import { HIDDEN, isSecret, redact } from "../../../../lib/machineconfig/redact/mod.ts";
import { DOCUMENTS, MAIN } from "../../../../lib/machineconfig/schema/documents.ts";

Deno.test("redact replaces secrets that are there, and nothing else", () => {
  const data = {
    version: "v1alpha1",
    machine: {
      type: "controlplane",
      token: "abc",
      ca: { crt: "Zm9v", key: "YmFy" },
      network: { interfaces: [{ interface: "eth0", wireguard: { privateKey: "abc" } }] },
      certSANs: [],
    },
    cluster: {
      secret: "",
      token: null,
      controlPlane: { endpoint: "https://192.0.2.1:6443", localAPIServerPort: 6443 },
      extraManifestHeaders: { Authorization: "abc" },
    },
  };
  deepEqual(redact([{ type: MAIN, data }]), [{
    type: MAIN,
    data: {
      version: "v1alpha1",
      machine: {
        type: "controlplane",
        token: HIDDEN,
        ca: { crt: "Zm9v", key: HIDDEN },
        network: { interfaces: [{ interface: "eth0", wireguard: { privateKey: HIDDEN } }] },
        certSANs: [],
      },
      cluster: {
        secret: "",
        token: null,
        controlPlane: { endpoint: "https://192.0.2.1:6443", localAPIServerPort: 6443 },
        extraManifestHeaders: { Authorization: HIDDEN },
      },
    },
  }]);
  equal(data.machine.token, "abc");
});

Deno.test("isSecret knows secret fields, what is inside of them, and unknown fields", () => {
  equal(isSecret(["machine", "token"], MAIN), true);
  equal(isSecret(["machine", "type"], MAIN), false);
  equal(isSecret(["cluster", "extraManifestHeaders", "Authorization"], MAIN), true);
  equal(isSecret(["cluster", "inlineManifests", 3, "contents"], MAIN), true);
  equal(isSecret(["cluster", "inlineManifests", 3, "name"], MAIN), false);
  equal(isSecret(["machine", "tokn"], MAIN), true);
  equal(isSecret(["machine", "kubelet", "extraConfig", "a", 0, "b"], MAIN), false);
  equal(isSecret([], MAIN), false);
  const link = DOCUMENTS.find(({ kind }) => kind === "SideroLinkConfig")!;
  equal(isSecret(["apiUrl"], link), true);
});
