import assert from "node:assert/strict";
import { StatusError } from "../../../lib/rpc/status.ts";
import { type Binding, unary } from "../../../lib/sandbox/types.ts";
import { machine, MachineService } from "../../../proto/machine.ts";
import { withSandbox } from "../../helpers/sandbox.ts";

/** Bindings that record each call and respond with an empty message, or fail by method. */
function recorded(calls: string[], failures: Record<string, StatusError> = {}): Binding[] {
  const called = (call: string) => {
    calls.push(call);
    const failure = failures[call.split(" ")[0]!];
    return failure === undefined ? Promise.resolve() : Promise.reject(failure);
  };
  return [
    unary(MachineService.EtcdDefragment, async () => {
      await called("defragment");
      return machine.EtcdDefragmentResponse.create({ messages: [{}] });
    }),
    unary(MachineService.EtcdForfeitLeadership, async () => {
      await called("forfeit");
      return machine.EtcdForfeitLeadershipResponse.create({ messages: [{ member: "one" }] });
    }),
    unary(MachineService.EtcdLeaveCluster, async () => {
      await called("leave");
      return machine.EtcdLeaveClusterResponse.create({ messages: [{}] });
    }),
    unary(MachineService.EtcdRemoveMemberByID, async ({ memberId }) => {
      await called(`removeByID ${memberId}`);
      return machine.EtcdRemoveMemberByIDResponse.create({ messages: [{}] });
    }),
    unary(MachineService.EtcdRemoveMember, async ({ member }) => {
      await called(`remove ${member}`);
      return machine.EtcdRemoveMemberResponse.create({ messages: [{}] });
    }),
    unary(MachineService.EtcdAlarmDisarm, async () => {
      await called("disarm");
      return machine.EtcdAlarmDisarmResponse.create({
        messages: [{ memberAlarms: [{ memberId: 255, alarm: 1 }] }],
      });
    }),
  ];
}

Deno.test("etcd defrag and leave accept one node and print nothing", async () => {
  const calls: string[] = [];
  await withSandbox({ controlPlanes: 2, bindings: recorded(calls) }, async (sandbox) => {
    const { run, controlPlanes, dead } = sandbox;
    const [one, two] = controlPlanes.map(({ address }) => address);
    for (const [command, call] of [["defrag", "defragment"], ["leave", "leave"]] as const) {
      const { code, stdout, stderr } = await run(["etcd", command, "-n", one!]);
      assert.deepEqual([code, stdout, stderr], [0, "", ""]);
      assert.deepEqual(calls.splice(0), [call]);
      const several = await run(["etcd", command, "-n", `${one},${two}`]);
      assert.equal(several.code, 2);
      assert.match(several.stderr, /^osctl: "osctl etcd \w+" accepts one node, found 2/);
      const unreachable = await run(["etcd", command, "-n", dead]);
      assert.equal(unreachable.code, 1);
      const refusal = command === "leave"
        ? `cannot check the effect on etcd: unknown role of ${dead}: cannot be reached`
        : `${dead}: `;
      assert.match(unreachable.stderr, new RegExp(`^osctl: ${refusal}`));
      assert.deepEqual(calls, []);
    }
  });
});

Deno.test("etcd forfeit-leadership calls every node and explains a single member", async () => {
  const calls: string[] = [];
  const refusal = new StatusError(
    2,
    "failed to forfeit leadership: cannot forfeit leadership, only one member",
  );
  await withSandbox({ controlPlanes: 2, bindings: recorded(calls) }, async (sandbox) => {
    const nodes = sandbox.controlPlanes.map(({ address }) => address).join(",");
    const { code, stderr } = await sandbox.run(["etcd", "forfeit-leadership", "-n", nodes]);
    assert.deepEqual([code, stderr, calls], [0, "", ["forfeit", "forfeit"]]);
  });
  await withSandbox({ bindings: recorded([], { forfeit: refusal }) }, async ({ run, nodes }) => {
    const { code, stderr } = await run(["etcd", "forfeit-leadership", "-n", nodes[0]!.address]);
    assert.equal(code, 1);
    assert.match(stderr, /only one member[^\n]*; no other member can take over the leadership/);
  });
});

