/** The confirmation of every disruptive command for nodes that the client configuration names. */
import assert from "node:assert/strict";
import { CONFIG } from "../helpers/config_nodes.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const QUESTION = "Nodes are from the client configuration. Type 2 to continue: ";

const SYSCTL = "machine: {sysctls: {net.core.somaxconn: '4096'}}";

const COMMANDS: readonly (readonly string[])[] = [
  ["reboot"],
  ["shutdown"],
  ["upgrade", "-i", "ghcr.io/example/installer:v1.8.9"],
  ["rollback"],
  ["etcd", "remove-member", "1234"],
  ["apply-config", "-f", "worker.yaml", "-m", "reboot", "--accept-mismatch", "cluster,role"],
  ["patch", "mc", "-p", SYSCTL, "-m", "reboot"],
];

Deno.test("several nodes of the client configuration require their number", async () => {
  await withSandbox({ controlPlanes: 2 }, async ({ run, nodes, home }) => {
    const addresses = nodes.map(({ address }) => address);
    assert.equal((await run(["config", "node", ...addresses])).code, 0);
    await Deno.writeTextFile(`${home}/worker.yaml`, CONFIG);
    const logs = () =>
      nodes.map(({ folder }) => Deno.readTextFileSync(`${folder}/logs/machined.log`)).join("");
    const changes = /MachineService\/(Reboot|Shutdown|Reset|Upgrade|Rollback|EtcdRemove|Apply)/;
    const terminals = ["stdin", "stderr"] as const;
    const affectsAll = ([name]: readonly string[]) => name !== "etcd";
    for (const plain of COMMANDS) {
      if (affectsAll(plain)) {
        const refused = await run(plain, { terminals, stdin: "2\n" });
        assert.equal(refused.code, 1, refused.stderr);
        assert.match(
          refused.stderr,
          /^osctl: refused: includes all 2 control planes: etcd loses /m,
        );
      }
      const command = affectsAll(plain) ? [...plain, "--accept-quorum-loss"] : plain;
      for (const answer of ["y", "1", ""]) {
        const { code, stderr } = await run(command, { terminals, stdin: `${answer}\n` });
        assert.equal(code, 130, `${command}: ${stderr}`);
        for (const { name, address } of nodes) {
          assert.ok(stderr.includes(`  ${name}  controlplane  ${address}`), stderr);
        }
        assert.ok(
          stderr.endsWith(
            `${QUESTION}osctl: not confirmed, nothing was changed; ` +
              "pass --yes to skip the confirmation\n",
          ),
          stderr,
        );
        if (command[0] === "shutdown") {
          assert.match(stderr, /^ {2}includes all 2 control planes: etcd loses quorum \(/m);
        }
        assert.match(stderr, /not confirmed, nothing was changed/);
      }
      const named = await run([...command, "-n", addresses.join()], { terminals, stdin: "n\n" });
      assert.equal(named.code, 130);
      assert.match(named.stderr, /Continue\? \[y\/N\]/);
    }
    assert.doesNotMatch(logs(), changes);
    const sent = await run(["rollback", "--accept-quorum-loss"], {
      terminals,
      stdin: "2\n",
    });
    assert.equal(sent.code, 1, "the nodes have no previous installation");
    assert.ok(sent.stderr.includes(QUESTION));
    assert.match(logs(), changes);
  });
});

Deno.test("what destroys data requires the name of the context, or --yes in a pipe", async () => {
  await withSandbox({ controlPlanes: 1 }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const terminals = ["stdin", "stderr"] as const;
    for (const command of [["reset", "--accept-quorum-loss"], ["wipe", "disk", "sdz"]]) {
      const args = [...command, "-n", node];
      for (const answer of ["y", node, "other"]) {
        const { code, stderr } = await run(args, { terminals, stdin: `${answer}\n` });
        assert.equal(code, 130, stderr);
        assert.match(stderr, /This cannot be undone\. Type test to continue: /);
      }
      const piped = await run(args);
      assert.equal(piped.code, 2, piped.stderr);
      assert.match(
        piped.stderr,
        /is not confirmed: no terminal for a prompt; confirm it with --yes or OSCTL_YES=1/,
      );
    }
    const { stderr } = await run(["reset", "-n", node], { terminals, stdin: "\n" });
    const lost = /includes the only control plane: the data of etcd is lost, unless etcd refuses /;
    assert.match(stderr, lost);
    assert.match(stderr, /^osctl: refused: /m);
    // Confirmed, the node refuses the unknown disk itself.
    const named = await run(["wipe", "disk", "sdz", "-n", node], { terminals, stdin: "test\n" });
    const forced = await run(["wipe", "disk", "sdz", "-n", node, "--yes"]);
    const variable = await run(["wipe", "disk", "sdz", "-n", node], { env: { OSCTL_YES: "1" } });
    for (const { code, stderr } of [named, forced, variable]) {
      assert.equal(code, 1);
      assert.doesNotMatch(stderr, /not confirmed/);
    }
  });
});

