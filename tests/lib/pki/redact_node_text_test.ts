/**
 * Texts of nodes, from the decoder in `configloader/internal/decoder`, the reboot check in
 * `runtime/v1alpha1` and the logs of `pkg/grpc/middleware/log` of Talos Linux v1.4 to v1.13.
 */
import { equal, ok } from "node:assert/strict";
import { NodeTextRedactor, redactNodeText } from "../../../lib/pki/redact_node_text.ts";

const REASON = "this config change can't be applied in immediate mode";

Deno.test("redactNodeText() leaves out differences of configurations", () => {
  const diff = "--- a\n+++ b\n@@ -1,3 +1,3 machine:\n     type: worker\n-    token: MARKED\n\n+  x";
  for (
    const text of [
      `${REASON}\ndiff:\n${diff}`,
      `${REASON}\ndiff:   &v1alpha1.Config{\n  \tMachineConfig: nil,\n- \tToken: "MARKED",\n  }\n`,
      `${REASON}\ndiff: \u00a0\u00a0(*v1alpha1.Config)(\n-\u00a0\tToken: "MARKED",\n`,
    ]
  ) {
    equal(redactNodeText(text).trimEnd(), `${REASON}\n(diff redacted)`);
  }
  equal(
    redactNodeText(`${REASON} diff: --- a +++ b MARKED`),
    `${REASON} (diff redacted)`,
  );
  equal(redactNodeText(diff), "(diff redacted)");
});

Deno.test("redactNodeText() replaces values, and leaves names and reasons", () => {
  for (
    const [text, expected] of [
      [
        "unknown keys found during decoding:\nmachine:\n    tokn: MARKED\n    list:\n" +
        "        - MARKED\n        - a: MARKED\n          b: {}\n    text: |\n        MARKED\n",
        "unknown keys found during decoding:\nmachine:\n    tokn: ******\n    list:\n" +
        "        - ******\n        - a: ******\n          b: {}\n    text: ******\n        ******\n",
      ],
      [
        "yaml: unmarshal errors:\n  line 5: cannot unmarshal !!str `MARKED...` into int",
        "yaml: unmarshal errors:\n  line 5: cannot unmarshal !!str `******` into int",
      ],
      ["pull https://user:MARKED@mirror/v2: EOF", "pull https://******@mirror/v2: EOF"],
      [`key ${btoa("-----BEGIN MARKED")} is invalid`, "key ****** is invalid"],
      ["1 error occurred:\n    token: MARKED", "1 error occurred:\n    token: ******"],
      ["token is invalid: expired", "token is invalid: expired"],
      ["open /x: no such file - or directory", "open /x: no such file - or directory"],
    ] as const
  ) equal(redactNodeText(text), expected);
});

Deno.test("NodeTextRedactor leaves the lines of a log around a difference", () => {
  const redactor = new NodeTextRedactor();
  const lines = [
    "2026/11/23 08:00:00.1 a",
    " indented",
    `2026/11/23 08:00:00.2 InvalidArgument [/x] 2ms unary rpc error: ${REASON}`,
    "diff:",
    "--- a",
    "+++ b",
    "@@ -1,3 +1,3     token: MARKED",
    "-    secret: MARKED",
    " (peer=10.5.0.1;token=<hidden>)",
    "2026/11/23 08:00:00.3 b",
  ].flatMap((line) => redactor.redact(line) ?? []);
  equal(lines.length, 6);
  ok(!lines.join().includes("MARKED"));
  equal(lines.at(-1), "2026/11/23 08:00:00.3 b");
});

Deno.test("redactNodeText() replaces private keys and tokens", () => {
  const [begin, end] = ["-----BEGIN ED25519 PRIVATE KEY-----", "-----END ED25519 PRIVATE KEY-----"];
  const cases: readonly [text: string, expected: string][] = [
    [`a\n${begin}\nMARKED\nMARKED\n${end} b\nc`, "a\n******\n b\nc"],
    [`"${begin}\\nMARKED\\n${end}" b ${begin} MARKED ${end}`, '"******" b ******'],
    [`${begin} MARKED ${end} then ${begin}\nMARKED`, "****** then ******"],
    ["Authorization: [Bearer MARKED]", "Authorization: [Bearer ******]"],
    ['{"authorization":"Basic MARKED=="}', '{"authorization":"Basic ******"}'],
    [`token=eyJMARKEDMARKED.MARKED.MARKED-`, "token=******"],
    ["basic authentication is off", "basic authentication is off"],
  ];
  for (const [text, expected] of cases) equal(redactNodeText(text), expected);
});
