/** The first steps from an empty home directory: docs/first_steps.md. */
import assert from "node:assert/strict";
import { RecordedSession } from "./recorded_session.ts";

const PAGE = new URL("../../docs/first_steps.md", import.meta.url);

Deno.test("the first steps have the documented output", async () => {
  await using session = await RecordedSession.open(PAGE, "/home/jane");
  const run = (command: string, code = 0) => session.run(command, code);
  await run("--version");
  await run("get members", 1);
  await run("cluster create --provisioner sandbox --name demo --cidr 127.42.0.0/24");
  try {
    // Services start within a second.
    await session.wait("-n demo-worker-1 service");
    await run("read /proc/sys/kernel/ostype");
    await run("-n demo-controlplane-1,demo-worker-1,127.42.0.99 get machinestatus", 1);
    await run("get members -o json=id,version");
    await run("get machinestatus -o jsonpath={.spec.stage}");
    await run("lsit", 2);
    await run("get links/lo", 2);
    await run("config new --roles os:reader --crt-ttl 24h reader");
    await run("config merge reader");
    await run("-n demo-worker-1 read /etc/hostname", 1);
    await run("config context demo");
    await run("config new admin");
    await run("config merge --replace admin");
    await run("config info");
    await run("cluster fault add down --name demo --node demo-worker-1");
    await run("cluster show --name demo");
    await run("-n demo-worker-1 time", 1);
    await run("cluster fault clear --name demo");
    await run("cluster list");
  } finally {
    await session.destroy();
  }
  assert.deepEqual(session.rest, []);
});