Deno.test("--dry-run prints the nodes and the effect on etcd, and sends nothing", async () => {
  await withSandbox({ controlPlanes: 2 }, async ({ run, nodes }) => {
    const addresses = nodes.map(({ address }) => address);
    for (const [name, ...args] of [["reboot"], ["shutdown"], ["reset", "--graceful=false"]]) {
      const dry = [name!, ...args, "--dry-run", "-n", addresses.join()];
      const { code, stdout, stderr } = await run(dry);
      assert.equal((await run([...dry, "--accept-quorum-loss"])).code, 0);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /^osctl: refused: includes all 2 control planes: .*--accept-quorum-loss$/m,
      );
      for (const { name, address } of nodes) {
        assert.ok(stdout.includes(`  ${name}  controlplane  ${address}\n`), stdout);
      }
      assert.match(stdout, /^ {2}includes all 2 control planes: /m);
      assert.match(stdout, /\nnothing was changed: --dry-run\n$/);
      const rolling = await run([name!, "--dry-run", "--rolling", "-n", addresses[0]!]);
      assert.equal(rolling.code, 2);
      assert.match(rolling.stderr, /--rolling cannot be combined with --dry-run; use --plan/);
    }
    for (const { folder } of nodes) {
      const log = await Deno.readTextFile(`${folder}/logs/machined.log`);
      assert.doesNotMatch(log, /MachineService\/(Reboot|Shutdown|Reset)/);
    }
  });
});

Deno.test("a question says that roles and effect are unknown when no node returns the members", async () => {
  await withSandbox({}, async ({ run, dead }) => {
    const terminals = ["stdin", "stderr"] as const;
    for (const command of ["reboot", "shutdown"]) {
      const text = `  ${dead}\n  unknown role of ${dead}: the effect on etcd is unknown\n`;
      const { code, stderr } = await run([command, "-n", dead], { terminals, stdin: "y\n" });
      assert.equal(code, 1, stderr);
      assert.ok(
        stderr.includes(`${text}osctl: cannot check the effect on etcd: unknown role of ${dead}: `),
        stderr,
      );
      const accepted = [command, "--accept-quorum-loss", "-n", dead];
      const asked = await run(accepted, { terminals, stdin: "n\n" });
      assert.equal(asked.code, 130, asked.stderr);
      assert.ok(asked.stderr.includes(`${text}Continue? [y/N] `), asked.stderr);
    }
    const member = await run(["etcd", "remove-member", "12", "-n", dead], {
      terminals,
      stdin: "n\n",
    });
    assert.match(
      member.stderr,
      /^ {2}the effect on etcd is unknown: its members were not read: [0-9.]+: cannot be reached/m,
    );
    assert.equal(member.code, 1);
  });
});

Deno.test("a name that no node has is reported before the confirmation", async () => {
  await withSandbox({}, async ({ run, controlPlanes }) => {
    const name = controlPlanes[0]!.name.replace("plane", "plan");
    for (const args of [["reboot"], ["shutdown"], ["reset"], ["reboot", "--dry-run"]]) {
      const { code, stdout, stderr } = await run([...args, "-n", name], {
        terminals: ["stdin", "stderr"],
        stdin: "y\n",
      });
      assert.deepEqual([code, stdout], [1, ""], stderr);
      assert.match(stderr, new RegExp(`^osctl: ${name}: unknown node name`, "m"));
      assert.doesNotMatch(stderr, /\[y\/N\]/);
    }
  });
});

Deno.test("a dry run that cannot check the effect on etcd fails", async () => {
  await withSandbox({ workers: 1 }, async ({ run, dead, controlPlanes, workers }) => {
    const [node, worker] = [controlPlanes[0]!.address, workers[0]!.address];
    const refused = `cannot be reached from ${node}: connection refused (Unavailable)`;
    const stranger = "unknown node name";
    for (
      const [args, reason] of [
        [["reboot", "-n", dead], refused],
        [["shutdown", "-n", dead], refused],
        [["reset", "-n", `${dead},${worker}`], refused],
        [["reboot", "-n", `${worker},nosuch`], stranger],
      ] as const
    ) {
      const { code, stdout, stderr } = await run([...args, "--dry-run"]);
      assert.equal(code, 1, stderr);
      assert.match(stdout, /\nnothing was changed: --dry-run\n$/);
      const unknown = args.at(-1)!.split(",").filter((one) => one !== worker).join(", ");
      assert.ok(
        stderr.includes(
          `osctl: cannot check the effect on etcd: unknown role of ${unknown}: ${reason}; `,
        ),
        stderr,
      );
    }
    assert.equal((await run(["reboot", "-n", worker, "--dry-run"])).code, 0);
  });
});
