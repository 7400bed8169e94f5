/** The life of a cluster, from nodes in maintenance mode to a reset: docs/lifecycle.md. */
import assert from "node:assert/strict";
import { RecordedSession } from "./recorded_session.ts";

const PAGE = new URL("../../docs/lifecycle.md", import.meta.url);
const IMAGE = "ghcr.io/siderolabs/installer:v1.8.4";

Deno.test("a cluster is created, changed, recovered and reset as documented", async (t) => {
  await using session = await RecordedSession.open(PAGE, "/home/jane/lab");
  const run = (command: string) => session.run(command);
  const wait = (command: string) => session.wait(command);

  await t.step("create four nodes in maintenance mode", () =>
    run(
      "cluster create --provisioner sandbox --name rehearsal --controlplanes 0 --workers 0 " +
        "--unconfigured 4 --cidr 127.77.7.0/24 --skip-kubeconfig",
    ));
  try {
    await t.step("apply configurations", async () => {
      await run("gen secrets");
      await run("gen config --with-secrets secrets.yaml lab https://127.77.7.2:6443");
      const controlPlanes = "127.77.7.2,127.77.7.3,127.77.7.4";
      await run(`apply-config --insecure -n ${controlPlanes} -f controlplane.yaml`);
      await run("apply-config --insecure -n 127.77.7.5 -f worker.yaml");
      await run("config merge osconfig");
      await run("config endpoint 127.77.7.2 127.77.7.3 127.77.7.4");
      await wait(`get machinestatus -n ${controlPlanes},127.77.7.5`);
    });

    await t.step("bootstrap etcd once", async () => {
      await run("bootstrap -n 127.77.7.2");
      await wait("etcd members -n 127.77.7.2");
      await session.run("bootstrap -n 127.77.7.2", 1);
    });

    await t.step("upgrade a node and roll it back", async () => {
      await run(`upgrade -n 127.77.7.5 --image ${IMAGE} --dry-run`);
      await run(`upgrade -n 127.77.7.5 --image ${IMAGE}`);
      await run("version --short -n 127.77.7.5");
      await run("rollback -n 127.77.7.5");
      await wait("version --short -n 127.77.7.5");
    });

    await t.step("remove the member of a failed node", async () => {
      await run("etcd snapshot backup.db -n 127.77.7.2");
      await run("shutdown -n 127.77.7.4 --force");
      await run("etcd remove-member 7efeba84a279aeec -n 127.77.7.2");
      await run("etcd members -n 127.77.7.2");
    });

    await t.step("recover etcd from the snapshot", async () => {
      const wipe =
        "--system-labels-to-wipe EPHEMERAL --reboot --graceful=false --accept-quorum-loss";
      await run(`reset -n 127.77.7.2,127.77.7.3 --yes ${wipe}`);
      await run("bootstrap -n 127.77.7.2 --recover-from backup.db");
      await wait("etcd members -n 127.77.7.2");
    });

    await t.step("reset a node and configure it again", async () => {
      await run("reset -n 127.77.7.5 --yes --reboot");
      await run("apply-config --insecure -n 127.77.7.5 -f worker.yaml");
      await wait("get machinestatus -n 127.77.7.5");
    });
  } finally {
    await t.step("destroy the cluster", () => session.destroy());
  }
  assert.deepEqual(session.rest, []);
});
