import assert from "node:assert/strict";
import { type Binding, unary } from "../../lib/sandbox/types.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { withSandbox } from "../helpers/sandbox.ts";

function recorded(calls: string[]): Binding[] {
  return [
    unary(MachineService.Rollback, () => {
      calls.push("rollback");
      return Promise.resolve(machine.RollbackResponse.create({ messages: [{}] }));
    }),
    unary(MachineService.Restart, ({ namespace, id, driver }) => {
      calls.push(`restart ${namespace} ${id} ${driver}`);
      return Promise.resolve(machine.RestartResponse.create({ messages: [{}] }));
    }),
  ];
}

Deno.test("rollback calls every node, and prompts for confirmation on a terminal", async () => {
  const calls: string[] = [];
  await withSandbox({ workers: 1, bindings: recorded(calls) }, async ({ run, nodes, dead }) => {
    const [one, two] = nodes.map(({ address }) => address);
    const { code, stdout, stderr } = await run([
      ...["rollback", "--accept-quorum-loss", "-n", `${one},${dead},${two}`],
    ]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, new RegExp(`^osctl: ${dead}: [^\\n]+\\n$`));
    assert.deepEqual(calls.splice(0), ["rollback", "rollback"]);
    const terminals = ["stdin", "stderr"] as const;
    const declined = await run(["rollback", "-n", one!], { terminals, stdin: "n\n" });
    assert.match(
      declined.stderr,
      /^Roll back to the previous installation and reboot: 1 control plane\n/,
    );
    assert.deepEqual([declined.code, calls], [130, []]);
    const confirmed = await run(["rollback", "-y", "-n", one!], { terminals });
    assert.deepEqual([confirmed.code, calls], [0, ["rollback"]]);
  });
});

Deno.test("restart sends namespace and driver of the container", async () => {
  const calls: string[] = [];
  await withSandbox({ workers: 1, bindings: recorded(calls) }, async ({ run, nodes, dead }) => {
    const [one, two] = nodes.map(({ address }) => address);
    const system = await run(["restart", "apid", "--use-cri", "-n", `${one},${two}`]);
    assert.deepEqual([system.code, system.stdout, system.stderr], [0, "", ""]);
    assert.deepEqual(calls.splice(0), ["restart system apid 0", "restart system apid 0"]);
    const pod = await run(["restart", "-k", "kube-system/coredns-1:coredns", "-n", one!]);
    assert.equal(pod.code, 0);
    assert.deepEqual(calls.splice(0), ["restart k8s.io kube-system/coredns-1:coredns 1"]);
    const unreachable = await run(["restart", "apid", "-n", dead]);
    assert.equal(unreachable.code, 1);
    assert.match(unreachable.stderr, new RegExp(`^osctl: ${dead}: `));
    const missing = await run(["restart", "-n", one!]);
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /^osctl: missing <id> for "osctl restart"/);
  });
});
