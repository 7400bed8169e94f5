/** Changes of etcd: what Talos nodes of v1.8.0-alpha.2 respond, printed and by the embedded node. */
import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import type { common } from "../../proto/common.ts";
import { MachineService } from "../../proto/machine.ts";
import type { Method } from "../../proto/method.ts";
import type { RpcError } from "../../lib/rpc/mod.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { withChannel } from "../lib/sandbox/channels.ts";
import { answers } from "./frames.ts";
import { replay } from "./replay.ts";

const [FIRST, SECOND, THIRD] = ["10.91.8.41", "10.91.8.42", "10.91.8.43"] as const;

Deno.test("three members of etcd: each node lists all and reports the same leader", async () => {
  const [list] = answers("etcd-members-three", MachineService.EtcdMemberList);
  const { legacyMembers, members } = list!.messages[0]!;
  deepStrictEqual(legacyMembers, ["rb43", "rb41", "rb42"], "names, for clients before v1.4");
  deepStrictEqual(members.map(({ hostname, isLearner }) => [hostname, isLearner]), [
    ["rb43", false],
    ["rb41", false],
    ["rb42", false],
  ]);
  const nodes = [FIRST, SECOND, THIRD].join(",");
  const status = await replay(["etcd-status-three"], ["etcd", "status", "-n", nodes]);
  deepStrictEqual([status.code, status.stderr], [0, ""]);
  const leaders = status.stdout.trimEnd().split("\n").slice(1).map((row) => row.split(/ {2,}/)[4]);
  deepStrictEqual(new Set(leaders).size, 1);
});

Deno.test("etcd forfeit-leadership succeeds on the leader and on a follower", async () => {
  for (const [name, node] of [["etcd-forfeit-leader", THIRD], ["etcd-forfeit-not-leader", FIRST]]) {
    const { code, stderr } = await replay([name!], ["etcd", "forfeit-leadership", "-n", node!]);
    deepStrictEqual([code, stderr], [0, ""]);
  }
});

Deno.test("refused changes of etcd are printed with a hint", async () => {
  for (
    const [name, args, reason, hint] of [
      ["etcd-forfeit-alone", ["forfeit-leadership"], "only one member", "no other member can"],
      [
        "etcd-leave-last",
        ["leave", "--accept-quorum-loss"],
        "not enough started members",
        "etcd requires a majority",
      ],
      [
        "etcd-remove-last",
        ["remove-member", "ba37d6624f077dda", "--accept-quorum-loss"],
        "not enough started members",
        "etcd requires a majority",
      ],
    ] as const
  ) {
    const { code, stderr } = await replay([name], ["etcd", ...args, "-n", FIRST]);
    strictEqual(code, 1);
    match(stderr, new RegExp(`${reason} \\(Unknown\\); ${hint}`));
  }
});

/** Returns code and text of the error in a recorded response, without member IDs. */
function recorded(name: string, method: Method<unknown, unknown>) {
  const [response] = answers(name, method) as {
    messages: { metadata: common.Metadata | null }[];
  }[];
  const { status } = response!.messages[0]!.metadata!;
  return { code: status!.code, details: withoutIds(status!.message) };
}

const withoutIds = (text: string) => text.replaceAll(/\d{10,}/g, "ID");

Deno.test("the embedded node refuses changes of etcd as Talos nodes do", async () => {
  await withSandbox(
    {},
    (sandbox) =>
      withChannel(sandbox, sandbox.nodes[0]!, ["os:admin"], async (channel) => {
        const { messages } = await channel.unary(MachineService.EtcdMemberList, {});
        const memberId = messages[0]!.members[0]!.id;
        for (
          const [name, method, request] of [
            ["etcd-forfeit-alone", MachineService.EtcdForfeitLeadership, {}],
            ["etcd-leave-last", MachineService.EtcdLeaveCluster, {}],
            ["etcd-remove-last", MachineService.EtcdRemoveMemberByID, { memberId }],
            ["etcd-remove-unknown", MachineService.EtcdRemoveMemberByID, { memberId: 291 }],
            ["etcd-bootstrap-again", MachineService.Bootstrap, {}],
          ] as const
        ) {
          const anyMethod = method as Method<unknown, unknown>;
          const error = await channel.unary(anyMethod, request).then(
            () => undefined,
            (error) => error,
          );
          const { code, details } = error as RpcError;
          deepStrictEqual({ code, details: withoutIds(details) }, recorded(name, anyMethod), name);
        }
        const left = await channel.unary(MachineService.EtcdMemberList, {});
        strictEqual(left.messages[0]!.members.length, 1);
      }),
  );
});
