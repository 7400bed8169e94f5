import { deepEqual, equal } from "node:assert/strict";
import {
  defaultKubernetesVersion,
  KUBERNETES_RANGES,
  OS_RELEASES,
  supportsKubernetes,
} from "../../../lib/os_versions/mod.ts";

Deno.test("each release supports its default version of Kubernetes", () => {
  deepEqual(Object.keys(KUBERNETES_RANGES), [...OS_RELEASES]);
  for (const range of Object.values(KUBERNETES_RANGES)) {
    equal(supportsKubernetes(range, range.default), true, range.default);
  }
});

Deno.test("a range includes all versions of its first and last minor version", () => {
  const range = KUBERNETES_RANGES["v1.14"];
  for (const version of ["1.32.0", "v1.37.9", "v1.37.0-rc.0", "1.35"]) {
    equal(supportsKubernetes(range, version), true, version);
  }
  for (const version of ["1.31.9", "1.38.0", "2.35.0", "latest", ""]) {
    equal(supportsKubernetes(range, version), false, version);
  }
});

Deno.test("a default that nodes reject is replaced", () => {
  equal(defaultKubernetesVersion("", "1.31.1"), "1.31.1");
  equal(defaultKubernetesVersion("v1.4", "1.31.1"), "1.31.1");
  equal(defaultKubernetesVersion("v1.13.9", "1.31.1"), "1.31.1");
  equal(defaultKubernetesVersion("v1.14", "1.31.1"), "1.37.0-rc.0");
  equal(defaultKubernetesVersion("v1.11.6", "1.27.1"), "1.34.1");
});
