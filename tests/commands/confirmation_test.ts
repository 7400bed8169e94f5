/** The confirmation of every disruptive command for nodes that the client configuration names. */
import assert from "node:assert/strict";
import { CONFIG } from "../helpers/config_nodes.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const QUESTION = "Nodes are from the client configuration. Type 2 to continue: ";

const SYSCTL = "machine: {sysctls: {net.core.somaxconn: '4096'}}";

const COMMANDS: readonly (readonly string[])[] = [
  ["reboot"],
  ["shutdown"],
  ["reset"],
  ["upgrade"],
  ["rollback"],
  ["etcd", "remove-member", "1234"],
  ["apply-config", "-f", "worker.yaml", "-m", "reboot"],
  ["patch", "mc", "-p", SYSCTL, "-m", "reboot"],
];

Deno.test("several nodes of the client configuration require their number", async () => {
  await withSandbox({ controlPlanes: 2 }, async ({ run, nodes, home }) => {
    const addresses = nodes.map(({ address }) => address);
    assert.equal((await run(["config", "node", ...addresses])).code, 0);
    await Deno.writeTextFile(`${home}/worker.yaml`, CONFIG);
    const logs = () =>
      nodes.map(({ folder }) => Deno.readTextFileSync(`${folder}/logs/machined.log`)).join("");
    const changes = /MachineService\/(Reboot|Shutdown|Reset|Upgrade|Rollback|Etcd|Apply)/;
    const terminals = ["stdin", "stderr"] as const;
    for (const command of COMMANDS) {
      for (const answer of ["y", "1", ""]) {
        const { code, stderr } = await run(command, { terminals, stdin: `${answer}\n` });
        assert.equal(code, 130, `${command}: ${stderr}`);
        assert.ok(stderr.includes(`  2 nodes: ${addresses.join(", ")}\n${QUESTION}`), stderr);
        assert.match(stderr, /not confirmed, nothing was changed/);
      }
      const named = await run([...command, "-n", addresses.join()], { terminals, stdin: "n\n" });
      assert.equal(named.code, 130);
      assert.match(named.stderr, /Continue\? \[y\/N\]/);
    }
    assert.doesNotMatch(logs(), changes);
    const sent = await run(["rollback"], { terminals, stdin: "2\n" });
    assert.equal(sent.code, 1, "the nodes have no previous installation");
    assert.ok(sent.stderr.includes(QUESTION));
    assert.match(logs(), changes);
  });
});
