import { deepEqual, equal, rejects, throws } from "node:assert/strict";
import {
  generateConfigs,
  OsctlError,
  patchConfig,
  validateConfig,
} from "../../api/machineconfig.ts";

const CLUSTER = { clusterName: "lab", endpoint: "https://10.0.0.10:6443" };

Deno.test("the same secrets give the same configurations", async () => {
  const one = await generateConfigs({ ...CLUSTER, workerPatches: ["machine: { type: worker }"] });
  const two = await generateConfigs({ ...CLUSTER, secrets: one.secrets });
  deepEqual([two.controlplane, two.worker], [one.controlplane, one.worker]);
  deepEqual(validateConfig(one.controlplane, { mode: "metal" }), []);
  await rejects(generateConfigs({ ...CLUSTER, endpoint: "nowhere" }), OsctlError);
});

Deno.test("problems are in the order of the text, with their positions", () => {
  const text = "version: v1alpha1\nmachine:\n  type: worker\n  unknown: 1\n  network:\n" +
    "    hostname: UPPER_case\ncluster:\n  controlPlane:\n    endpoint: ftp://x\n  other: 2\n";
  const problems = validateConfig(text, { mode: "metal" });
  const lines = problems.map(({ line }) => line);
  deepEqual(lines, lines.toSorted((a, b) => a - b));
  equal(problems.some(({ path }) => path === "machine.unknown"), true);
  equal(problems.some(({ path }) => path === "cluster.other"), true);
});

Deno.test("a patch that cannot be applied names its position", () => {
  throws(
    () => patchConfig("version: v1alpha1\n", ['[{"op": "remove", "path": "/machine/x"}]']),
    /^OsctlError: patch #1:1:\d+: operation "remove": /,
  );
});
