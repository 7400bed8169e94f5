import assert from "node:assert/strict";
import {
  type OutputChoice,
  planOutputs,
} from "../../../../lib/machineconfig/generate/plan_outputs.ts";

const plan = (choice: Partial<OutputChoice>) =>
  Object.fromEntries(
    planOutputs({
      types: ["osconfig", "worker", "controlplane"],
      output: "",
      outputDir: "",
      cwd: "/home/jane/lab",
      ...choice,
    }),
  );

Deno.test("planOutputs() plans files in the working directory, a folder, a file or stdout", () => {
  assert.deepEqual(plan({}), {
    controlplane: "/home/jane/lab/controlplane.yaml",
    worker: "/home/jane/lab/worker.yaml",
    osconfig: "/home/jane/lab/osconfig",
  });
  assert.deepEqual(plan({ types: ["worker", "controlplane"], output: "out" }), {
    controlplane: "out/controlplane.yaml",
    worker: "out/worker.yaml",
  });
  assert.deepEqual(plan({ types: ["worker"], output: "w.yml" }), { worker: "w.yml" });
  assert.deepEqual(plan({ types: ["worker"], output: "new/" }), {
    worker: "new/worker.yaml",
  });
  assert.deepEqual(plan({ types: ["worker", "worker"], output: "w.yml" }), { worker: "w.yml" });
  assert.deepEqual(plan({ types: ["worker"], outputDir: "out" }), {
    worker: "out/worker.yaml",
  });
  assert.deepEqual(plan({ types: ["osconfig"], output: "-" }), { osconfig: undefined });
});

Deno.test("planOutputs() rejects conflicting flags", () => {
  assert.throws(() => plan({ types: [] }), {
    kind: "usage",
    message: "no type in --output-types",
    hint: "use one or more of controlplane, worker, osconfig",
  });
  assert.throws(() => plan({ output: "a", outputDir: "b" }), {
    message: "--output and --output-dir are mutually exclusive",
  });
  assert.throws(() => plan({ output: "-" }), {
    message: "--output - requires one type, found 3",
    hint: "select one, such as --output-types controlplane",
  });
});