Deno.test("etcd remove-member parses hexadecimal IDs of 64 bits", async () => {
  const calls: string[] = [];
  await withSandbox({ bindings: recorded(calls) }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    for (
      const [text, id] of [
        ["ffffffffffffffff", "18446744073709551615"],
        ["0x1234", "4660"],
        ["1234", "4660"],
      ]
    ) {
      const { code, stderr } = await run(["etcd", "remove-member", text!, "-n", node]);
      assert.deepEqual([code, stderr], [0, ""]);
      assert.deepEqual(calls.splice(0), [`removeByID ${id}`]);
    }
    for (const text of ["node-1", "", "11111111111111111", "12 34"]) {
      const { code, stderr } = await run(["etcd", "remove-member", text, "-n", node]);
      assert.equal(code, 2);
      assert.equal(
        stderr,
        `osctl: invalid member ID "${text}"; use the hexadecimal ID printed by ` +
          `"osctl etcd members"; see "osctl etcd remove-member --help"\n`,
      );
    }
    assert.deepEqual(calls, []);
  });
});

Deno.test("etcd remove-member of v1.4 falls back to the hostname", async () => {
  const calls: string[] = [];
  const unknown = new StatusError(5, "failed to remove member 4660: etcdserver: member not found");
  const bindings = recorded(calls, { removeByID: unknown });
  await withSandbox({ osVersion: "v1.6.8", bindings }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const byName = await run(["etcd", "remove-member", "node-1", "-n", node], { release: "v1.4" });
    assert.deepEqual([byName.code, calls.splice(0)], [0, ["remove node-1"]]);
    const both = await run(["etcd", "remove-member", "1234", "-n", node], { release: "v1.4" });
    assert.deepEqual([both.code, calls.splice(0)], [0, ["removeByID 4660", "remove 1234"]]);
    const byId = await run(["etcd", "remove-member", "1234", "-n", node]);
    assert.deepEqual([byId.code, calls], [1, ["removeByID 4660"]]);
    assert.match(byId.stderr, /member not found/);
  });
});

Deno.test("etcd remove-member of v1.4 finds the ID of a hostname for newer nodes", () =>
  withSandbox({ controlPlanes: 3 }, async ({ run, controlPlanes }) => {
    const [first, second] = controlPlanes;
    const remove = (name: string) =>
      run(["etcd", "remove-member", name, "-n", first!.address], { release: "v1.4" });
    const unknown = await remove("nope");
    assert.deepEqual([unknown.code, unknown.stderr.includes("Unimplemented")], [1, true]);
    assert.equal((await remove(second!.name)).code, 0);
    const { stdout } = await run(["etcd", "members", "-n", first!.address]);
    assert.ok(!stdout.includes(second!.name));
    assert.equal(stdout.trimEnd().split("\n").length, 3);
  }));

Deno.test("etcd alarm disarm prints the disarmed alarms", async () => {
  const calls: string[] = [];
  await withSandbox({ bindings: recorded(calls) }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const { code, stdout } = await run(["etcd", "alarm", "disarm", "-n", node]);
    assert.deepEqual([code, calls], [0, ["disarm"]]);
    const rows = stdout.trimEnd().split("\n").map((line) => line.trimEnd().split(/ {3,}/));
    assert.deepEqual(rows, [["NODE", "MEMBER", "ALARM"], [node, "00000000000000ff", "NOSPACE"]]);
    const json = await run(["etcd", "alarm", "disarm", "-o", "json", "-n", node]);
    assert.deepEqual(JSON.parse(json.stdout), [
      { node, member: "00000000000000ff", alarm: "NOSPACE" },
    ]);
    const bare = await run(["etcd", "alarm", "disarm", "--no-headers", "-n", node]);
    assert.equal(bare.stdout.split("\n").length, 2);
  });
});

