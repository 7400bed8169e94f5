/** The session of docs/upgrade_kubernetes.md. */
import assert from "node:assert/strict";
import { RecordedSession } from "./recorded_session.ts";

const PAGE = new URL("../../docs/upgrade_kubernetes.md", import.meta.url);

Deno.test("an upgrade of Kubernetes has the documented output", async () => {
  await using session = await RecordedSession.open(PAGE, "/home/jane/lab");
  await session.run(
    "cluster create --provisioner sandbox --name k8s --controlplanes 1 --workers 1 " +
      "--cidr 127.77.6.0/24 --kubernetes-version 1.30.3 --skip-kubeconfig",
  );
  try {
    await session.run("upgrade-k8s -n 127.77.6.2 --to 1.31.1 --dry-run");
    await session.run("upgrade-k8s -n 127.77.6.2 --to 1.31.1");
    await session.run("upgrade-k8s -n 127.77.6.2 --to 1.31.1");
  } finally {
    await session.destroy();
  }
  assert.deepEqual(session.rest, []);
});
