import assert from "node:assert/strict";
import { unary } from "../../lib/sandbox/types.ts";
import { time, TimeService } from "../../proto/time.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { withTimeServer } from "../helpers/time_server.ts";

Deno.test("time --check makes the node query the named server", async () => {
  await withTimeServer(async (server) => {
    await withSandbox({ workers: 1 }, async ({ run, controlPlanes, workers, dead }) => {
      const node = controlPlanes[0]!.address;
      const worker = workers[0]!.address;
      const before = Date.now();
      const { code, stdout, stderr } = await run([
        ...["time", "--check", server, "-n", `${worker},${dead},${node}`],
      ]);
      assert.equal(code, 1);
      assert.match(stderr, new RegExp(`^osctl: ${dead.replaceAll(".", "\\.")}: [^\\n]+\\n$`));
      const rows = stdout.split("\n").slice(1, -1).map((line) => line.split(/ {3,}/));
      assert.deepEqual(rows.map(([name]) => name), [worker, node]);
      for (const [, queriedServers, nodeTime, serverTime] of rows) {
        assert.equal(queriedServers, server);
        assert.match(serverTime!, /^2026-11-21 07:42:13\.5\d* \+0000 UTC$/);
        const shown = Date.parse(nodeTime!.replace(" +0000 UTC", "Z").replace(" ", "T"));
        assert.ok(shown >= before - 1000 && shown <= Date.now() + 1000, nodeTime);
      }
      const json = await run(["time", "-c", server, "-o", "json", "-n", node]);
      const [record] = JSON.parse(json.stdout);
      assert.equal(record.server, server);
      assert.match(record.serverTime, /^2026-11-21T07:42:13\.5\d*Z$/);
      const expected = Date.parse(record.nodeTime) - Date.parse(record.serverTime);
      assert.ok(Math.abs(record.offset * 1000 - expected) <= 2);
    });
  });
});

Deno.test("time queries the node's own server by default", async () => {
  const queriedServers: string[] = [];
  const respond = (server: string) => {
    queriedServers.push(server);
    const localtime = { seconds: 1_795_246_933, nanos: 165_827_275 };
    const remotetime = server === "silent" ? null : { seconds: 1_795_246_933, nanos: 165_744_781 };
    return Promise.resolve(
      time.TimeResponse.create({ messages: [{ server: "10.91.0.1", localtime, remotetime }] }),
    );
  };
  const bindings = [
    unary(TimeService.Time, () => respond("own")),
    unary(TimeService.TimeCheck, ({ server }) => respond(server ?? "")),
  ];
  await withSandbox({ bindings }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const plain = await run(["time", "-n", node]);
    const start = " ".repeat(node.length - 4);
    assert.equal(
      plain.stdout,
      `NODE${start}   NTP-SERVER   NODE-TIME                                 NTP-SERVER-TIME\n` +
        `${node}   10.91.0.1    2026-11-21 07:42:13.165827275 +0000 UTC   ` +
        "2026-11-21 07:42:13.165744781 +0000 UTC\n",
    );
    const json = await run(["time", "-o", "json", "-n", node]);
    assert.deepEqual(JSON.parse(json.stdout), [{
      node,
      server: "10.91.0.1",
      nodeTime: "2026-11-21T07:42:13.165827275Z",
      serverTime: "2026-11-21T07:42:13.165744781Z",
      offset: 0.000082494,
    }]);
    const silent = await run(["time", "--check=silent", "--no-headers", "-n", node]);
    assert.match(silent.stdout, / {3}-\n$/);
    const nothing = await run(["time", "-c", "silent", "-o", "json", "-n", node]);
    assert.match(nothing.stdout, /"serverTime":null,"offset":null/);
  });
  assert.deepEqual(queriedServers, ["own", "own", "silent", "silent"]);
});

Deno.test("a sandbox node has no NTP server and contacts none", async () => {
  await withSandbox({}, async ({ run, nodes }) => {
    const { code, stdout, stderr } = await run(["time", "-n", nodes[0]!.address]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(
      stderr,
      /^osctl: [\d.]+: sandbox nodes [^\n]*specify a server to compare with[^\n]*\n$/,
    );
  });
});

Deno.test("time names the server that does not respond, and rejects invalid ones", async () => {
  await withSandbox({}, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const failed = await run(["time", "--check", "no such server", "-n", node]);
    assert.deepEqual([failed.code, failed.stdout], [1, ""]);
    assert.match(failed.stderr, new RegExp(`^osctl: ${node}: [^\\n]*no such server[^\\n]*\\n$`));
    const missing = await run(["time", "-n", node, "--check"]);
    assert.deepEqual([missing.code, missing.stdout], [2, ""]);
  });
});