Deno.test("a disruptive command prompts on a terminal, naming context, cluster and node", async () => {
  const calls: string[] = [];
  await withSandbox({ bindings: recorded(calls) }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const leave = ["etcd", "leave", "-n", node];
    const terminals = ["stdin", "stderr"] as const;
    const question =
      `Leave the etcd cluster: 1 control plane\n  context "test", endpoints ${node}\n` +
      `  test-controlplane-1  controlplane  ${node}\n` +
      "  includes the only control plane: etcd refuses to remove its only member\n" +
      "Continue? [y/N] ";
    for (const answer of ["y\n", "YES\n"]) {
      const { code, stderr } = await run(leave, { terminals, stdin: answer });
      assert.deepEqual([code, stderr, calls.splice(0)], [0, question, ["leave"]]);
    }
    for (const answer of ["\n", "n\n", "", "yess\n"]) {
      const { code, stderr } = await run(leave, { terminals, stdin: answer });
      assert.deepEqual([code, calls], [130, []]);
      assert.equal(
        stderr,
        `${question}osctl: not confirmed, nothing was changed; ` +
          "pass --yes to skip the confirmation\n",
      );
    }
    for (
      const [args, env] of [
        [["--yes"], {}],
        [[], { OSCTL_YES: "1" }],
      ] as const
    ) {
      const { code, stderr } = await run([...leave, ...args], { terminals, env });
      assert.deepEqual([code, stderr, calls.splice(0)], [0, "", ["leave"]]);
    }
    const endpoint = `grpc://jane:hunter2@${node}`;
    const redacted = await run([...leave, "-e", endpoint], { terminals, stdin: "n\n" });
    assert.match(redacted.stderr, new RegExp(`endpoints grpc://${node}\n`));
    const remove = ["etcd", "remove-member", "12", "-n", node];
    const member = await run(remove, { terminals, stdin: "n\n" });
    assert.match(member.stderr, /^Remove member 12 from the etcd cluster\n/);
    assert.deepEqual([member.code, calls.splice(0)], [130, []]);
    const confirmed = await run([...remove, "-y"], { terminals });
    assert.deepEqual([confirmed.code, calls], [0, ["removeByID 18"]]);
  });
});

Deno.test("several nodes of the client configuration require their number to be typed", async () => {
  const calls: string[] = [];
  const options = { controlPlanes: 2, bindings: recorded(calls) };
  await withSandbox(options, async ({ run, controlPlanes }) => {
    const [one, two] = controlPlanes.map(({ address }) => address) as [string, string];
    assert.equal((await run(["config", "node", one, two])).code, 0);
    const remove = ["etcd", "remove-member", "12"];
    const terminals = ["stdin", "stderr"] as const;
    const wrong = await run(remove, { terminals, stdin: "y\n" });
    assert.deepEqual([wrong.code, calls], [130, []]);
    assert.match(
      wrong.stderr,
      new RegExp(
        `\\n  test-controlplane-1  controlplane  ${one}\\n` +
          `  test-controlplane-2  controlplane  ${two}\\n` +
          "  etcd has no such member\\n" +
          "Nodes are from the client configuration. Type 2 to continue: ",
      ),
    );
    const right = await run(remove, { terminals, stdin: "2\n" });
    assert.deepEqual([right.code, calls.splice(0)], [0, ["removeByID 18", "removeByID 18"]]);
    const named = await run([...remove, "-n", `${one},${two}`], { terminals, stdin: "y\n" });
    assert.deepEqual([named.code, calls.length], [0, 2]);
  });
});

Deno.test("the question of remove-member names the member and what follows for etcd", async () => {
  await withSandbox({ controlPlanes: 3 }, async ({ run, controlPlanes }) => {
    const [first, second] = controlPlanes as [typeof controlPlanes[0], typeof controlPlanes[0]];
    const members = await run(["etcd", "members", "-o", "json", "-n", first.address]);
    const { id } = JSON.parse(members.stdout).find((one: { hostname: string }) =>
      one.hostname === second.name
    );
    const { code, stderr } = await run(["etcd", "remove-member", id, "-n", first.address], {
      terminals: ["stdin", "stderr"],
      stdin: "n\n",
    });
    assert.equal(code, 130, stderr);
    const line = `  ${second.name}: etcd continues with 2 members and tolerates no failure\n`;
    assert.ok(stderr.includes(line), stderr);
  });
});
