import { deepEqual, equal } from "node:assert/strict";
import { redactSpec, redactVariables } from "../../../../lib/procedures/support/redact.ts";

Deno.test("values of environment variables are redacted, names and references are kept", () => {
  const pod = (value: string, annotation: string) => ({
    metadata: {
      annotations: {
        "kubectl.kubernetes.io/last-applied-configuration": annotation,
        other: "kept",
      },
    },
    spec: {
      containers: [{
        name: "app",
        args: ["--env"],
        env: [
          { name: "PASSWORD", value },
          { name: "NODE", valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } },
        ],
      }],
    },
  });
  deepEqual(redactVariables([pod("secret", "{}"), null, 1]), [
    pod("<REDACTED>", "<REDACTED>"),
    null,
    1,
  ]);
});

Deno.test("a spec without environment variables is unchanged", () => {
  const spec = "image: x # a comment\nvalues: [ 1, 2 ]\n";
  equal(redactSpec(spec), spec);
});

Deno.test("environment variables in a spec are redacted", () => {
  equal(
    redactSpec("environmentVariables:\n    A: secret\n    B: 1\nport: 6443\n"),
    "environmentVariables:\n    A: <REDACTED>\n    B: <REDACTED>\nport: 6443\n",
  );
  equal(redactSpec("environmentVariables: {}\n"), "environmentVariables: {}\n");
});

Deno.test("a spec with environment variables that cannot be parsed is redacted as a whole", () => {
  equal(redactSpec("env: [\n"), "<REDACTED>");
});
