import { equal, throws } from "node:assert/strict";
import {
  checkPath,
  compareVersions,
  imageTag,
  minorStep,
  parseVersion,
  readVersion,
} from "../../../../lib/procedures/kubernetes_upgrade/versions.ts";

const path = (from: string, to: string) => ({
  from: parseVersion(from, "--from"),
  to: parseVersion(to, "--to"),
});

Deno.test("a path stays in a minor version, or leads to the next one", () => {
  const accepted = [["1.31.1", "1.31.0"], ["v1.30.9", "1.31.1"], ["1.19.0", "1.20.1"]];
  for (const [from, to] of [...accepted, ["1.36.3", "1.37.0-rc.0"], ["1.40.1", "1.41.0"]]) {
    checkPath(path(from!, to!));
  }
  const rejected = [
    ["1.18.1", "1.19.0", /1\.18\.1 to 1\.19\.0: upgrades start at Kubernetes 1\.19/],
    ["1.28.1", "1.27.9", /a downgrade to an older minor version/],
    ["1.28.1", "1.30.0", /it skips a minor version/],
    ["1.28.1", "2.0.0", /upgrades start at Kubernetes 1\.19/],
  ] as const;
  for (const [from, to, message] of rejected) {
    throws(() => checkPath(path(from, to)), { kind: "usage", message }, `${from} ${to}`);
  }
});

Deno.test("versions are sorted with pre-releases before their release", () => {
  const texts = ["1.31.0", "1.9.10", "1.31.0-rc.2", "1.31.0-rc.10", "1.31.1"];
  const sorted = texts.map((text) => readVersion(text)!).sort(compareVersions);
  equal(
    sorted.map(({ text }) => text).join(" "),
    "1.9.10 1.31.0-rc.2 1.31.0-rc.10 1.31.0 1.31.1",
  );
  equal(minorStep({ from: sorted[0]!, to: sorted[4]! }), "1.9->1.31");
});

Deno.test("the tag of an image is after the name, not the port of its registry", () => {
  equal(imageTag("registry.k8s.io/kube-proxy:v1.31.1"), "v1.31.1");
  equal(imageTag("127.0.0.1:5000/kube-proxy"), "");
  equal(imageTag("127.0.0.1:5000/kube-proxy:v1.30.0"), "v1.30.0");
  equal(imageTag(`a.b/c:v1.30.0@sha256:${"0".repeat(64)}`), "v1.30.0");
});
