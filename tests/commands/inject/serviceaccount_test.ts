import { equal, match } from "node:assert/strict";
import { runCommand } from "../../helpers/run_command.ts";

const POD = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n" +
  "    - name: app # main\n      image: i\n";

const INJECTED = (role: string) =>
  `${POD}      volumeMounts:
        - name: talos-secrets
          mountPath: /var/run/secrets/talos.dev
  volumes:
    - name: talos-secrets
      secret:
        secretName: web-talos-secrets
---
apiVersion: talos.dev/v1alpha1
kind: ServiceAccount
metadata:
  name: web-talos-secrets
spec:
  roles:
    - ${role}
---
`;

Deno.test("inject serviceaccount reads a file and prints the manifests", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/pod.yaml`, POD);
    for (const release of ["v1.4", "v1.8"]) {
      const args = ["inject", "serviceaccount", "--file", "pod.yaml"];
      const { code, stdout, stderr } = await runCommand(args, { cwd: folder, release });
      equal(stdout, INJECTED("os:reader"));
      equal(stderr, "");
      equal(code, 0);
    }
    equal(await Deno.readTextFile(`${folder}/pod.yaml`), POD);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("inject tsa -f - reads standard input", async () => {
  const args = ["inject", "tsa", "-r", "os:etcd:backup", "-f", "-"];
  equal((await runCommand(args, { stdin: POD })).stdout, INJECTED("os:etcd:backup"));
});

Deno.test("inject serviceaccount without a file prints its help", async () => {
  const { code, stdout } = await runCommand(["inject", "serviceaccount"]);
  equal(code, 0);
  equal(stdout, (await runCommand(["inject", "serviceaccount", "--help"])).stdout);
});

Deno.test("inject serviceaccount warns about unknown roles, and fails for invalid files", async () => {
  const args = ["inject", "tsa", "-r", "os:root", "-f", "-"];
  const warned = await runCommand(args, { stdin: POD });
  equal(warned.stdout, INJECTED("os:root"));
  match(warned.stderr, /^osctl: warning: unknown role "os:root" in --roles; known are os:admin, /);
  const invalid = await runCommand(args, { stdin: "a: [" });
  equal(invalid.code, 1);
  equal(invalid.stdout, "");
  match(invalid.stderr, /stdin:1:\d+: /);
  equal((await runCommand(["inject", "tsa", "-f", "/nonexistent"])).code, 1);
});
