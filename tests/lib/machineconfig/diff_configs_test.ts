import { equal } from "node:assert/strict";
import { diffConfigs, normaliseDiff } from "../../../lib/machineconfig/diff_configs.ts";

const worker = (fields: string) =>
  `version: v1alpha1\nmachine:\n    type: worker\n    token: a.b\n${fields}cluster: {}\n`;

Deno.test("equal documents have no difference, with other comments and style", () => {
  const other = `# managed by hand\n${worker("    sysctls: { 'a': '1' }\n")}`;
  equal(diffConfigs(worker('    sysctls:\n        a: "1"\n'), other, "n"), "");
});

Deno.test("a difference is a unified diff with redacted secrets", () => {
  const next = worker("    sysctls: {a: '2'}\n").replace("a.b", "c.d");
  equal(
    diffConfigs(worker("    sysctls: {a: '1'}\n"), next, "10.5.0.3"),
    `--- a/10.5.0.3
+++ b/10.5.0.3
@@ -1,8 +1,8 @@
 version: v1alpha1
 machine:
     type: worker
-    token: "******"
+    token: "******"
     certSANs: []
     sysctls:
-        a: "1"
+        a: "2"
 cluster: {}
`,
  );
});

// Diffs of Talos: v1.8.0-alpha.2 (recorded), v1.13.9 (pkg/machinery/textdiff/textdiff_test.go).
Deno.test("the diffs of nodes become diffs that patch reads", () => {
  const header = "--- a/n\n+++ b/n\n";
  equal(
    normaliseDiff(
      "--- a\n+++ b\n@@ -24,6 +24,8         servers:\n             - 10.91.0.1\n+    sysctls:\n" +
        "@@ -2 +2-debug: false\n+debug: true\n",
      "n",
    ),
    `${header}@@ -24,6 +24,8 @@\n         servers:\n             - 10.91.0.1\n+    sysctls:\n` +
      "@@ -2 +2 @@\n-debug: false\n+debug: true\n",
  );
  const complete = "--- a\n+++ b\n@@ -1,3 +1,3 @@\n-line 1\n+line A\n";
  equal(normaliseDiff(complete, "n"), complete.replace("--- a\n+++ b\n", header));
  equal(normaliseDiff("text without hunks", "n"), "text without hunks");
});
