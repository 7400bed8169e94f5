import { deepEqual, equal, throws } from "node:assert/strict";
import {
  readTrust,
  type Trust,
  writeTrust,
} from "../../../../lib/machineconfig/authorities/mod.ts";

const base64 = (text: string) => btoa(text);
const pem = (name: string) =>
  `-----BEGIN CERTIFICATE-----\n${btoa(name)}\n-----END CERTIFICATE-----\n`;
const key = (name: string) =>
  `-----BEGIN PRIVATE KEY-----\n${btoa(name)}\n-----END PRIVATE KEY-----\n`;

const CONTROL_PLANE = `# ours
machine:
  type: controlplane   # first
  ca: {crt: ${base64(pem("os"))}, key: ${base64(key("os"))}}
  # trusted
  acceptedCAs:
    - crt: ${base64(pem("other"))} # kept
cluster:
  ca:
    crt: ${base64(pem("k8s"))}
    key: ${base64(key("k8s"))}
  controlPlane:
    endpoint: https://10.0.0.2:6443
---
apiVersion: v1alpha1
kind: HostnameConfig
hostname: a # name
`;

const config = (text: string) => ({ text, name: "a.yaml", release: "v1.14" as const });

Deno.test("readTrust returns the authorities of both APIs", () => {
  deepEqual(readTrust(config(CONTROL_PLANE)), {
    isControlPlane: true,
    os: { issuing: { crt: pem("os"), key: key("os") }, accepted: [pem("other")] },
    kubernetes: { issuing: { crt: pem("k8s"), key: key("k8s") }, accepted: [] },
  });
  const worker = CONTROL_PLANE.replace("controlplane ", "worker ")
    .replace(base64(key("os")), '""');
  const { isControlPlane, os } = readTrust(config(worker));
  equal(isControlPlane, false);
  deepEqual(os.issuing, { crt: pem("os"), key: undefined });
});

Deno.test("writeTrust changes the authorities only", () => {
  const trust: Trust = {
    issuing: { crt: pem("next"), key: key("next") },
    accepted: [pem("other"), pem("k8s")],
  };
  equal(
    writeTrust(config(CONTROL_PLANE), "kubernetes", trust),
    CONTROL_PLANE.replace(base64(pem("k8s")), base64(pem("next")))
      .replace(base64(key("k8s")), base64(key("next")))
      .replace(
        "    endpoint: https://10.0.0.2:6443\n",
        `    endpoint: https://10.0.0.2:6443\n  acceptedCAs:\n    - crt: ${
          base64(pem("other"))
        }\n    - crt: ${base64(pem("k8s"))}\n`,
      ),
  );
  const { os } = readTrust(config(CONTROL_PLANE));
  equal(writeTrust(config(CONTROL_PLANE), "os", os), CONTROL_PLANE);
  const added = writeTrust(config(CONTROL_PLANE), "os", {
    ...os,
    accepted: [...os.accepted, pem("next")],
  });
  equal(
    added,
    CONTROL_PLANE.replace("# kept\n", `# kept\n    - crt: ${base64(pem("next"))}\n`),
  );
  equal(writeTrust(config(added), "os", os), CONTROL_PLANE);
});

Deno.test("writeTrust changes the document that replaces the fields of v1.14", () => {
  const text = (accepted: string, issuing = "") =>
    `machine:
  type: ${issuing === "" ? "worker" : "controlplane"}
  ca:
    crt: ${base64(pem("os"))}
    key: ${issuing === "" ? '""' : base64(key("os"))}
cluster:
  controlPlane:
    endpoint: https://10.0.0.2:6443
---
apiVersion: v1alpha1
kind: KubeAPIServerCAConfig
${issuing}acceptedCAs:
${accepted}`;
  const block = (pem: string, indent: string) =>
    pem.trimEnd().split("\n").map((line) => `${indent}${line}\n`).join("");
  const item = (name: string) => `  - |\n${block(pem(name), "    ")}`;
  const worker = text(item("k8s"));
  deepEqual(readTrust(config(worker)).kubernetes, { issuing: undefined, accepted: [pem("k8s")] });
  const both = writeTrust(config(worker), "kubernetes", {
    issuing: undefined,
    accepted: [pem("k8s"), pem("next")],
  });
  deepEqual(readTrust(config(both)).kubernetes.accepted, [pem("k8s"), pem("next")]);
  equal(both.startsWith(worker), true);
  const pair = (name: string) =>
    `issuingCA:\n  cert: |\n${block(pem(name), "    ")}  key: |\n${block(key(name), "    ")}`;
  const controlPlane = text(item("other"), pair("k8s"));
  const issuing = { crt: pem("next"), key: key("next") };
  const changed = writeTrust(config(controlPlane), "kubernetes", {
    issuing,
    accepted: [pem("other")],
  });
  deepEqual(readTrust(config(changed)).kubernetes, { issuing, accepted: [pem("other")] });
  equal(changed.endsWith(`acceptedCAs:\n${item("other")}`), true);
});

Deno.test("a text that is not a configuration is an error", () => {
  throws(() => readTrust(config("a: 1\n")), { kind: "input" });
  throws(() => writeTrust(config("- a\n"), "os", { issuing: undefined, accepted: [] }), {
    kind: "input",
  });
});
