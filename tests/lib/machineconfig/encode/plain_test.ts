import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { ConfigDocument, Data } from "../../../../lib/machineconfig/data.ts";
import { encodeConfig, normalise } from "../../../../lib/machineconfig/encode/mod.ts";
import { decodeMachineConfig } from "../../../../lib/machineconfig/load/mod.ts";
import { DOCUMENTS, MAIN } from "../../../../lib/machineconfig/schema/documents.ts";

const main = (data: Data): ConfigDocument => ({ type: MAIN, data });
const plain = (...documents: ConfigDocument[]) =>
  encodeConfig(documents, { docs: false, examples: false });

Deno.test("normalise() adds required fields and omits empty ones", () => {
  deepStrictEqual(
    normalise(main({
      machine: {
        kubelet: { extraArgs: {}, image: "" },
        network: {},
        registries: { mirrors: {} },
        seccompProfiles: [],
        time: { bootTimeout: "0s", disabled: false },
        udev: {},
      },
      version: "v1alpha1",
      cluster: {
        apiServer: { extraVolumes: [{ readonly: false }] },
        discovery: {},
        extraManifests: [],
        controlPlane: {},
      },
    })),
    {
      version: "v1alpha1",
      machine: {
        type: "",
        token: "",
        certSANs: [],
        kubelet: {},
        network: {},
        time: { disabled: false },
        udev: {},
      },
      cluster: {
        controlPlane: { endpoint: null },
        apiServer: { extraVolumes: [{ hostPath: "", mountPath: "" }] },
        discovery: { registries: { kubernetes: {}, service: {} } },
      },
    },
  );
  deepStrictEqual(normalise(main({})), { version: "", machine: null, cluster: null });
});

Deno.test("normalise() sets absent required booleans to null", () => {
  const { machine } = normalise(main({ machine: { install: {} } })) as { machine: Data };
  deepStrictEqual(machine["install"], { wipe: null });
});

Deno.test("encodeConfig() writes the layout of Go's encoder", () => {
  const text = `version: v1alpha1
machine:
    type: worker
    token: ""
    certSANs: []
    kubelet:
        extraMounts:
            - destination: /a
              options:
                - bind
                - rw
        extraConfig:
            "1": 2
            Z: 1
            lists:
                - - 1
                  - 2
                - - b: c
                    d:
                        - x
                  - []
                - {}
                - null
                - 1e+30
                - 12345678901234567890
                - 1e-07
            "n": 3
            z9: 2
            z10: 1
    disks:
        - device: /dev/sdb
          partitions:
            - size: 10 MB
            - size: 10737418240
    files:
        - content: |
            a
            b
          permissions: 0o644
          path: /x
          op: create
    sysctls:
        net.core.somaxconn: "65535"
        net.ipv4.ip_forward: "1"
cluster: null
`;
  const { documents, problems } = decodeMachineConfig(text, { release: "v1.8" });
  deepStrictEqual(problems, []);
  strictEqual(plain(...documents), text);
});

Deno.test("encodeConfig() writes the main document first", () => {
  const type = DOCUMENTS.find(({ kind }) => kind === "NetworkRuleConfig")!;
  const rule = {
    type,
    data: { name: "n", ingress: [{ subnet: "192.0.2.0/24" }], portSelector: { ports: [80] } },
  };
  strictEqual(
    plain(rule, main({ version: "v1alpha1" })),
    `version: v1alpha1
machine: null
cluster: null
---
apiVersion: v1alpha1
kind: NetworkRuleConfig
name: "n"
portSelector:
    ports:
        - 80
ingress:
    - subnet: 192.0.2.0/24
`,
  );
});

Deno.test("encodeConfig() encodes special characters so that they decode to the same strings", () => {
  const texts = [
    ..."\t\n\r\0\x07\x1b\x7f\x80\x85\xa0\u2028\u2029\ufeff\ufffd😀#:-?,[]{}&*!|>'\"%@`~=<",
  ].flatMap((char) => [
    char,
    `a${char}b`,
    `${char} b`,
    `a ${char}`,
    `a\n${char}`,
    `${char}\nb`,
    `a\n${char}b\n`,
    `${char}\n\n`,
    ` ${char}\nb`,
  ]);
  const data = {
    version: "v1alpha1",
    machine: {
      type: "worker",
      token: "",
      certSANs: texts,
      kubelet: { extraConfig: Object.fromEntries(texts.map((text, at) => [text, [[texts[at]!]]])) },
      sysctls: Object.fromEntries(texts.map((text) => [text, text])),
    },
    cluster: null,
  };
  const { documents, problems } = decodeMachineConfig(plain(main(data)), { release: "v1.8" });
  deepStrictEqual(problems, []);
  deepStrictEqual(normalise(documents[0]!), data);
});
