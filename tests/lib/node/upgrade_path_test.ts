import assert from "node:assert/strict";
import { checkUpgradePath, versionOf } from "../../../lib/node/version/upgrade_path.ts";

const DIGEST = `sha256:${"ab".repeat(32)}`;
const NAME = "registry.example.org:5000/installer";

Deno.test("versionOf() prefers the tag to the digest", () => {
  assert.equal(versionOf(`${NAME}:v1.8.4@${DIGEST}`), "v1.8.4");
  assert.equal(versionOf(`${NAME}:v1.8.4`), "v1.8.4");
  assert.equal(versionOf(`${NAME}@${DIGEST}`), DIGEST);
  assert.equal(versionOf(NAME), "");
});

const check = (image: string, tags: Record<string, string>, nodes = Object.keys(tags)) =>
  checkUpgradePath(nodes, Object.entries(tags).map(([node, tag]) => ({ node, tag })), {
    image,
    isDefault: false,
    allowDowngrade: false,
  });

Deno.test("checkUpgradePath() rejects a downgrade of an image with tag and digest", async () => {
  const downgrade = check(`${NAME}:v1.8.4@${DIGEST}`, { a: "v1.9.0" });
  await assert.rejects(downgrade, /^OsctlError: v1\.8\.4 is a downgrade of a \(v1\.9\.0\)$/);
});

Deno.test("checkUpgradePath() warns where it cannot detect a downgrade", async () => {
  const unchecked = "downgrades and skipped minor versions are not detected\n";
  for (const image of [`${NAME}@${DIGEST}`, `${NAME}:latest`, `${NAME}:main@${DIGEST}`]) {
    assert.equal(
      await check(image, { a: "v1.9.0" }),
      `osctl: warning: unknown version of "${image}": ${unchecked}`,
    );
  }
  assert.equal(
    await check(`${NAME}:v1.8.4`, { a: "v1.8.3", b: "latest", c: "v1.5.0" }, ["a", "b", "c", "d"]),
    "osctl: warning: v1.8.4 skips minor versions of c (v1.5.0); " +
      "upgrades are supported from one minor version to the next\n" +
      `osctl: warning: unknown version of b, d: ${unchecked}`,
  );
  assert.equal(await check(`${NAME}:v1.8.4`, { a: "v1.8.3" }), undefined);
});
