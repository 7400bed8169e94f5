/** The session of docs/rotate_ca.md. */
import assert from "node:assert/strict";
import { RecordedSession } from "./recorded_session.ts";

const PAGE = new URL("../../docs/rotate_ca.md", import.meta.url);

Deno.test("a rotation and its rollback have the documented output", async () => {
  await using session = await RecordedSession.open(PAGE, "/home/jane/lab");
  await session.run(
    "cluster create --provisioner sandbox --name rotation --controlplanes 1 --workers 1 " +
      "--cidr 127.77.8.0/24 --skip-kubeconfig",
  );
  try {
    await session.run("rotate-ca");
    await session.run("rotate-ca --dry-run=false");
    await session.run("config merge --replace osconfig");
    await session.run("get machinestatus -n 127.77.8.2,127.77.8.3");
    await session.run("rotate-ca --rollback osconfig.rotation.json");
    await session.run("config merge --replace osconfig");
  } finally {
    await session.destroy();
  }
  assert.deepEqual(session.rest, []);
});
